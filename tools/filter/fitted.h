// Thresholds that were fitted, and how they are written: in tables of a profile, or as FineWeb-2's
// configurations.
//
//   const Fitted fitted = fit_all(rules, options);
//   put_thresholds(fitted, "fineweb", profile)       // [step.rule.language.de] …
//   configurations(fitted, stop_words)               // {"deu_Latn.yml", "dup_line_frac: 0.2\n…"}
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/toml_records.h"
#include "quality/filter_tally.h"
#include "quality/threshold_fit.h"

namespace sluice::filter_tool {

struct FitOptions {
  std::optional<quality::FitMethod> method = {};  // of all rules; nothing: each rule's own
  std::string reference = "en";  // the language that thresholds are carried over from
  double tail = 0.1;
  uint64_t min_documents = 1000;            // languages with fewer are left out
  std::vector<std::string> languages = {};  // canonical; empty: all
  bool counts = false;                      // rules on counts, too, which are the same everywhere
};

struct FittedRule {
  std::string key;
  std::string signal;
  quality::Comparison comparison = quality::Comparison::none;
  quality::FitMethod method = quality::FitMethod::tail;
  // By language.
  struct Threshold {
    double value = 0;
    uint64_t documents = 0;
    double dropped = 0;  // share of the documents, as far as the histogram tells
    // Why there is no value that would tell documents apart, so that the rule only measures; empty:
    // there is one.
    std::string why_not = {};
  };
  std::map<std::string, Threshold> thresholds = {};
};

struct Fitted {
  std::vector<FittedRule> rules;
  // Languages that were left out: of few documents, and whose names are no codes.
  std::vector<std::string> too_small;
  std::vector<std::string> no_codes;
  bool reference_is_missing = false;  // so that tails were taken where it was wanted
};

// Throws CheckError where `method` needs the reference and there is none of it.
Fitted fit_all(const std::vector<quality::RuleRecord>& rules, const FitOptions& options);

// Of the rules that only measure in some languages: "list_ratio (de, fr)".
std::vector<std::string> without_threshold(const Fitted& fitted);

// Puts thresholds into the rules of a profile, whose steps are its own (quality/expansion.h), in
// place of those that the languages have there. `name`: of the profile in the stats file. Returns
// the keys of fitted rules that it does not have.
std::vector<std::string> put_thresholds(const Fitted& fitted, const std::string& name,
                                        std::vector<Record>& profile);

// The entry `stopwords` of a language's configuration, as YAML with its line ends; empty if there
// is none. By FineWeb-2's name.
using StopWords = std::function<std::string(const std::string& name)>;
// That entry of a configuration.
std::string stop_words_in(std::string_view configuration);

// A file's name and content for each language, in order of names. Keys that no fitted rule fills
// are null, which reads as: only measure.
std::vector<std::pair<std::string, std::string>> configurations(const Fitted& fitted,
                                                                const StopWords& stop_words);
// The keys of FineWeb-2's configurations that no fitted rule fills.
std::vector<std::string> missing_keys(const Fitted& fitted);

}  // namespace sluice::filter_tool
