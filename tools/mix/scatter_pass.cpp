#include <cstring>
#include <memory>
#include <span>
#include <utility>

#include "base/buffer.h"
#include "base/error.h"
#include "base/hash.h"
#include "document/json_writer.h"
#include "io/output.h"
#include "mix/lines.h"
#include "mix/order.h"
#include "mix_fields.h"
#include "passes.h"
#include "pipeline/rendering.h"

namespace sluice::mix_tool {
namespace {

constexpr std::string_view kOverQuota = "over_quota";

// Lines of a batch, one behind the other: id, then line.
struct BatchLines : pipeline::Rendered {
  void clear() override {
    heads.clear();
    constexpr size_t kUsual = size_t{8} << 20;
    if (bytes.capacity() > kUsual) bytes.release();
    bytes.clear();
    totals.clear();
  }

  std::vector<mix::LineHead> heads;
  Buffer bytes;
  std::vector<std::pair<uint32_t, SourceTotals>> totals;  // of documents, by source
};

// What is known of a document's place in the mix.
class Places {
 public:
  Places(const Mix& mix, const mix::Layout& layout, const MixFields& fields)
      : mix_(mix), layout_(layout), fields_(fields) {
    for (const mix::SourcePlan& source : mix.plan.sources) {
      seeds_.push_back(mix::source_seed(mix.plan.seed, source.name));
    }
  }

  // Calls `use` with each copy and its head; `validation` tells of the one that is held out.
  template <class Use>
  void for_each(const Document& document, Use&& use) const {
    const uint32_t source = fields_.source(document);
    const mix::SourceLayout& layout = layout_.sources[source];
    if (layout.quota.tokens == 0) return;
    const mix::Counted counted = fields_.counted(document);
    const bool held_out = mix::is_validation(counted.id, mix_.plan.validation);
    const auto place = [&](const mix::Copy& copy) {
      const uint64_t key = mix::shuffle_key(seeds_[source], copy);
      const uint32_t file = held_out ? layout_.files + mix::file_of(key, layout_.validation_files)
                                     : mix::file_of(key, layout_.files);
      use(mix::LineHead{.key = key,
                        .tokens = counted.tokens,
                        .source = source,
                        .epoch = copy.epoch,
                        .input = fields_.input(document),
                        .file = file});
    };
    if (held_out) {
      place({.source = source, .id = counted.id});
    } else {
      layout.choice.for_each_copy(seeds_[source], source, counted, place);
    }
  }

  bool holds_out(const mix::LineHead& head) const { return head.file >= layout_.files; }

  bool takes(const Document& document) const {
    bool taken = false;
    for_each(document, [&](const mix::LineHead&) { taken = true; });
    return taken;
  }

 private:
  const Mix& mix_;
  const mix::Layout& layout_;
  const MixFields& fields_;
  std::vector<uint64_t> seeds_;  // by source
};

class ScatterRendering : public pipeline::Rendering {
 public:
  ScatterRendering(const Mix& mix, const mix::Layout& layout, const MixFields& fields,
                   const Places& places, uint64_t memory, io::OutputFile& out,
                   std::vector<SourceTotals>& totals)
      : fields_(fields),
        places_(places),
        totals_(totals),
        writer_(out, mix.digest, {.files = layout.all_files(), .memory = memory}) {
    for (const mix::SourcePlan& source : mix.plan.sources) {
      Buffer name;
      JsonWriter(name).string(source.name);
      labels_.push_back("{\"source\":" + std::string(name.view()) + ",\"epoch\":");
    }
  }

  void render(Document& document, uint32_t /*channel*/, pipeline::Batch& batch) const override {
    if (!batch.rendered) batch.rendered = std::make_unique<BatchLines>();
    BatchLines& lines = static_cast<BatchLines&>(*batch.rendered);
    SourceTotals totals;
    places_.for_each(document, [&](mix::LineHead head) {
      const std::string epoch = std::to_string(head.epoch) + "}";
      document.set_json(fields_.mix(), labels_[head.source] + epoch);
      add_line(document, head, lines);
      add_copy(document, head, batch.ledgers.front(), totals);
    });
    const uint32_t source = fields_.source(document);
    if (lines.totals.empty() || lines.totals.back().first != source) {
      lines.totals.emplace_back(source, SourceTotals{});
    }
    lines.totals.back().second += totals;
  }

  void compose(pipeline::Batch& batch) override {
    if (!batch.rendered) return;
    const BatchLines& lines = static_cast<const BatchLines&>(*batch.rendered);
    std::string_view bytes = lines.bytes.view();
    for (const mix::LineHead& head : lines.heads) {
      writer_.add(head, bytes.substr(0, head.id_bytes),
                  bytes.substr(head.id_bytes, head.line_bytes));
      bytes.remove_prefix(size_t{head.id_bytes} + head.line_bytes);
    }
    for (const auto& [source, totals] : lines.totals) totals_[source] += totals;
  }

  bool finish(pipeline::Batch& /*batch*/) override {
    writer_.finish(bytes_of(totals_));
    return false;
  }

 private:
  void add_line(const Document& document, mix::LineHead& head, BatchLines& lines) const {
    const std::string_view id = fields_.spelled_id(document);
    lines.bytes.append(id);
    const size_t at = lines.bytes.size();
    document.write(lines.bytes);
    lines.bytes.push_back('\n');
    const std::string_view line = lines.bytes.view().substr(at);
    head.tie = hash64(line);
    head.id_bytes = static_cast<uint32_t>(id.size());
    head.line_bytes = static_cast<uint32_t>(line.size());
    lines.heads.push_back(head);
  }

  void add_copy(const Document& document, const mix::LineHead& head, stats::Ledger& ledger,
                SourceTotals& totals) const {
    const uint64_t bytes = document.text_bytes();
    if (places_.holds_out(head)) {
      totals = {.held_out_documents = 1, .held_out_bytes = bytes, .held_out_tokens = head.tokens};
      return;
    }
    if (totals.documents == 0) {
      totals.unique_documents = 1;
      totals.unique_bytes = bytes;
      totals.unique_tokens = head.tokens;
    } else {
      const stats::Measure copy{.id = document.id(), .bytes = bytes, .tokens = head.tokens};
      ledger.repeat(copy);
      ledger.keep(copy, copy, fields_.common().groups(document));
    }
    ++totals.documents;
    totals.bytes += bytes;
    totals.tokens += head.tokens;
  }

  const MixFields& fields_;
  const Places& places_;
  std::vector<SourceTotals>& totals_;
  mix::LineWriter writer_;
  std::vector<std::string> labels_;  // by source
};

}  // namespace

SourceTotals& SourceTotals::operator+=(const SourceTotals& other) {
  documents += other.documents;
  bytes += other.bytes;
  tokens += other.tokens;
  unique_documents += other.unique_documents;
  unique_bytes += other.unique_bytes;
  unique_tokens += other.unique_tokens;
  held_out_documents += other.held_out_documents;
  held_out_bytes += other.held_out_bytes;
  held_out_tokens += other.held_out_tokens;
  return *this;
}

std::string_view bytes_of(const std::vector<SourceTotals>& totals) {
  const auto bytes = std::as_bytes(std::span(totals));
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void add_totals(std::string_view bytes, const std::string& file,
                std::vector<SourceTotals>& totals) {
  if (bytes.size() != totals.size() * sizeof(SourceTotals)) {
    throw IoError(file, "tells of other sources than the plan");
  }
  std::vector<SourceTotals> more(totals.size());
  std::memcpy(more.data(), bytes.data(), bytes.size());
  for (size_t source = 0; source < totals.size(); ++source) totals[source] += more[source];
}

pipeline::RunResult scatter_documents(const Mix& mix, const Fields& fields, const Part& part,
                                      const mix::Layout& layout, uint64_t memory,
                                      const ScatterOutputs& outputs,
                                      std::vector<SourceTotals>& totals) {
  Fields own = fields;
  const MixFields mix_fields(mix, part, own);
  const Places places(mix, layout, mix_fields);
  totals.assign(mix.plan.sources.size(), {});
  pipeline::RunOptions run = mix.run;
  run.jobs = {job_of_part(mix, part)};
  run.jobs.front().rejects = outputs.rejects;
  run.jobs.front().errors = outputs.errors;
  io::OutputSet lines;
  io::OutputFile& out = lines.open(outputs.lines);
  run.make_rendering = [&](const pipeline::Job&) {
    return std::make_shared<ScatterRendering>(mix, layout, mix_fields, places, memory, out, totals);
  };
  const auto judge = [&](Document& document) {
    return places.takes(document) ? pipeline::Verdict::keep()
                                  : pipeline::Verdict::reject(kOverQuota);
  };
  pipeline::RunResult result = pipeline::run(run, own, {{"mix", judge}});
  lines.publish();
  return result;
}

}  // namespace sluice::mix_tool
