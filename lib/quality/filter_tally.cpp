#include "quality/filter_tally.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/format.h"
#include "stats/checked.h"
#include "stats/groups.h"

namespace sluice::quality {
namespace {

using stats::Details;

constexpr std::array<std::string_view, 3> kScales = {"fraction", "count", "length"};

Details number(uint64_t value) { return {static_cast<int64_t>(value)}; }
Details text(std::string_view value) { return {std::string(value)}; }

// Of what says nothing there is no member.
void put_sum(Details::Object& object, const char* key, int64_t value) {
  if (value != 0) object[key] = {value};
}
void put_count(Details::Object& object, const char* key, uint64_t value) {
  put_sum(object, key, static_cast<int64_t>(value));
}

Details::Object counts_of(const RuleTally& tally) {
  Details::Object counts;
  counts["documents"] = number(tally.documents);
  put_count(counts, "would_drop", tally.would_drop);
  put_count(counts, "dropped_first", tally.dropped_first);
  put_count(counts, "dropped_first_bytes", tally.dropped_first_bytes);
  put_count(counts, "undefined", tally.undefined);
  return counts;
}

std::string threshold_text(Comparison comparison, double threshold) {
  return comparison == Comparison::none ? "" : shortest_double(threshold);
}

Details::Object counts_of_language(const RuleTally& tally, const RuleInfo& rule) {
  Details::Object counts = counts_of(tally);
  const std::string threshold = threshold_text(tally.comparison, tally.threshold);
  if (tally.comparison != rule.comparison ||
      threshold != threshold_text(rule.comparison, rule.threshold)) {
    counts["comparison"] = text(words_for(tally.comparison).name);
    counts["threshold"] = text(threshold);
  }
  return counts;
}

Details::Object histogram_of(const ValueHistogram& values) {
  Details::Object buckets;
  for (size_t bucket = values.begin(); bucket < values.end(); ++bucket) {
    if (values.at(bucket) > 0) buckets[std::to_string(bucket)] = number(values.at(bucket));
  }
  Details::Object histogram;
  put_sum(histogram, "sum", values.sums().values);
  put_sum(histogram, "squares", values.sums().squares);
  put_sum(histogram, "square_rests", values.sums().square_rests);
  histogram["buckets"] = {std::move(buckets)};
  return histogram;
}

// Reads what write() wrote; every complaint names the place.
class DetailsReader {
 public:
  DetailsReader(const Details& details, std::string place)
      : details_(details), place_(std::move(place)) {}

  const Details::Object& object() const { return as<Details::Object>("an object"); }
  DetailsReader member(const std::string& key) const {
    const auto found = object().find(key);
    if (found == object().end()) fail("there is no '" + key + "'");
    return {found->second, place_ + "." + key};
  }
  bool has(const std::string& key) const { return object().contains(key); }
  int64_t integer_or_0(const std::string& key) const {
    return has(key) ? member(key).integer() : 0;
  }
  uint64_t count_or_0(const std::string& key) const { return has(key) ? member(key).count() : 0; }
  const std::string& string() const { return as<std::string>("a string"); }
  int64_t integer() const { return as<int64_t>("a whole number"); }
  uint64_t count() const {
    if (integer() < 0) fail("expected a whole number of 0 or more");
    return static_cast<uint64_t>(integer());
  }
  [[noreturn]] void fail(const std::string& what) const { throw ConfigError(place_ + ": " + what); }

 private:
  template <class T>
  const T& as(const char* what) const {
    const T* value = std::get_if<T>(&details_.value);
    if (value == nullptr) fail(std::string("expected ") + what);
    return *value;
  }

  const Details& details_;
  std::string place_;
};

ValueHistogram read_histogram(Scale scale, const DetailsReader& from) {
  std::vector<std::pair<size_t, uint64_t>> counts;
  const DetailsReader buckets = from.member("buckets");
  for (const auto& [name, times] : buckets.object()) {
    const auto bucket = parse_u64(name);
    if (!bucket) buckets.fail("'" + name + "' is no bucket");
    counts.emplace_back(*bucket, DetailsReader(times, "details").count());
  }
  const ValueHistogram::Sums sums = {.values = from.integer_or_0("sum"),
                                     .squares = from.integer_or_0("squares"),
                                     .square_rests = from.integer_or_0("square_rests")};
  auto values = ValueHistogram::from(scale, sums, counts);
  if (!values) buckets.fail("a bucket is too large for this scale");
  return *std::move(values);
}

Comparison read_comparison(const DetailsReader& from) {
  const auto found = std::ranges::find(kComparisonWords, from.string(), &ComparisonWords::name);
  if (found == kComparisonWords.end()) {
    from.fail("there is no comparison '" + from.string() + "'");
  }
  return static_cast<Comparison>(found - kComparisonWords.begin());
}

struct SpelledThreshold {
  Comparison comparison = Comparison::none;
  std::string threshold;
  double value = 0;
};

SpelledThreshold read_threshold(const DetailsReader& from) {
  SpelledThreshold read;
  read.comparison = read_comparison(from.member("comparison"));
  const DetailsReader threshold = from.member("threshold");
  read.threshold = threshold.string();
  if (read.comparison == Comparison::none) return read;
  const auto value = parse_double(read.threshold);
  if (!value) threshold.fail("'" + read.threshold + "' is no number");
  read.value = *value;
  return read;
}

RuleTally read_counts(const DetailsReader& from) {
  RuleTally tally;
  tally.documents = from.member("documents").count();
  tally.would_drop = from.count_or_0("would_drop");
  tally.dropped_first = from.count_or_0("dropped_first");
  tally.dropped_first_bytes = from.count_or_0("dropped_first_bytes");
  tally.undefined = from.count_or_0("undefined");
  return tally;
}

// What a rule has in "rules" and in "histograms"; of the latter nothing where there are no values.
class RuleReader {
 public:
  RuleReader(const DetailsReader& details, const std::string& key)
      : rule_(details.member("rules").member(key)) {
    if (!details.member("histograms").has(key)) return;
    histogram_.emplace(details.member("histograms").member(key));
    const auto scale = scale_called(histogram_->member("scale").string());
    if (!scale) histogram_->fail("there is no such scale");
    scale_ = *scale;
  }

  RuleRecord read(const std::string& key) const {
    const SpelledThreshold fallback = read_threshold(rule_);
    RuleRecord record{.key = key,
                      .signal = rule_.member("signal").string(),
                      .comparison = fallback.comparison,
                      .threshold = fallback.threshold};
    if (rule_.has("languages")) {
      const DetailsReader languages = rule_.member("languages");
      for (const auto& [language, unused] : languages.object()) {
        if (language.size() > stats::kMaxKeyBytes) languages.fail("a language's name is too long");
        const DetailsReader from = languages.member(language);
        RuleTally tally = read_counts(from);
        const SpelledThreshold own = from.has("comparison") ? read_threshold(from) : fallback;
        tally.comparison = own.comparison;
        tally.threshold = own.value;
        tally.values = values_of("languages", language);
        record.languages.emplace(language, std::move(tally));
      }
    }
    if (rule_.has("all_languages")) {
      RuleTally all = read_counts(rule_.member("all_languages"));
      all.values = values_of("all_languages", "");
      for (const auto& [language, tally] : record.languages) all += tally;
      record.languages.clear();
      record.all_languages = std::move(all);
    }
    return record;
  }

 private:
  // `language`: empty for the group itself.
  ValueHistogram values_of(const std::string& group, const std::string& language) const {
    if (!histogram_ || !histogram_->has(group)) return ValueHistogram(scale_);
    const DetailsReader from = histogram_->member(group);
    if (group == "all_languages") return read_histogram(scale_, from);
    return from.has(language) ? read_histogram(scale_, from.member(language))
                              : ValueHistogram(scale_);
  }

  DetailsReader rule_;
  std::optional<DetailsReader> histogram_;
  Scale scale_ = Scale::fraction;
};

}  // namespace

RuleTally& RuleTally::operator+=(const RuleTally& other) {
  stats::add_checked(documents, other.documents);
  stats::add_checked(would_drop, other.would_drop);
  stats::add_checked(dropped_first, other.dropped_first);
  stats::add_checked(dropped_first_bytes, other.dropped_first_bytes);
  stats::add_checked(undefined, other.undefined);
  values += other.values;
  return *this;
}

std::string key_of(const RuleInfo& rule) {
  return rule.profile + "/" + rule.step + "/" + rule.reason;
}

std::vector<std::string> reject_reasons(std::span<const RuleInfo> rules) {
  std::vector<std::string> reasons;
  for (const RuleInfo& rule : rules) {
    const auto same_reason = [&](const RuleInfo& other) { return other.reason == rule.reason; };
    const auto same_step = [&](const RuleInfo& other) {
      return same_reason(other) && other.step == rule.step;
    };
    if (std::ranges::count_if(rules, same_reason) == 1) {
      reasons.push_back(rule.reason);
    } else if (std::ranges::count_if(rules, same_step) == 1) {
      reasons.push_back(rule.step + "/" + rule.reason);
    } else {
      reasons.push_back(key_of(rule));
    }
  }
  return reasons;
}

std::string_view name_of(Scale scale) { return kScales[static_cast<size_t>(scale)]; }
std::optional<Scale> scale_called(std::string_view name) {
  const auto found = std::ranges::find(kScales, name);
  if (found == kScales.end()) return std::nullopt;
  return static_cast<Scale>(found - kScales.begin());
}

FilterTally::Tallies FilterTally::empty() const {
  Tallies tallies;
  for (const RuleInfo& rule : rules_) {
    tallies.emplace_back();
    tallies.back().values = ValueHistogram(rule.scale);
  }
  return tallies;
}

FilterTally::Tallies& FilterTally::of(std::string_view language) {
  if (all_languages_) return *all_languages_;
  const auto found = languages_.find(language);
  if (found != languages_.end()) return found->second;
  if (languages_.size() == kMaxLanguages) return give_up_languages();
  return languages_.emplace(language, empty()).first->second;
}

FilterTally::Tallies& FilterTally::give_up_languages() {
  if (all_languages_) return *all_languages_;
  all_languages_ = empty();
  for (const auto& [language, tallies] : languages_) {
    for (size_t i = 0; i < tallies.size(); ++i) (*all_languages_)[i] += tallies[i];
  }
  languages_.clear();
  return *all_languages_;
}

void FilterTally::add(std::string_view language, const Judgement& judgement, uint64_t bytes) {
  Tallies& tallies = of(language);
  for (size_t i = 0; i < tallies.size(); ++i) {
    RuleTally& tally = tallies[i];
    const Finding& finding = judgement.findings[i];
    ++tally.documents;
    if (finding.drops) ++tally.would_drop;
    if (finding.value) {
      tally.values.add(*finding.value);
    } else {
      ++tally.undefined;
    }
    if (!all_languages_) {
      tally.comparison = finding.comparison;
      tally.threshold = finding.threshold;
    }
  }
  if (judgement.first) {
    RuleTally& first = tallies[*judgement.first];
    ++first.dropped_first;
    stats::add_checked(first.dropped_first_bytes, bytes);
  }
}

FilterTally& FilterTally::operator+=(const FilterTally& other) {
  if (other.all_languages_) {
    Tallies& sum = give_up_languages();
    for (size_t i = 0; i < sum.size(); ++i) sum[i] += (*other.all_languages_)[i];
  }
  for (const auto& [language, tallies] : other.languages_) {
    Tallies& sum = of(language);
    for (size_t i = 0; i < sum.size(); ++i) {
      sum[i] += tallies[i];
      if (!all_languages_) {
        sum[i].comparison = tallies[i].comparison;
        sum[i].threshold = tallies[i].threshold;
      }
    }
  }
  return *this;
}

void FilterTally::write(Details::Object& details) const {
  Details::Object rules;
  Details::Object histograms;
  for (size_t i = 0; i < rules_.size(); ++i) {
    const RuleInfo& rule = rules_[i];
    Details::Object record;
    Details::Object histogram;
    Details::Object counts;
    Details::Object values;
    for (const auto& [language, tallies] : languages_) {
      counts[language] = {counts_of_language(tallies[i], rule)};
      if (tallies[i].values.count() > 0) values[language] = {histogram_of(tallies[i].values)};
    }
    if (all_languages_) {
      const RuleTally& all = (*all_languages_)[i];
      record["all_languages"] = {counts_of(all)};
      if (all.values.count() > 0) histogram["all_languages"] = {histogram_of(all.values)};
    }
    if (!counts.empty()) record["languages"] = {std::move(counts)};
    if (!values.empty()) histogram["languages"] = {std::move(values)};
    record["signal"] = text(rule.signal);
    if (!rule.model.empty()) record["model"] = text(rule.model);
    record["comparison"] = text(words_for(rule.comparison).name);
    record["threshold"] = text(threshold_text(rule.comparison, rule.threshold));
    rules[key_of(rule)] = {std::move(record)};
    if (histogram.empty()) continue;
    histogram["scale"] = text(name_of(rule.scale));
    histograms[key_of(rule)] = {std::move(histogram)};
  }
  details["rules"] = {std::move(rules)};
  details["histograms"] = {std::move(histograms)};
}

RuleTally RuleRecord::all() const {
  if (all_languages) return *all_languages;
  RuleTally sum;
  bool first = true;
  for (const auto& [language, tally] : languages) {
    if (std::exchange(first, false)) sum.values = ValueHistogram(tally.values.scale());
    sum += tally;
  }
  return sum;
}

std::vector<RuleRecord> read_rules(const Details& details) {
  const DetailsReader top(details, "details");
  if (!top.has("rules") || !top.has("histograms")) {
    top.fail("holds no rules; is this a stats file of sluice-filter?");
  }
  std::vector<RuleRecord> records;
  for (const auto& [key, unused] : top.member("rules").object()) {
    records.push_back(RuleReader(top, key).read(key));
  }
  return records;
}

}  // namespace sluice::quality
