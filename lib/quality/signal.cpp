#include "quality/signal.h"

#include <algorithm>

#include "base/error.h"
#include "base/format.h"
#include "base/suggest.h"
#include "quality/characters.h"
#include "quality/signal_families.h"
#include "unicode/list_text.h"

namespace sluice::quality {
namespace {

std::vector<SignalKind> all_kinds() {
  std::vector<SignalKind> kinds;
  for (const std::span<const SignalKind> family :
       {word_signals(), line_signals(), character_signals(), repetition_signals(),
        vocabulary_signals(), character_set_signals(), phrase_signals(), line_mean_signals(),
        list_signals(), learned_signals()}) {
    kinds.insert(kinds.end(), family.begin(), family.end());
  }
  std::sort(kinds.begin(), kinds.end(),
            [](const SignalKind& a, const SignalKind& b) { return a.name < b.name; });
  return kinds;
}

// Measures another signal on the normalised text.
class NormalizedSignal final : public Signal {
 public:
  NormalizedSignal(Normalization normalization, std::unique_ptr<const Signal> signal)
      : normalization_(normalization), signal_(std::move(signal)) {}

  std::optional<double> measure(Analysis& analysis) const override {
    return signal_->measure(analysis.normalized(normalization_));
  }
  std::string detail(Analysis& analysis) const override {
    return signal_->detail(analysis.normalized(normalization_));
  }

 private:
  Normalization normalization_;
  std::unique_ptr<const Signal> signal_;
};

}  // namespace

std::span<const SignalKind> signal_kinds() {
  static const std::vector<SignalKind> kinds = all_kinds();
  return kinds;
}

const SignalKind& signal_kind(std::string_view name) {
  std::vector<std::string_view> names;
  for (const SignalKind& kind : signal_kinds()) {
    if (kind.name == name) return kind;
    names.push_back(kind.name);
  }
  throw ConfigError("there is no signal '" + std::string(name) + "'" + did_you_mean(name, names));
}

std::unique_ptr<const Signal> make_signal(const SignalKind& kind, Record& parameters,
                                          const Setting& setting) {
  const size_t text = choice_of(parameters, "text", {"raw", "redpajama", "redpajama_lines"}, 0);
  std::unique_ptr<const Signal> signal = kind.make(parameters, setting);
  if (text == 0) return signal;
  return std::make_unique<const NormalizedSignal>(static_cast<Normalization>(text - 1),
                                                  std::move(signal));
}

WordDefinition words_of(Record& parameters, const Setting& setting) {
  std::string name;
  if (!parameters.text("words", name)) return setting.words;
  return parameters.blaming("words", [&] { return WordDefinition::parse(name); });
}

SentenceDefinition sentences_of(Record& parameters, const Setting& setting) {
  std::string name;
  if (!parameters.text("sentences", name)) return setting.sentences;
  return parameters.blaming("sentences", [&] { return SentenceDefinition::parse(name); });
}

LineSplit split_of(Record& parameters, LineSplit otherwise) {
  return static_cast<LineSplit>(
      choice_of(parameters, "split",
                {"newline", "ended", "newline_runs", "universal", "stripped", "paragraphs",
                 "double_newline", "stripped_paragraphs"},
                static_cast<size_t>(otherwise)));
}

bool flag_of(Record& parameters, std::string_view key, bool otherwise) {
  parameters.flag(key, otherwise);
  return otherwise;
}

uint64_t count_of(Record& parameters, std::string_view key, uint64_t otherwise, uint64_t least,
                  uint64_t most) {
  uint64_t value = otherwise;
  parameters.count(key, value);
  if (value < least || value > most) {
    parameters.fail_at(key, "'" + std::string(key) + "' must be from " + std::to_string(least) +
                                " to " + std::to_string(most));
  }
  return value;
}

void check_share(const Record& record, std::string_view key, double threshold) {
  constexpr double kWhole = 100;
  if (threshold <= 1) return;
  std::string what = "'" + std::string(key) + "' is of a share, 0 to 1";
  if (threshold <= kWhole) what += "; is " + shortest_double(threshold / kWhole) + " meant?";
  record.fail_at(key, what);
}

size_t choice_of(Record& parameters, std::string_view key,
                 std::initializer_list<std::string_view> names, size_t otherwise) {
  std::string name;
  if (!parameters.text(key, name)) return otherwise;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<size_t>(found - names.begin());
  std::string expected;
  for (const std::string_view each : names) {
    expected += (expected.empty() ? "" : ", ") + std::string(each);
  }
  parameters.fail_at(key,
                     "'" + std::string(key) + "' is '" + name + "'; it must be one of " + expected);
}

std::vector<std::string_view> lists_of(Record& parameters, const Setting& setting) {
  std::vector<std::string> paths;
  if (!parameters.texts("lists", paths) || paths.empty()) {
    parameters.fail_at("lists", "'lists' is missing: a list of files");
  }
  return parameters.blaming("lists", [&] {
    std::vector<std::string_view> lists;
    for (const std::string& path : paths) {
      if (path.empty()) throw ConfigError("the name of a file is empty");
      lists.push_back(list_text(setting.list(path), path));
      if (strip(lists.back()).empty()) throw ConfigError(path + ": holds no entries");
    }
    return lists;
  });
}

void refuse_lists(Record& parameters) {
  std::vector<std::string> paths;
  parameters.texts("lists", paths);
  std::string names;
  for (const std::string& path : paths) names += (names.empty() ? "" : ", ") + path;
  parameters.fail_at("lists", names + ": holds no entries");
}

std::vector<std::string> list_of(Record& parameters) {
  std::vector<std::string> values;
  if (!parameters.texts("of", values) || values.empty()) {
    parameters.fail_at("of", "'of' is missing: a list of strings");
  }
  for (const std::string& value : values) {
    if (value.empty()) parameters.fail_at("of", "'of' holds an empty string");
  }
  return values;
}

}  // namespace sluice::quality
