#include "judge.h"

#include <algorithm>
#include <utility>

#include "decontaminate/trim.h"
#include "document/json_writer.h"

namespace sluice::decontaminate_tool {
namespace {

using decontaminate::EvaluationIndex;
using decontaminate::Finding;
using decontaminate::ItemRecord;
using decontaminate::Span;

constexpr int kMostCuts = 4;  // what holds items after so many is dropped

stats::Details number(uint64_t value) { return {static_cast<int64_t>(value)}; }

double as_share(uint32_t score) { return static_cast<double>(score) / decontaminate::kFullScore; }

// set, split, item: the beginning of an object.
void name_item(JsonWriter& json, const EvaluationIndex& index, uint32_t item) {
  const ItemRecord& record = index.tables().items[item];
  json.key("set").string(index.string(record.set));
  if (record.split.bytes > 0) json.key("split").string(index.string(record.split));
  json.key("item").string(index.string(record.id));
}

void write_span(JsonWriter& json, const Span& span) {
  json.begin_array().number(uint64_t{span.begin}).number(uint64_t{span.end}).end_array();
}

}  // namespace

Judge::Judge(const EvaluationIndex& index, const decontaminate::Scanner& scanner,
             const Options& options, Fields& fields)
    : index_(index),
      scanner_(scanner),
      options_(options),
      token_count_(fields.add("metadata.token_count")),
      contamination_(fields.add("metadata.contamination")),
      workers_([&index] { return std::make_unique<Worker>(index); }),
      nothing_found_(new_report()),
      report_(nothing_found_) {}

decontaminate::Report Judge::new_report() const {
  decontaminate::Report report = decontaminate::make_report(index_, scanner_);
  report.action = options_.action_name;
  report.policy = options_.policy;
  report.frequencies = options_.frequencies;
  return report;
}

pipeline::Stage Judge::stage() {
  return {.name = "decontaminate", .judge = [this](Document& document) {
            return workers_.with([&](Worker& worker) { return judge(document, worker); });
          }};
}

pipeline::Verdict Judge::judge(Document& document, Worker& worker) const {
  const std::string_view text = document.text();
  scanner_.scan(text, worker.scratch, worker.findings);
  const uint64_t tokens =
      options_.counts_tokens ? pipeline::stored_tokens(document, token_count_).value_or(0) : 0;
  decontaminate::ScannedDocument scanned{.id = document.id(), .text = text, .tokens = tokens};
  if (worker.findings.empty()) {
    worker.tally.add(scanned, {});
    return pipeline::Verdict::keep();
  }
  // Edits end views of the document, so that it is counted first, by what will be left.
  const std::string before = options_.action == Action::annotate ? "" : trimmed(text, worker);
  const uint64_t left = options_.action == Action::annotate ? text.size() : before.size();
  scanned.tokens_removed = tokens - (text.empty() ? 0 : tokens * left / text.size());
  worker.tally.add(scanned, worker.findings);
  if (options_.action == Action::annotate) {
    annotate(document, worker);
    return pipeline::Verdict::keep();
  }
  if (before.empty()) return reject(worker);
  document.set_text(before);
  return pipeline::Verdict::keep();
}

// What is left of a text: nothing where that has no words, or where it is dropped. What is cut out
// may leave pieces that make an item together, and of an item that is repeated very often the
// scanner tells the first runs; so the rest is scanned again.
std::string Judge::trimmed(std::string_view text, Worker& worker) const {
  if (options_.action == Action::drop) return {};
  std::string rest = cut(text, worker.findings);
  for (int cuts = 1; cuts < kMostCuts; ++cuts) {
    reader_.read(rest, worker.scratch.reading, worker.words);
    if (worker.words.empty()) return {};
    scanner_.scan(rest, worker.scratch, worker.left);
    if (worker.left.empty()) return rest;
    rest = cut(rest, worker.left);
  }
  return {};
}

std::string Judge::cut(std::string_view text, std::span<const Finding> findings) const {
  std::vector<Span> all;
  for (const Finding& finding : findings) {
    all.insert(all.end(), finding.spans.begin(), finding.spans.end());
  }
  const std::vector<Span> spans = decontaminate::united(std::move(all));
  return options_.action == Action::trim_gpt3 ? decontaminate::cut_as_gpt3(text, spans).value_or("")
                                              : decontaminate::without(text, spans);
}

pipeline::Verdict Judge::reject(Worker& worker) const {
  const Finding& worst = worker.findings.front();
  worker.json.clear();
  JsonWriter json(worker.json);
  json.begin_object();
  name_item(json, index_, worst.item);
  json.key("span");
  write_span(json, {worst.spans.front().begin, worst.spans.back().end});
  json.key("n").number(worst.words);
  json.key("score").number(as_share(worst.score));
  json.key("items").number(uint64_t{worker.findings.size()});
  json.end_object();
  return pipeline::Verdict::reject(kContaminated, std::string(worker.json.view()));
}

void Judge::annotate(Document& document, Worker& worker) const {
  worker.json.clear();
  JsonWriter json(worker.json);
  json.begin_array();
  const size_t count = std::min(worker.findings.size(), kMostAnnotated);
  for (const Finding& finding : std::span(worker.findings).first(count)) {
    json.begin_object();
    name_item(json, index_, finding.item);
    json.key("spans").begin_array();
    for (const Span& span : finding.spans) write_span(json, span);
    json.end_array();
    json.key("n").number(finding.words);
    json.key("score").number(as_share(finding.score));
    json.end_object();
  }
  json.end_array();
  document.set_json(contamination_, worker.json.view());
}

void Judge::add_details(stats::Details::Object& details) {
  decontaminate::Report job = nothing_found_;
  for (const auto& worker : workers_.take_all()) worker->tally.write(job);
  stats::Details::Object sets;
  for (const auto& [name, split] : job.splits) {
    if (split.documents == 0) continue;
    stats::Details::Object row;
    row["documents"] = number(split.documents);
    row["tokens_removed"] = number(split.tokens_removed);
    sets[name.first + (name.second.empty() ? "" : "/" + name.second)] = {std::move(row)};
  }
  stats::Details::Object found;
  found["documents"] = number(job.contaminated_documents);
  found["tokens_removed"] = number(job.tokens_removed);
  found["index"] = {job.index};
  found["frequencies"] = {job.frequencies};
  found["sets"] = {std::move(sets)};
  details["contamination"] = {std::move(found)};
  report_ += job;
}

}  // namespace sluice::decontaminate_tool
