#include "manifest.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/buffer.h"
#include "base/error.h"
#include "base/format.h"
#include "document/json_writer.h"
#include "sizing/repetition.h"

namespace sluice::mix_tool {
namespace {

constexpr double kCheapEpochs = 4;  // Muennighoff et al. 2023

double epochs_of(uint64_t tokens, uint64_t epoch_tokens) {
  return epoch_tokens == 0 ? 0 : static_cast<double>(tokens) / static_cast<double>(epoch_tokens);
}

uint64_t effective(uint64_t unique, uint64_t tokens) {
  if (tokens == 0) return 0;
  return static_cast<uint64_t>(
      sizing::effective_tokens(static_cast<double>(unique), static_cast<double>(tokens)) + 0.5);
}

// Of a split; moves `first_tokens` on.
void write_split(JsonWriter& json, const MixedFiles& files, uint32_t first, uint32_t end,
                 const std::vector<mix::FileTotals>& totals, std::vector<uint64_t>& first_tokens) {
  mix::FileTotals sum;
  json.begin_object();
  json.key("files").begin_array();
  for (uint32_t file = first; file < end; ++file) {
    first_tokens[file] = sum.tokens;
    json.begin_object();
    json.key("path").string(files.shard(file));
    json.key("map").string(files.map(file));
    json.key("first_token").number(sum.tokens);
    json.key("documents").number(totals[file].documents);
    json.key("tokens").number(totals[file].tokens);
    json.key("bytes").number(totals[file].bytes);
    json.end_object();
    sum += totals[file];
  }
  json.end_array();
  json.key("documents").number(sum.documents);
  json.key("tokens").number(sum.tokens);
  json.end_object();
}

// `input`: the source's first one; moved on to the next source's, since inputs lie in their order.
void write_source(JsonWriter& json, const Mix& mix, uint32_t source,
                  const mix::SourceLayout& layout, const SourceTotals& totals, size_t& input) {
  json.begin_object();
  json.key("name").string(mix.plan.sources[source].name);
  json.key("requested_tokens").number(layout.quota.tokens);
  json.key("available_tokens").number(layout.amount.tokens);
  json.key("documents").number(totals.documents);
  json.key("bytes").number(totals.bytes);
  json.key("tokens").number(totals.tokens);
  json.key("epochs").number(epochs_of(totals.tokens, layout.amount.epoch_tokens));
  json.key("unique_documents").number(totals.unique_documents);
  json.key("unique_tokens").number(totals.unique_tokens);
  json.key("validation_documents").number(totals.held_out_documents);
  json.key("validation_tokens").number(totals.held_out_tokens);
  json.key("files").begin_array();
  for (; input < mix.inputs.size() && mix.source_of[input] == source; ++input) {
    json.string(mix.inputs[input].name);
  }
  json.end_array();
  json.end_object();
}

// What was scattered is what was planned, or inputs were changed in between, or a part stands for
// another.
void check_totals(const Mix& mix, uint32_t source, const mix::SourceLayout& layout,
                  const SourceTotals& totals) {
  if (totals.tokens == layout.tokens && totals.held_out_documents == layout.held_out &&
      totals.held_out_tokens == layout.held_out_tokens) {
    return;
  }
  throw CheckError(
      "source '" + mix.plan.sources[source].name + "': there are " + with_thousands(totals.tokens) +
      " tokens for the mix and " + with_thousands(totals.held_out_tokens) + " held out where " +
      with_thousands(layout.tokens) + " and " + with_thousands(layout.held_out_tokens) +
      " were planned: its files were changed meanwhile, or a part of a stage is that "
      "of another; begin again with counting");
}

using Row = std::array<std::string, 8>;

std::string lined_up(const std::vector<Row>& rows) {
  std::array<size_t, 8> widths{};
  const auto width = [](std::string_view text) {
    return static_cast<size_t>(
        std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
  };
  for (const Row& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  }
  std::string text;
  for (const Row& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) {
      const std::string pad(widths[i] - width(row[i]), ' ');
      text += i == 0 ? row[i] + pad : "  " + pad + row[i];
    }
    text += "\n";
  }
  return text;
}

Row row_of(const std::string& name, const mix::SourceLayout& layout, const SourceTotals* totals,
           uint64_t effective) {
  const uint64_t tokens = totals != nullptr ? totals->tokens : layout.tokens;
  Row row = {name,
             with_thousands(layout.quota.tokens),
             with_thousands(tokens),
             totals != nullptr ? with_thousands(totals->documents) : "-",
             totals != nullptr ? human_bytes(totals->bytes) : "-",
             fixed(epochs_of(tokens, layout.amount.epoch_tokens), 2),
             "-",
             "-"};
  if (totals != nullptr) {
    row[6] = with_thousands(totals->unique_tokens);
    row[7] = with_thousands(effective);
  }
  return row;
}

}  // namespace

Manifest manifest_of(const Mix& mix, const mix::Layout& layout,
                     const std::vector<mix::LineFile>& lines, const std::vector<std::string>& paths,
                     const MixedFiles& files) {
  std::vector<SourceTotals> sources(mix.plan.sources.size());
  std::vector<mix::FileTotals> totals(files.all());
  for (size_t i = 0; i < lines.size(); ++i) {
    add_totals(lines[i].notes(), paths[i], sources);
    for (uint32_t file = 0; file < files.all(); ++file) totals[file] += lines[i].totals()[file];
  }
  for (uint32_t source = 0; source < sources.size(); ++source) {
    check_totals(mix, source, layout.sources[source], sources[source]);
  }
  Manifest manifest{.json = {}, .first_tokens = std::vector<uint64_t>(files.all())};
  Buffer out;
  JsonWriter json(out);
  json.begin_object();
  json.key("schema").string("sluice.mix/1");
  json.key("config_digest").string(mix.config);
  json.key("seed").number(mix.plan.seed);
  json.key("train");
  write_split(json, files, 0, files.train, totals, manifest.first_tokens);
  json.key("validation");
  write_split(json, files, files.train, files.all(), totals, manifest.first_tokens);
  json.key("sources").begin_array();
  size_t input = 0;
  for (uint32_t source = 0; source < sources.size(); ++source) {
    write_source(json, mix, source, layout.sources[source], sources[source], input);
  }
  json.end_array();
  json.end_object();
  out.push_back('\n');
  manifest.json = out.view();
  return manifest;
}

std::string table_of(const mix::MixPlan& plan, const mix::Layout& layout,
                     const std::vector<SourceTotals>* totals) {
  std::vector<Row> rows = {
      {"source", "requested", "tokens", "documents", "bytes", "epochs", "unique", "effective"}};
  mix::SourceLayout all;
  SourceTotals sum;
  uint64_t held_out = 0;
  uint64_t worth = 0;  // of all: the sum, since sources are not repeated alike
  for (size_t i = 0; i < plan.sources.size(); ++i) {
    const mix::SourceLayout& source = layout.sources[i];
    const SourceTotals* const own = totals != nullptr ? &(*totals)[i] : nullptr;
    const uint64_t own_worth = own != nullptr ? effective(own->unique_tokens, own->tokens) : 0;
    rows.push_back(row_of(plan.sources[i].name, source, own, own_worth));
    worth += own_worth;
    all.quota.tokens += source.quota.tokens;
    all.tokens += source.tokens;
    all.amount.epoch_tokens += source.amount.epoch_tokens;
    held_out += source.held_out;
    if (own != nullptr) sum += *own;
  }
  rows.push_back(row_of("all", all, totals != nullptr ? &sum : nullptr, worth));
  std::string text = lined_up(rows);
  if (held_out > 0) {
    text += "held out for validation: " + with_thousands(held_out) + " documents, " +
            with_thousands(layout.held_out_tokens()) + " tokens\n";
  }
  text.pop_back();  // the last line end
  return text;
}

std::vector<std::string> warnings_of(const mix::MixPlan& plan, const mix::Layout& layout) {
  std::vector<std::string> warnings;
  for (size_t i = 0; i < plan.sources.size(); ++i) {
    const mix::SourceLayout& source = layout.sources[i];
    const double epochs = epochs_of(source.tokens, source.amount.epoch_tokens);
    if (epochs <= kCheapEpochs + 0.01) continue;
    warnings.push_back("warning: source '" + plan.sources[i].name + "' is read " +
                       fixed(epochs, 2) + " times; more than four teach ever less");
  }
  return warnings;
}

stats::Details details_of(const mix::MixPlan& plan, const std::vector<SourceTotals>& totals) {
  const auto number = [](uint64_t value) { return stats::Details{static_cast<int64_t>(value)}; };
  stats::Details::Object sources;
  for (size_t i = 0; i < totals.size(); ++i) {
    const SourceTotals& one = totals[i];
    sources[plan.sources[i].name] = {
        stats::Details::Object{{"documents", number(one.documents)},
                               {"bytes", number(one.bytes)},
                               {"tokens", number(one.tokens)},
                               {"unique_documents", number(one.unique_documents)},
                               {"unique_bytes", number(one.unique_bytes)},
                               {"unique_tokens", number(one.unique_tokens)},
                               {"validation_documents", number(one.held_out_documents)},
                               {"validation_bytes", number(one.held_out_bytes)},
                               {"validation_tokens", number(one.held_out_tokens)}}};
  }
  return {stats::Details::Object{{"sources", {std::move(sources)}}}};
}

}  // namespace sluice::mix_tool
