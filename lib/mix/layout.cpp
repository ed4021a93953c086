#include "mix/layout.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>

#include "base/error.h"
#include "base/format.h"
#include "io/stage_file.h"

namespace sluice::mix {
namespace {

constexpr uint64_t kMostFiles = uint64_t{1} << 20;

// A SourceLayout as it is written.
struct Packed {
  uint64_t documents, tokens, epoch_tokens;
  uint64_t quota, epochs, rest;
  uint64_t chosen_epochs, part, last_key;
  uint64_t mixed, held_out, held_out_tokens;
};

uint64_t files_of(uint64_t tokens, uint64_t file_tokens) {
  return tokens / file_tokens + (tokens % file_tokens > 0 ? 1 : 0);
}

uint32_t checked_files(uint64_t tokens, const MixPlan& plan) {
  const uint64_t files = files_of(tokens, plan.shard_tokens);
  if (files > kMostFiles) {
    throw CheckError("shard_tokens = " + std::to_string(plan.shard_tokens) + " makes " +
                     with_thousands(files) + " files of the mix; at most " +
                     with_thousands(kMostFiles) + " are written");
  }
  return static_cast<uint32_t>(files);
}

// What there is of each source. Throws CheckError where documents say that they have more tokens
// than can be counted.
void measure(const MixPlan& plan, const std::vector<CountFile>& counts, Layout& layout) {
  constexpr uint64_t kMostTokens = uint64_t{1} << 53;  // of all, each document in each copy once
  uint64_t all = 0;
  for (uint32_t source = 0; source < plan.sources.size(); ++source) {
    SourceLayout& into = layout.sources[source];
    for (const CountFile& file : counts) {
      file.for_each(source, [&](const Counted& document) {
        const uint64_t tokens = document.tokens * document.copies;
        if (tokens > kMostTokens - all) {
          throw CheckError("source '" + plan.sources[source].name +
                           "' and those before it have over " + with_thousands(kMostTokens) +
                           " tokens: see their token counts");
        }
        all += tokens;
        if (is_validation(document.id, plan.validation)) {
          ++into.held_out;
          into.held_out_tokens += document.tokens;
        } else {
          ++into.amount.documents;
          into.amount.tokens += document.tokens;
          into.amount.epoch_tokens += tokens;
        }
      });
    }
  }
}

void choose(const MixPlan& plan, const std::vector<CountFile>& counts, uint32_t source,
            const io::SortOptions& options, SourceLayout& into) {
  const uint64_t seed = source_seed(plan.seed, plan.sources[source].name);
  into.tokens = into.quota.epochs * into.amount.epoch_tokens;
  into.choice = {.epochs = into.quota.epochs};
  if (into.quota.rest == 0) return;
  Chooser chooser(seed, into.quota, options);
  for (const CountFile& file : counts) {
    file.for_each(source, [&](const Counted& document) {
      if (!is_validation(document.id, plan.validation)) chooser.add(document);
    });
  }
  into.choice = chooser.choose();
  into.tokens += chooser.tokens();
}

}  // namespace

uint64_t Layout::tokens() const {
  uint64_t tokens = 0;
  for (const SourceLayout& source : sources) tokens += source.tokens;
  return tokens;
}

uint64_t Layout::held_out_tokens() const {
  uint64_t tokens = 0;
  for (const SourceLayout& source : sources) tokens += source.held_out_tokens;
  return tokens;
}

Layout lay_out(const MixPlan& plan, const std::vector<CountFile>& counts,
               const io::SortOptions& options) {
  Layout layout;
  layout.sources.resize(plan.sources.size());
  measure(plan, counts, layout);
  std::vector<Amount> amounts;
  for (const SourceLayout& source : layout.sources) amounts.push_back(source.amount);
  const std::vector<Quota> quotas = share_out(plan, amounts);
  bool holds_out = false;
  for (uint32_t source = 0; source < quotas.size(); ++source) {
    SourceLayout& into = layout.sources[source];
    into.quota = quotas[source];
    if (into.quota.tokens == 0) into.held_out = into.held_out_tokens = 0;
    holds_out = holds_out || into.held_out > 0;
    choose(plan, counts, source, options, into);
  }
  layout.files = std::max<uint32_t>(checked_files(layout.tokens(), plan), 1);
  layout.validation_files =
      holds_out ? std::max<uint32_t>(checked_files(layout.held_out_tokens(), plan), 1) : 0;
  return layout;
}

void write_layout(const Layout& layout, io::OutputFile& out, std::string_view digest) {
  std::vector<Packed> packed;
  for (const SourceLayout& one : layout.sources) {
    packed.push_back({one.amount.documents, one.amount.tokens, one.amount.epoch_tokens,
                      one.quota.tokens, one.quota.epochs, one.quota.rest, one.choice.epochs,
                      one.choice.part ? uint64_t{1} : 0, one.choice.last_key, one.tokens,
                      one.held_out, one.held_out_tokens});
  }
  const auto bytes = std::as_bytes(std::span(packed));
  io::StageWriter writer(out, io::StageKind::mix_choice, digest);
  writer.add({.type = io::SectionType::totals, .id = 0},
             {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  writer.finish({layout.files, layout.validation_files, packed.size()});
}

namespace {

Layout layout_of(const io::StageFile& file, std::string_view digest) {
  file.require(io::StageKind::mix_choice, digest);
  const auto sections = file.sections(io::SectionType::totals);
  const io::StageValues& values = file.values();
  if (sections.size() != 1 || sections.front().bytes / sizeof(Packed) != values[2] ||
      sections.front().bytes % sizeof(Packed) != 0 || values[0] == 0 || values[0] > kMostFiles ||
      values[1] > kMostFiles) {
    throw IoError(file.name(), "does not tell what the mix is made of");
  }
  Layout layout{.sources = {},
                .files = static_cast<uint32_t>(values[0]),
                .validation_files = static_cast<uint32_t>(values[1])};
  std::vector<Packed> packed(values[2]);
  std::memcpy(packed.data(), file.read(sections.front()).data(), sections.front().bytes);
  for (const Packed& one : packed) {
    layout.sources.push_back({.amount = {one.documents, one.tokens, one.epoch_tokens},
                              .quota = {one.quota, one.epochs, one.rest},
                              .choice = {one.chosen_epochs, one.part != 0, one.last_key},
                              .tokens = one.mixed,
                              .held_out = one.held_out,
                              .held_out_tokens = one.held_out_tokens});
  }
  return layout;
}

}  // namespace

Layout read_layout(const std::string& path, std::string_view digest) {
  return layout_of(io::StageFile(path), digest);
}

Layout read_layout(std::string_view bytes, const std::string& name, std::string_view digest) {
  return layout_of(io::StageFile(bytes, name), digest);
}

}  // namespace sluice::mix
