// Steps of a profile: each judges a document's text, or edits it, or both. A profile is a list of
// them, for each language (profile.h).
//
// Every step is applied to every document, whatever the steps before it said, so that each rule's
// values and "would drop" are of all documents; only the first rule that drops is the reason.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quality/signal.h"

namespace sluice::quality {

enum class Comparison : uint8_t { none, above, at_least, below, at_most };

// How a comparison is spelled.
struct ComparisonWords {
  std::string_view sign;    // in tables and charts
  std::string_view name;    // in stats files
  std::string_view key;     // in rule files
  std::string_view phrase;  // in sentences
};
// By Comparison; of none all are empty.
inline constexpr std::array<ComparisonWords, 5> kComparisonWords{{
    {},
    {">", "above", "drop_above", "is above"},
    {">=", "at_least", "drop_at_least", "is at least"},
    {"<", "below", "drop_below", "is below"},
    {"<=", "at_most", "drop_at_most", "is at most"},
}};
constexpr const ComparisonWords& words_for(Comparison comparison) {
  return kComparisonWords[static_cast<size_t>(comparison)];
}

// What is constant of a rule: of all documents' rules the same list (Filter::rules()).
struct RuleInfo {
  std::string profile;  // "fineweb"
  std::string step;     // "gopher_quality"
  std::string reason;   // "gopher_short_doc"; unique within its step
  std::string signal;   // "word_count"; of an edit's line test its name: "contains"
  Scale scale = Scale::fraction;
  Comparison comparison = Comparison::none;  // of the fall-back language; none: measured only
  double threshold = 0;                      // of the fall-back language
  std::string model;  // whose language scores the threshold was made for ("lid.176")
};

// What one rule says of one document.
struct Finding {
  std::optional<double> value = {};  // nothing: the text has no such value
  bool drops = false;
  Comparison comparison = Comparison::none;  // of the document's language; none: measured only
  double threshold = 0;
  std::string detail = {};  // for people, of rules that drop; may be empty
};

// Where a step that annotates found something in a text.
struct Place {
  std::string_view kind;  // "email", "ip"; lives as long as the program
  uint64_t begin = 0;     // code point
  uint64_t end = 0;       // code point behind it

  friend auto operator<=>(const Place&, const Place&) = default;
};

// What a step did to one document.
struct Applied {
  bool edited = false;
  // Its finding that drops the document first: mostly the first of them that drops, but an edit
  // meets its lines in the order of the text. Nothing: the step keeps it.
  std::optional<size_t> first;
};

class Step {
 public:
  virtual ~Step() = default;

  // The step's rules, in order; profile and step are filled in by the caller.
  virtual std::vector<RuleInfo> rules() const = 0;
  // Fills in a finding for each rule; they come as Finding{}. A step that changes the text appends
  // the new one to `edited`, which comes empty, and says so.
  virtual Applied apply(Analysis& analysis, std::span<Finding> findings,
                        std::string& edited) const = 0;

  // Whether the step tells where it finds something.
  virtual bool annotates() const { return false; }
  // Appends these places of a text, in order.
  virtual void find_places(std::string_view, std::vector<Place>&) const {}
};

// When a rule drops: its keys drop_above, drop_at_least, drop_below, drop_at_most (one of them, or
// none: measured only) and undefined.
struct Threshold {
  Comparison comparison = Comparison::none;
  double value = 0;
  bool drops_undefined = false;  // what has no value is dropped: undefined = "drop"

  // `drop = false` stands in the place of a threshold (in a language's table): measured only, and
  // what has no value is kept. Throws ConfigError, also about a threshold beyond `bound`, but for
  // drop_above beyond 100, which is how datatrove turns a rule off (short_line_thr=999).
  static Threshold read(Record& record, Bound bound = Bound::none);
  // What a rule with this threshold says of a value.
  void judge(std::optional<double> value, Finding& finding) const;
};

// A rule as it is applied.
struct Rule {
  RuleInfo info;
  Bound bound = Bound::none;
  Threshold threshold;
  std::shared_ptr<const Signal> signal;

  // Reads reason, signal, the signal's own keys, threshold, and `model` of language scores. Throws
  // ConfigError with file and line, also about keys that nobody knows.
  static Rule read(Record& record, const Setting& setting);
  // The same with the threshold of `record`, which has no other keys. Its signal is shared, whose
  // lists and models may be large.
  Rule with_threshold(Record& record) const;
  void judge(Analysis& analysis, Finding& finding) const;

 private:
  // Reads the threshold, and finishes.
  void take_threshold(Record& record);
};

// The key `reason` of a rule or line test, which must be there.
std::string read_reason(Record& record);

// A step of rules that only judge. Languages may share them.
std::unique_ptr<const Step> make_rule_step(std::vector<std::shared_ptr<const Rule>> rules);

// The first finding that drops.
std::optional<size_t> first_drop(std::span<const Finding> findings);

}  // namespace sluice::quality
