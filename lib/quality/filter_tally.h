// What each rule said of the documents of each language: counts, and a histogram of its values.
//
//   FilterTally tally(filter.rules());                  // one a thread
//   tally.add("en", judgement, document.text_bytes());
//   all += tally;                                       // in any order
//   all.write(details);                                 // details.rules, details.histograms
//   read_rules(stats.details)                           // the same back, of files added up
//
// In the stats file (docs/sluice-filter.md tells all of it):
//
//   "rules": {"fineweb/gopher_quality/gopher_short_doc": {
//      "signal": "word_count", "comparison": "below", "threshold": "50",
//      "languages": {"en": {"documents": 9, "would_drop": 2, "dropped_first": 1, …},
//                    "de": {"documents": 8, …, "comparison": "below", "threshold": "40"}}}}
//   "histograms": {"fineweb/gopher_quality/gopher_short_doc": {
//      "scale": "count", "languages": {"en": {"sum": …, "squares": …, "buckets": {"45": 3}}}}}
//
// What would say nothing is left out, since there are many rules and languages: counts and sums of
// 0, thresholds that are the fall-back's, histograms without values.
//
// A filter that meets more than kMaxLanguages languages gives them up as a whole: all is then
// counted in "all_languages" in place of "languages", which does not depend on the order of adding.
// Files still add up: where one has given up, only what all languages have in common is read back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quality/filter.h"
#include "quality/histogram.h"
#include "stats/stats_file.h"

namespace sluice::quality {

// Of one rule and language.
struct RuleTally {
  uint64_t documents = 0;            // judged
  uint64_t would_drop = 0;           // whatever other rules say
  uint64_t dropped_first = 0;        // no rule before it dropped them
  uint64_t dropped_first_bytes = 0;  // of text, as it came
  uint64_t undefined = 0;            // documents that have no such value
  // Of the language; none where it only measures, or all are counted together.
  Comparison comparison = Comparison::none;
  double threshold = 0;
  ValueHistogram values;

  RuleTally& operator+=(const RuleTally& other);
};

// "fineweb/gopher_quality/gopher_short_doc".
std::string key_of(const RuleInfo& rule);

// For each rule the name under which the ledger counts its documents: its reason, or as much of the
// step and profile before it as tells it from other rules.
std::vector<std::string> reject_reasons(std::span<const RuleInfo> rules);

// "fraction", "count", "length". And back; nothing if there is no such name.
std::string_view name_of(Scale scale);
std::optional<Scale> scale_called(std::string_view name);

class FilterTally {
 public:
  static constexpr size_t kMaxLanguages = 4096;

  // `rules` must outlive the tally.
  explicit FilterTally(std::span<const RuleInfo> rules) : rules_(rules) {}

  // Allocates only for languages and buckets that are new.
  void add(std::string_view language, const Judgement& judgement, uint64_t bytes);
  // Of the same rules.
  FilterTally& operator+=(const FilterTally& other);

  void write(stats::Details::Object& details) const;

 private:
  using Tallies = std::vector<RuleTally>;  // by rule

  Tallies& of(std::string_view language);
  Tallies empty() const;
  // The tallies of all languages from now on.
  Tallies& give_up_languages();

  std::span<const RuleInfo> rules_;
  std::map<std::string, Tallies, std::less<>> languages_;
  std::optional<Tallies> all_languages_;  // once these were given up
};

// A rule as stats files tell of it.
struct RuleRecord {
  std::string key;  // key_of()
  std::string signal;
  Comparison comparison = Comparison::none;
  std::string threshold;  // of the fall-back, as it is spelled; empty: none
  std::map<std::string, RuleTally> languages = {};
  // Of all documents, where languages were given up; there are none then.
  std::optional<RuleTally> all_languages = {};

  // Over all languages.
  RuleTally all() const;
};

// In order of keys. Throws ConfigError, naming the key, where details are not what write() makes,
// and where they hold no rules.
std::vector<RuleRecord> read_rules(const stats::Details& details);

}  // namespace sluice::quality
