#include "judge.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "cli/tool.h"
#include "document/json_writer.h"

namespace sluice::filter_tool {
namespace {

using quality::Finding;
using quality::RuleInfo;

stats::Details number(uint64_t value) { return {static_cast<int64_t>(value)}; }

}  // namespace

std::string sentence_of(const RuleInfo& rule, const Finding& finding) {
  std::string text = rule.step + "/" + rule.reason + ":";
  if (!rule.signal.empty()) text += " " + rule.signal;
  if (finding.value) {
    text += " " + plain_double(*finding.value);
    if (finding.comparison != quality::Comparison::none) {
      text += " " + std::string(words_for(finding.comparison).phrase) + " " +
              plain_double(finding.threshold);
    }
  } else if (!rule.signal.empty()) {
    text += " has no value";
  }
  if (!finding.detail.empty()) text += " (" + finding.detail + ")";
  return text;
}

FactFields::FactFields(const Options& options, Fields& fields)
    : language_(cli::configured_by("--language-field",
                                   [&] { return fields.add(options.language_field); })),
      score_(fields.add("metadata.language_score")),
      url_(cli::configured_by("--url-field", [&] { return fields.add(options.url_field); })) {}

quality::Facts FactFields::of(const Document& document) const {
  quality::Facts facts;
  facts.id = document.id();
  facts.language = document.string(language_).value_or("");
  facts.url = document.string(url_).value_or("");
  const FieldValue score = document.field(score_);
  if (score.type == ValueType::number) facts.language_score = parse_double(score.raw);
  return facts;
}

Judge::Worker::Worker(const quality::Filter& filter)
    : tally(filter.rules()), own(filter.profiles().size()), fall_back(filter.profiles().size()) {}

Judge::Judge(const quality::Filter& filter, const Options& options, Fields& fields)
    : filter_(filter),
      options_(options),
      facts_(options.facts, fields),
      reasons_(quality::reject_reasons(filter.rules())),
      workers_([&filter] { return std::make_unique<Worker>(filter); }) {
  if (options.annotate) quality_ = fields.add("metadata.quality");
  if (filter.annotates()) pii_ = fields.add("metadata.pii");
}

pipeline::Verdict Judge::operator()(Document& document) {
  return workers_.with([&](Worker& worker) { return judge(document, worker); });
}

pipeline::Verdict Judge::judge(Document& document, Worker& worker) const {
  quality::Facts facts = facts_.of(document);
  facts.language = worker.names.canonical(facts.language);
  const std::string_view text = document.text();
  filter_.judge(text, facts, worker.scratch, worker.judgement);
  const quality::Judgement& judgement = worker.judgement;
  count(facts.language, text.size(), worker);
  if (judgement.first && !options_.annotate) {
    return pipeline::Verdict::reject(reasons_[*judgement.first], detail_of(judgement));
  }
  const bool edits = judgement.edited && options_.apply_edits;
  if (filter_.annotates()) {
    // Of the text that is written; as long as the document is not edited, which ends views of it.
    filter_.find_places(edits ? judgement.text : text, facts.language, worker.places);
  }
  if (options_.annotate) annotate(document, worker);
  if (filter_.annotates()) write_places(document, worker);
  if (edits) document.set_text(judgement.text);
  return pipeline::Verdict::keep();
}

void Judge::count(std::string_view language, uint64_t bytes, Worker& worker) const {
  worker.tally.add(language, worker.judgement, bytes);
  if (language.empty()) ++worker.no_language;
  for (size_t i = 0; i < filter_.profiles().size(); ++i) {
    const quality::Profile& profile = filter_.profiles()[i];
    const bool falls_back = &profile.steps(language) == &profile.fallback;
    ++(falls_back ? worker.fall_back : worker.own)[i];
  }
}

void Judge::annotate(Document& document, Worker& worker) const {
  const quality::Judgement& judgement = worker.judgement;
  worker.json.clear();
  JsonWriter json(worker.json);
  json.begin_object();
  json.key("keep").boolean(!judgement.first);
  json.key("drops").begin_array();
  for (size_t i = 0; i < reasons_.size(); ++i) {
    if (judgement.findings[i].drops) json.string(reasons_[i]);
  }
  json.end_array();
  json.key("values").begin_object();
  for (size_t i = 0; i < reasons_.size(); ++i) {
    json.key(reasons_[i]);
    if (judgement.findings[i].value) {
      json.number(*judgement.findings[i].value);
    } else {
      json.null();
    }
  }
  json.end_object();
  bool any = false;
  for (size_t i = 0; i < reasons_.size(); ++i) {
    const std::string& detail = judgement.findings[i].detail;
    if (detail.empty()) continue;
    if (!std::exchange(any, true)) json.key("details").begin_object();
    json.key(reasons_[i]).string(detail);
  }
  if (any) json.end_object();
  json.end_object();
  document.set_json(quality_, worker.json.view());
}

void Judge::write_places(Document& document, Worker& worker) const {
  if (worker.places.empty()) return document.remove(pii_);
  worker.json.clear();
  JsonWriter json(worker.json);
  json.begin_object();
  std::string_view kind;
  for (const quality::Place& place : worker.places) {
    if (place.kind != kind) {
      if (!kind.empty()) json.end_array();
      kind = place.kind;
      json.key(kind).begin_array();
    }
    json.begin_array().number(place.begin).number(place.end).end_array();
  }
  json.end_array().end_object();
  document.set_json(pii_, worker.json.view());
}

std::string Judge::detail_of(const quality::Judgement& judgement) const {
  const auto sentence = [&](size_t i) {
    return sentence_of(filter_.rules()[i], judgement.findings[i]);
  };
  if (!options_.all_reasons) return sentence(*judgement.first);
  std::string detail;
  for (size_t i = 0; i < judgement.findings.size(); ++i) {
    if (!judgement.findings[i].drops) continue;
    if (!detail.empty()) detail += "; ";
    detail += sentence(i);
  }
  return detail;
}

void Judge::add_details(stats::Details::Object& details) {
  Worker sum(filter_);
  for (const auto& worker : workers_.take_all()) {
    sum.tally += worker->tally;
    sum.no_language += worker->no_language;
    for (size_t i = 0; i < sum.own.size(); ++i) {
      sum.own[i] += worker->own[i];
      sum.fall_back[i] += worker->fall_back[i];
    }
  }
  sum.tally.write(details);
  stats::Details::Object profiles;
  for (size_t i = 0; i < sum.own.size(); ++i) {
    stats::Details::Object profile;
    profile["own_language"] = number(sum.own[i]);
    profile["fall_back"] = number(sum.fall_back[i]);
    if (!filter_.profiles()[i].source.empty()) profile["source"] = {filter_.profiles()[i].source};
    profile["words"] = {filter_.profiles()[i].words};
    profile["sentences"] = {filter_.profiles()[i].sentences};
    profiles[filter_.profiles()[i].name] = {std::move(profile)};
  }
  details["profiles"] = {std::move(profiles)};
  details["no_language"] = number(sum.no_language);
}

}  // namespace sluice::filter_tool
