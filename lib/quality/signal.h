// Signals: what can be measured of a document. A rule is a signal with a threshold (step.h).
//
//   [[step.rule]]
//   reason = "gopher_too_many_hashes"
//   signal = "occurrences_per_word"        # a kind of signal: signal_kinds()
//   of = ["#"]                             # its parameters
//   drop_above = 0.1
//
// Kinds are listed by family, a file each (signals_words.cpp, signals_lines.cpp, …; signal.cpp
// names them); each says which program's definition it keeps, and its parameters tell the
// definitions apart.
//
//   std::unique_ptr<const Signal> make_newlines(Record&, const Setting& setting) {
//     return signal_of([words = setting.words](Analysis& analysis) {
//       return share(analysis.occurrences("\n"), analysis.words(words).size());
//     });
//   }
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/toml_records.h"
#include "quality/analysis.h"

namespace sluice::quality {

class Signal {
 public:
  virtual ~Signal() = default;
  // Nothing where the text has no such value (a share of no words). Never NaN or infinite.
  virtual std::optional<double> measure(Analysis& analysis) const = 0;
  // What was found, for people: the phrase, the list's entry. Asked for rules that would drop.
  virtual std::string detail(Analysis&) const { return {}; }
};

// How a histogram of a signal's values is cut into buckets, and charts spell them (histogram.h).
enum class Scale : uint8_t {
  fraction,  // 0..1, and what lies above: shares
  count,     // whole numbers from 0, buckets that grow
  length,    // characters a word and the like: tenths
};

// What values lie below. Not all of Scale::fraction are shares, 0 to 1: there are more line feeds
// than words in some texts, and n-grams that overlap with themselves count double.
enum class Bound : uint8_t { none, one };
inline constexpr Bound kShare = Bound::one;  // whatever the parameters

// What signals of a rule set share, and how they come to files they name.
struct Setting {
  WordDefinition words;
  SentenceDefinition sentences;
  // The content of a list or a model that a rule names, alive as long as the filter; throw
  // ConfigError. Digests take all of a list, and samples of a large model.
  std::function<std::string_view(const std::string& path)> list = {};
  std::function<std::string_view(const std::string& path)> model = {};
  uint64_t seed = 0;  // of random choices (Facts::id)
};

struct SignalKind {
  std::string_view name;
  Scale scale = Scale::fraction;
  std::string_view summary;  // one line, for docs and --help
  // Takes the kind's own keys of the rule; what is left is an error of the caller's finish().
  // By make_signal() alone.
  std::unique_ptr<const Signal> (*make)(Record& parameters, const Setting& setting) = nullptr;
  Bound bound = Bound::none;
};

// All kinds, by name.
std::span<const SignalKind> signal_kinds();
// Throws ConfigError naming the nearest kind.
const SignalKind& signal_kind(std::string_view name);
// A signal of a kind. Beside the kind's own keys, `parameters` may say of which "text": "raw" (the
// document's), or a Normalization by its name.
std::unique_ptr<const Signal> make_signal(const SignalKind& kind, Record& parameters,
                                          const Setting& setting);

// A signal of a function from an analysis to std::optional<double>.
template <class Measure>
std::unique_ptr<const Signal> signal_of(Measure measure) {
  class Measured final : public Signal {
   public:
    explicit Measured(Measure with) : measure_(std::move(with)) {}
    std::optional<double> measure(Analysis& analysis) const override { return measure_(analysis); }

   private:
    Measure measure_;
  };
  return std::make_unique<const Measured>(std::move(measure));
}

// Nothing of nothing is no share.
inline std::optional<double> share(uint64_t part, uint64_t whole) {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(whole);
}

// What several kinds have as parameters. All throw ConfigError where the value is another.

// A word definition or a sentence definition of the rule itself ("words = …"), or the setting's.
WordDefinition words_of(Record& parameters, const Setting& setting);
SentenceDefinition sentences_of(Record& parameters, const Setting& setting);
// "split": a LineSplit by its name.
LineSplit split_of(Record& parameters, LineSplit otherwise);
bool flag_of(Record& parameters, std::string_view key, bool otherwise);
// A whole number from `least` to `most`.
uint64_t count_of(Record& parameters, std::string_view key, uint64_t otherwise, uint64_t least,
                  uint64_t most);
// Throws where a threshold of a share is above 1, and asks whether it is a percentage.
void check_share(const Record& record, std::string_view key, double threshold);
// The place in `names` of the one that is the key's value.
size_t choice_of(Record& parameters, std::string_view key,
                 std::initializer_list<std::string_view> names, size_t otherwise);
// "lists": the contents of the files that it names (unicode/list_text.h); there must be one, and
// none may be empty.
std::vector<std::string_view> lists_of(Record& parameters, const Setting& setting);
// Throws about lists whose lines are no entries.
[[noreturn]] void refuse_lists(Record& parameters);
// "of": a list of strings that are not empty; there must be one.
std::vector<std::string> list_of(Record& parameters);

}  // namespace sluice::quality
