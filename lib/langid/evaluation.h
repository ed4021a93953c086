// How good an identifier is on rows whose language is known: accuracy, F-measure, confusions,
// calibration, and precision where languages are as frequent as in a crawl.
//
//   EvaluationTally tally(classes);                // one a thread
//   tally.add("de", {.label = 7, .best = 7, .score = 0.98});
//   tally.merge(other);
//   const Evaluation result = evaluate(tally, {.mix = &crawl_mix()});
//   result.all.accuracy                            // 0.973
//
// A row's label may be in any naming system (languages.h). An answer is right if both can mean the
// same language: "zh" is met by zh-Hans and by zh-Hant, "zh-Hant" by "zh", not by zh-Hans. Names
// that are not known are compared as they are. "und" is an answer like others: right where the row
// says und.
//
// For a label, with `right` of its `rows` answered rightly and `answered` answers of it in all:
// precision = right / answered, recall = right / rows, F1 = 2 right / (rows + answered). Macro-F1
// is the mean of F1 over the labels of the rows. Answers that no row has as its label lower recall
// only.
//
// Calibration (Guo et al. 2017, On Calibration of Modern Neural Networks): rows are put into 20
// bins of equal width by the score of the best candidate; the expected calibration error is the
// mean of |share of right ones - mean score| over bins, weighted by their rows.
//
// All sums are integers: the same results whatever the order of rows and of merging.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "langid/languages.h"

namespace sluice::langid {

// A label with the languages that it may mean; none where the name is not known.
struct LabelClass {
  std::string name;
  std::vector<LanguageId> languages;

  bool meets(const LabelClass& other) const;
};

// How often languages come, for Evaluation::mix.
struct LanguageMix {
  struct Part {
    std::vector<LanguageId> languages;
    double share = 0;  // > 0
  };
  std::vector<Part> parts;
  // What is spread evenly over the labels that no part names.
  double rest = 0;
};

class EvaluationTally {
 public:
  static constexpr size_t kScores = 10'001;  // 0, 0.0001 … 1
  // More labels than that are no labels.
  static constexpr size_t kMostLabels = 10'000;

  struct Answer {
    uint32_t label = 0;  // index into the classes
    uint32_t best = 0;   // of the best candidate; another than `label` where that is und
    double score = 0;    // of the best candidate, [0, 1]
  };
  // By score: rows, and those of them whose best candidate is right.
  struct ScoreCount {
    uint64_t rows = 0;
    uint64_t right = 0;
  };
  struct Truth {
    LabelClass label;
    bool known = false;                     // some class meets it
    std::map<uint32_t, uint64_t> answers;   // by class
    std::map<uint32_t, ScoreCount> scores;  // by ten-thousandths
  };

  // `classes`: all answers there are; must outlive the tally.
  explicit EvaluationTally(const std::vector<LabelClass>& classes) : classes_(&classes) {}

  // False, and nothing is added, if that were label kMostLabels + 1.
  bool add(std::string_view truth, const Answer& answer);
  // Of another tally of the same classes; false as above.
  bool merge(const EvaluationTally& other);

  const std::vector<LabelClass>& classes() const { return *classes_; }
  const std::map<std::string, Truth, std::less<>>& truths() const { return truths_; }

 private:
  Truth* find_or_add(std::string_view label);

  const std::vector<LabelClass>* classes_;
  std::map<std::string, Truth, std::less<>> truths_;
};

struct Evaluation {
  struct Figures {
    uint64_t labels = 0;
    uint64_t rows = 0;
    uint64_t right = 0;
    double accuracy = 0;
    double macro_f1 = 0;
  };
  struct Label {
    std::string name;
    bool known = false;  // the identifier can answer it
    uint64_t rows = 0;
    uint64_t right = 0;
    uint64_t answered = 0;
    double precision = 0;  // 0 if it was never answered
    double recall = 0;
    double f1 = 0;
    double false_share = 0;               // wrong answers of it, of all rows
    std::optional<double> mix_precision;  // at the mix; nothing if it was never answered
  };
  struct Pair {
    std::string label;
    std::string answer;
    uint64_t rows = 0;
  };
  struct Bin {
    uint64_t rows = 0;
    double score = 0;  // mean
    double right = 0;  // share
  };
  static constexpr size_t kBins = 20;
  struct Calibration {
    double error = 0;  // expected calibration error
    std::array<Bin, kBins> bins;
  };
  struct AtMix {
    double accuracy = 0;
    double covered = 0;  // share of the mix that has rows
  };

  Figures all;
  Figures known;              // the same over the rows whose label the identifier can answer
  std::vector<Label> labels;  // of rows and of answers, by name
  std::vector<Pair> pairs;    // wrong answers, most frequent first
  Calibration calibration;
  Calibration known_calibration;
  std::optional<AtMix> mix;
};

struct EvaluationOptions {
  // Rows of other labels do not count; nothing: all do.
  std::optional<std::vector<LanguageId>> only;
  const LanguageMix* mix = nullptr;
};

Evaluation evaluate(const EvaluationTally& tally, const EvaluationOptions& options);

// About the share of pages of each language in a web crawl, in 2024 and 2025, rounded (the
// statistics that Common Crawl publishes of the languages that CLD2 finds in its crawls).
const LanguageMix& crawl_mix();

}  // namespace sluice::langid
