#include "quality/step.h"

#include <algorithm>
#include <utility>

#include "base/suggest.h"

namespace sluice::quality {
namespace {

constexpr std::string_view kLanguageScore = "language_score";

bool exceeds(Comparison comparison, double value, double threshold) {
  switch (comparison) {
    case Comparison::none:
      return false;
    case Comparison::above:
      return value > threshold;
    case Comparison::at_least:
      return value >= threshold;
    case Comparison::below:
      return value < threshold;
    case Comparison::at_most:
      return value <= threshold;
  }
  return false;
}

class RuleStep : public Step {
 public:
  explicit RuleStep(std::vector<std::shared_ptr<const Rule>> rules) : rules_(std::move(rules)) {}

  std::vector<RuleInfo> rules() const override {
    std::vector<RuleInfo> infos;
    for (const auto& rule : rules_) infos.push_back(rule->info);
    return infos;
  }

  Applied apply(Analysis& analysis, std::span<Finding> findings, std::string&) const override {
    for (size_t i = 0; i < rules_.size(); ++i) rules_[i]->judge(analysis, findings[i]);
    return {.first = first_drop(findings)};
  }

 private:
  std::vector<std::shared_ptr<const Rule>> rules_;
};

}  // namespace

std::optional<size_t> first_drop(std::span<const Finding> findings) {
  const auto first = std::ranges::find(findings, true, &Finding::drops);
  if (first == findings.end()) return std::nullopt;
  return static_cast<size_t>(first - findings.begin());
}

Threshold Threshold::read(Record& record, Bound bound) {
  Threshold threshold;
  for (size_t i = 1; i < kComparisonWords.size(); ++i) {
    const std::string_view key = kComparisonWords[i].key;
    if (!record.signed_number(key, threshold.value)) continue;
    if (threshold.comparison != Comparison::none) {
      record.fail_at(key, "a rule has one threshold; this is the second");
    }
    threshold.comparison = static_cast<Comparison>(i);
    const bool is_off = threshold.comparison == Comparison::above && threshold.value > 100;
    if (bound == Bound::one && !is_off) check_share(record, key, threshold.value);
  }
  std::string undefined = "keep";
  record.text("undefined", undefined);
  if (undefined != "keep" && undefined != "drop") {
    record.fail_at("undefined", "'undefined' must be \"keep\" or \"drop\"");
  }
  bool drop = true;
  if (record.flag("drop", drop)) {
    if (drop || threshold.comparison != Comparison::none) {
      record.fail_at("drop", "'drop' can only be false, in the place of a threshold");
    }
    return threshold;
  }
  threshold.drops_undefined = undefined == "drop";
  if (threshold.drops_undefined && threshold.comparison == Comparison::none) {
    record.fail_at("undefined", "a rule that drops what has no value needs a threshold, too");
  }
  return threshold;
}

void Threshold::judge(std::optional<double> measured, Finding& finding) const {
  finding.value = measured;
  finding.comparison = comparison;
  finding.threshold = value;
  finding.drops = measured ? exceeds(comparison, *measured, value) : drops_undefined;
}

std::string read_reason(Record& record) {
  std::string reason;
  if (!record.text("reason", reason) || reason.empty()) record.fail("needs a 'reason'");
  return reason;
}

Rule Rule::read(Record& record, const Setting& setting) {
  Rule rule;
  rule.info.reason = read_reason(record);
  if (!record.text("signal", rule.info.signal)) record.fail("needs a 'signal'");
  const auto kinds = signal_kinds();
  const auto kind = std::ranges::find(kinds, rule.info.signal, &SignalKind::name);
  if (kind == kinds.end()) {
    std::vector<std::string_view> names;
    for (const SignalKind& each : kinds) names.push_back(each.name);
    record.fail_at("signal", "unknown signal '" + rule.info.signal + "'" +
                                 did_you_mean(rule.info.signal, names));
  }
  rule.signal = make_signal(*kind, record, setting);
  rule.bound = kind->bound;
  rule.info.scale = kind->scale;
  if (kind->name == kLanguageScore) record.text("model", rule.info.model);
  rule.take_threshold(record);
  return rule;
}

Rule Rule::with_threshold(Record& record) const {
  Rule rule = *this;
  rule.take_threshold(record);
  return rule;
}

void Rule::take_threshold(Record& record) {
  threshold = Threshold::read(record, bound);
  info.comparison = threshold.comparison;
  info.threshold = threshold.value;
  if (info.signal == kLanguageScore && info.model.empty() &&
      threshold.comparison != Comparison::none) {
    record.fail("a threshold on language_score names the 'model' that it was made for");
  }
  record.finish();
}

void Rule::judge(Analysis& analysis, Finding& finding) const {
  threshold.judge(signal->measure(analysis), finding);
  if (finding.drops) finding.detail = signal->detail(analysis);
}

std::unique_ptr<const Step> make_rule_step(std::vector<std::shared_ptr<const Rule>> rules) {
  return std::make_unique<RuleStep>(std::move(rules));
}

}  // namespace sluice::quality
