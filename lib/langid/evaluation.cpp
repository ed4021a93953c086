#include "langid/evaluation.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace sluice::langid {
namespace {

using Truth = EvaluationTally::Truth;

bool share_one(const std::vector<LanguageId>& some, const std::vector<LanguageId>& others) {
  return std::ranges::find_first_of(some, others) != some.end();
}

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }
double ratio(uint64_t part, uint64_t whole) {
  return ratio(static_cast<double>(part), static_cast<double>(whole));
}

// The rows that count, and the names that answers have beside their labels.
class Matrix {
 public:
  Matrix(const EvaluationTally& tally, const std::vector<const Truth*>& truths)
      : tally_(tally), truths_(truths), elsewhere_(tally.classes().size()) {
    for (size_t i = 0; i < truths.size(); ++i) cells_.emplace_back(cells_of(i));
  }

  // A label of rows by its index, any other answer by its name.
  struct Column {
    std::optional<size_t> truth;
    std::string name;
    friend auto operator<=>(const Column&, const Column&) = default;
  };
  using Cells = std::map<Column, uint64_t>;

  const std::vector<const Truth*>& truths() const { return truths_; }
  const Cells& row(size_t truth) const { return cells_[truth]; }
  Column diagonal(size_t truth) const { return {.truth = truth, .name = {}}; }
  const std::string& name(const Column& column) const {
    return column.truth ? truths_[*column.truth]->label.name : column.name;
  }

  uint64_t rows(size_t truth) const {
    uint64_t sum = 0;
    for (const auto& [column, count] : cells_[truth]) sum += count;
    return sum;
  }
  uint64_t right(size_t truth) const {
    const auto found = cells_[truth].find(diagonal(truth));
    return found == cells_[truth].end() ? 0 : found->second;
  }

 private:
  // The row's own label if that is met, else the first that is.
  Cells cells_of(size_t truth) {
    Cells cells;
    for (const auto& [answer, count] : truths_[truth]->answers) {
      const bool right = tally_.classes()[answer].meets(truths_[truth]->label);
      cells[right ? diagonal(truth) : first_met(answer)] += count;
    }
    return cells;
  }

  const Column& first_met(uint32_t answer) {
    std::optional<Column>& column = elsewhere_[answer];
    if (column) return *column;
    const LabelClass& one = tally_.classes()[answer];
    column = Column{.truth = std::nullopt, .name = one.name};
    for (size_t i = 0; i < truths_.size(); ++i) {
      if (!one.meets(truths_[i]->label)) continue;
      column = diagonal(i);
      break;
    }
    return *column;
  }

  const EvaluationTally& tally_;
  const std::vector<const Truth*>& truths_;
  std::vector<std::optional<Column>> elsewhere_;  // by answer, once it was asked for
  std::vector<Cells> cells_;
};

// Rows of each label, by the share that it has of the mix.
std::vector<double> weights_of(const Matrix& matrix, const LanguageMix& mix, double& covered) {
  const auto& truths = matrix.truths();
  std::vector<double> weights(truths.size(), 0);
  std::vector<bool> named(truths.size(), false);
  covered = 0;
  double whole = mix.rest;
  for (const LanguageMix::Part& part : mix.parts) {
    whole += part.share;
    std::vector<size_t> meant;
    for (size_t i = 0; i < truths.size(); ++i) {
      if (share_one(truths[i]->label.languages, part.languages)) meant.push_back(i);
    }
    for (const size_t i : meant) {
      weights[i] += part.share / static_cast<double>(meant.size());
      named[i] = true;
    }
    if (!meant.empty()) covered += part.share;
  }
  const auto others = std::ranges::count(named, false);
  for (size_t i = 0; i < truths.size(); ++i) {
    if (!named[i]) weights[i] = mix.rest / static_cast<double>(others);
  }
  if (others > 0) covered += mix.rest;
  covered = ratio(covered, whole);
  const double sum = covered * whole;
  for (double& weight : weights) weight = ratio(weight, sum);
  return weights;
}

void add_mix(const Matrix& matrix, const LanguageMix& mix, Evaluation& out) {
  Evaluation::AtMix at_mix;
  const std::vector<double> weights = weights_of(matrix, mix, at_mix.covered);
  std::map<std::string, std::pair<double, double>> by_name;  // right, answered
  for (size_t i = 0; i < weights.size(); ++i) {
    const uint64_t rows = matrix.rows(i);
    at_mix.accuracy += weights[i] * ratio(matrix.right(i), rows);
    for (const auto& [column, count] : matrix.row(i)) {
      auto& [right, answered] = by_name[matrix.name(column)];
      const double share = weights[i] * ratio(count, rows);
      answered += share;
      if (column.truth == i) right += share;
    }
  }
  for (Evaluation::Label& label : out.labels) {
    const auto found = by_name.find(label.name);
    if (found == by_name.end() || !(found->second.second > 0)) continue;
    label.mix_precision = found->second.first / found->second.second;
  }
  out.mix = at_mix;
}

std::vector<Evaluation::Label> labels_of(const Matrix& matrix) {
  std::map<std::string, Evaluation::Label> by_name;
  uint64_t all_rows = 0;
  for (size_t i = 0; i < matrix.truths().size(); ++i) {
    Evaluation::Label& label = by_name[matrix.truths()[i]->label.name];
    label.known = matrix.truths()[i]->known;
    label.rows = matrix.rows(i);
    label.right = matrix.right(i);
    all_rows += label.rows;
    for (const auto& [column, count] : matrix.row(i)) {
      Evaluation::Label& answered = by_name[matrix.name(column)];
      answered.answered += count;
      if (!column.truth) answered.known = true;
    }
  }
  std::vector<Evaluation::Label> labels;
  for (auto& [name, label] : by_name) {
    label.name = name;
    label.precision = ratio(label.right, label.answered);
    label.recall = ratio(label.right, label.rows);
    label.f1 = ratio(2 * label.right, label.rows + label.answered);
    label.false_share = ratio(label.answered - label.right, all_rows);
    labels.push_back(label);
  }
  return labels;
}

Evaluation::Figures figures_of(const std::vector<Evaluation::Label>& labels) {
  Evaluation::Figures figures;
  double f1 = 0;
  for (const Evaluation::Label& label : labels) {
    if (label.rows == 0) continue;
    ++figures.labels;
    figures.rows += label.rows;
    figures.right += label.right;
    f1 += label.f1;
  }
  figures.accuracy = ratio(figures.right, figures.rows);
  figures.macro_f1 = ratio(f1, static_cast<double>(figures.labels));
  return figures;
}

std::vector<Evaluation::Pair> pairs_of(const Matrix& matrix) {
  std::vector<Evaluation::Pair> pairs;
  for (size_t i = 0; i < matrix.truths().size(); ++i) {
    for (const auto& [column, count] : matrix.row(i)) {
      if (column.truth == i) continue;
      pairs.push_back(
          {.label = matrix.truths()[i]->label.name, .answer = matrix.name(column), .rows = count});
    }
  }
  std::ranges::stable_sort(pairs, std::greater<>{}, &Evaluation::Pair::rows);
  return pairs;
}

Evaluation::Calibration calibration_of(const std::vector<const Truth*>& truths) {
  constexpr uint64_t kUnit = EvaluationTally::kScores - 1;
  struct Sum {
    uint64_t rows = 0;
    uint64_t right = 0;
    uint64_t score = 0;  // ten-thousandths
  };
  std::array<Sum, Evaluation::kBins> sums;
  for (const Truth* truth : truths) {
    for (const auto& [score, count] : truth->scores) {
      Sum& sum = sums[std::min<size_t>(score * Evaluation::kBins / kUnit, Evaluation::kBins - 1)];
      sum.rows += count.rows;
      sum.right += count.right;
      sum.score += score * count.rows;
    }
  }
  Evaluation::Calibration result;
  uint64_t rows = 0;
  double error = 0;
  for (size_t i = 0; i < sums.size(); ++i) {
    const Sum& sum = sums[i];
    result.bins[i] = {.rows = sum.rows,
                      .score = ratio(sum.score, sum.rows * kUnit),
                      .right = ratio(sum.right, sum.rows)};
    rows += sum.rows;
    // Rows * |right - score|, of whole numbers.
    const uint64_t right = sum.right * kUnit;
    error += static_cast<double>(std::max(right, sum.score) - std::min(right, sum.score));
  }
  result.error = ratio(error, static_cast<double>(rows * kUnit));
  return result;
}

}  // namespace

bool LabelClass::meets(const LabelClass& other) const {
  return name == other.name || share_one(languages, other.languages);
}

EvaluationTally::Truth* EvaluationTally::find_or_add(std::string_view label) {
  const auto found = truths_.find(label);
  if (found != truths_.end()) return &found->second;
  if (truths_.size() == kMostLabels) return nullptr;
  Truth truth;
  truth.label = {.name = std::string(label), .languages = languages_named(label)};
  truth.known =
      std::ranges::any_of(*classes_, [&](const LabelClass& one) { return one.meets(truth.label); });
  return &truths_.emplace(std::string(label), std::move(truth)).first->second;
}

bool EvaluationTally::add(std::string_view truth, const Answer& answer) {
  Truth* const label = find_or_add(truth);
  if (label == nullptr) return false;
  ++label->answers[answer.label];
  const double score = std::clamp(answer.score, 0.0, 1.0);
  ScoreCount& count = label->scores[static_cast<uint32_t>(std::lround(score * (kScores - 1)))];
  ++count.rows;
  if ((*classes_)[answer.best].meets(label->label)) ++count.right;
  return true;
}

bool EvaluationTally::merge(const EvaluationTally& other) {
  for (const auto& [name, theirs] : other.truths_) {
    Truth* const ours = find_or_add(name);
    if (ours == nullptr) return false;
    for (const auto& [answer, count] : theirs.answers) ours->answers[answer] += count;
    for (const auto& [score, count] : theirs.scores) {
      ours->scores[score].rows += count.rows;
      ours->scores[score].right += count.right;
    }
  }
  return true;
}

Evaluation evaluate(const EvaluationTally& tally, const EvaluationOptions& options) {
  std::vector<const Truth*> truths;
  std::vector<const Truth*> known;
  for (const auto& [name, truth] : tally.truths()) {
    if (options.only && !share_one(truth.label.languages, *options.only)) continue;
    truths.push_back(&truth);
    if (truth.known) known.push_back(&truth);
  }
  const Matrix matrix(tally, truths);
  Evaluation result;
  result.labels = labels_of(matrix);
  result.all = figures_of(result.labels);
  result.known = figures_of(labels_of(Matrix(tally, known)));
  result.pairs = pairs_of(matrix);
  result.calibration = calibration_of(truths);
  result.known_calibration = calibration_of(known);
  if (options.mix != nullptr) add_mix(matrix, *options.mix, result);
  return result;
}

}  // namespace sluice::langid
