// What becomes of a document, by its language: kept or dropped, and where it goes.
//
//   const Policy policy(labeller.classes(), {.keep = {"en", "zh"}, .min_score = 0.65});
//   policy.judge(found)        // keep, or reject("language", "fr 0.97")
//
// A code stands for a language in all its scripts, unless it says one: "zh" is zh-Hans and zh-Hant,
// "sr-Latn" only that. Any of the naming systems will do (langid/languages.h), and a model's own
// labels.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "labeller.h"
#include "pipeline/verdict.h"

namespace sluice::langid_tool {

// The items of comma-separated lists, in order.
std::vector<std::string> items_of(const std::vector<std::string>& lists);

// The classes that a code means. Throws ConfigError, with the nearest names, where there is no such
// language, or none of its classes is among `classes`.
std::vector<Label> classes_named(const std::string& code,
                                 const std::vector<langid::LabelClass>& classes);

// The languages that a code means, known to the labeller or not; ConfigError as above.
std::vector<langid::LanguageId> known_languages(const std::string& code);

class Policy {
 public:
  // Lists of codes, as they were given: "en,de".
  struct Options {
    std::vector<std::string> keep = {};  // none: everything that is not dropped
    std::vector<std::string> drop = {};
    double min_score = 0;
    bool routed = false;                          // each language has a route of its own …
    std::vector<std::string> route_classes = {};  // … or these have, and others one together
  };
  static constexpr std::string_view kOther = "other";

  // Throws ConfigError.
  Policy(const std::vector<langid::LabelClass>& classes, const Options& options);

  // Rejects under "language" what is not wanted, then under "score" what scored too low.
  pipeline::Verdict judge(const Labelling& found) const;

  // Names of the routes, each once. Those that verdicts choose come first; behind them stand those
  // that other choices of languages would have, since files of earlier runs may lie there.
  const std::vector<std::string>& routes() const { return routes_; }
  size_t routes_in_use() const { return routes_in_use_; }

 private:
  void make_routes(const std::vector<langid::LabelClass>& classes, const Options& options);

  std::vector<std::string> names_;  // by label
  std::vector<bool> wanted_;        // by label
  std::vector<uint32_t> route_;     // by label
  std::vector<std::string> routes_;
  size_t routes_in_use_ = 0;
  double min_score_;
};

}  // namespace sluice::langid_tool
