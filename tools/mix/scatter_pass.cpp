#include <algorithm>
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
#include "mix_fields.h"
#include "passes.h"
#include "pipeline/rendering.h"
#include "places.h"

namespace sluice::mix_tool {
namespace {

constexpr std::string_view kOverQuota = "over_quota";

// Documents of a batch, each once, however often it stands in the mix.
struct BatchLines : pipeline::Rendered {
  struct Item {
    Standing standing;
    uint64_t hash;        // of the line
    uint32_t id_bytes;    // in `bytes`: the id, then the line as it stands in the first epoch
    uint32_t line_bytes;  // with its line end
    uint32_t epoch_at;    // where in the line its number stands; 0: it stands in no other one
  };
  void clear() override {
    items.clear();
    constexpr size_t kUsual = size_t{8} << 20;
    if (bytes.capacity() > kUsual) bytes.release();
    bytes.clear();
    totals.clear();
  }

  std::vector<Item> items;
  Buffer bytes;
  std::vector<std::pair<uint32_t, SourceTotals>> totals;  // of documents, by source
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
    const Standing standing = places_.of(document);
    SourceTotals totals;
    bool again = false;  // in a later epoch
    places_.for_each(standing, [&](const mix::LineHead& head) {
      again = again || head.epoch > 0;
      add_copy(document, standing, batch.ledgers.front(), totals);
    });
    add_item(document, standing, again, lines);
    if (lines.totals.empty() || lines.totals.back().first != standing.source) {
      lines.totals.emplace_back(standing.source, SourceTotals{});
    }
    lines.totals.back().second += totals;
  }

  void compose(pipeline::Batch& batch) override {
    if (!batch.rendered) return;
    const BatchLines& lines = static_cast<const BatchLines&>(*batch.rendered);
    std::string_view bytes = lines.bytes.view();
    for (const BatchLines::Item& item : lines.items) {
      write_copies(item, bytes.substr(0, item.id_bytes),
                   bytes.substr(item.id_bytes, item.line_bytes));
      bytes.remove_prefix(size_t{item.id_bytes} + item.line_bytes);
    }
    for (const auto& [source, totals] : lines.totals) totals_[source] += totals;
  }

  bool finish(pipeline::Batch& /*batch*/) override {
    writer_.finish(bytes_of(totals_));
    return false;
  }

 private:
  // Returns where the line begins.
  size_t add_line(Document& document, const Standing& standing, char epoch, Buffer& out) const {
    const size_t at = out.size();
    document.set_json(fields_.mix(), labels_[standing.source] + epoch + "}");
    document.write(out);
    out.push_back('\n');
    return at;
  }

  void add_item(Document& document, const Standing& standing, bool again, BatchLines& lines) const {
    const std::string_view id = fields_.spelled_id(document);
    lines.bytes.append(id);
    const size_t id_bytes = id.size();
    const size_t at = add_line(document, standing, '0', lines.bytes);
    const size_t line_bytes = lines.bytes.size() - at;
    size_t epoch_at = 0;
    if (again) {  // where two lines that differ in the epoch do so
      const size_t other = add_line(document, standing, '1', lines.bytes);
      const std::string_view both = lines.bytes.view();
      epoch_at = static_cast<size_t>(
          std::ranges::mismatch(both.substr(at, line_bytes), both.substr(other)).in1 -
          both.substr(at).begin());
      lines.bytes.truncate(other);
    }
    lines.items.push_back({.standing = standing,
                           .hash = hash64(lines.bytes.view().substr(at)),
                           .id_bytes = static_cast<uint32_t>(id_bytes),
                           .line_bytes = static_cast<uint32_t>(line_bytes),
                           .epoch_at = static_cast<uint32_t>(epoch_at)});
  }

  void write_copies(const BatchLines::Item& item, std::string_view id, std::string_view line) {
    uint32_t written = 0;  // epoch of `later_`
    places_.for_each(item.standing, [&](mix::LineHead head) {
      if (head.epoch != written) {
        written = head.epoch;
        later_.clear();
        later_.append(line.substr(0, item.epoch_at));
        later_.append(std::to_string(head.epoch));
        later_.append(line.substr(item.epoch_at + 1));
      }
      const std::string_view own = head.epoch == 0 ? line : later_.view();
      head.tie = item.hash + head.epoch;
      head.id_bytes = item.id_bytes;
      head.line_bytes = static_cast<uint32_t>(own.size());
      writer_.add(head, id, own);
    });
  }

  void add_copy(const Document& document, const Standing& standing, stats::Ledger& ledger,
                SourceTotals& totals) const {
    const uint64_t bytes = document.text_bytes();
    const uint64_t tokens = standing.counted.tokens;
    if (standing.held_out) {
      totals = {.held_out_documents = 1, .held_out_bytes = bytes, .held_out_tokens = tokens};
      return;
    }
    if (totals.documents == 0) {
      totals.unique_documents = 1;
      totals.unique_bytes = bytes;
      totals.unique_tokens = tokens;
    } else {
      const stats::Measure copy{.id = document.id(), .bytes = bytes, .tokens = tokens};
      ledger.repeat(copy);
      ledger.keep(copy, copy, fields_.common().groups(document));
    }
    ++totals.documents;
    totals.bytes += bytes;
    totals.tokens += tokens;
  }

  const MixFields& fields_;
  const Places& places_;
  std::vector<SourceTotals>& totals_;
  mix::LineWriter writer_;
  std::vector<std::string> labels_;  // by source
  Buffer later_;                     // the line of a later epoch
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
    return places.takes(places.of(document)) ? pipeline::Verdict::keep()
                                             : pipeline::Verdict::reject(kOverQuota);
  };
  pipeline::RunResult result = pipeline::run(run, own, {{"mix", judge}});
  lines.publish();
  return result;
}

}  // namespace sluice::mix_tool
