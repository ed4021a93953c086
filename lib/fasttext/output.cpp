#include "fasttext/output.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/exponential.h"
#include "fasttext/vectors.h"

namespace sluice::fasttext {
namespace {

constexpr double kMargin = 1e-5;    // that fastText adds to a probability before its logarithm
constexpr double kScoreUnit = 1e6;  // scores are rounded to 1 / kScoreUnit
constexpr double kMarginUnits = 10;

constexpr float kLogisticEnd = 8;     // beyond which the logistic function is 0 or 1
constexpr float kLogisticSteps = 32;  // of the table, in 1

double logistic(double x) { return 1 / (1 + exponential(-x)); }

// Of vectors with padded columns, by lanes: no addition waits for the one before it.
float dot(const float* a, const float* b, size_t columns) {
  float lanes[kBlock] = {};
  for (size_t c = 0; c < columns; c += kBlock) {
    for (size_t i = 0; i < kBlock; ++i) lanes[i] += a[c + i] * b[c + i];
  }
  for (size_t half = kBlock / 2; half > 0; half /= 2) {
    for (size_t i = 0; i < half; ++i) lanes[i] += lanes[i + half];
  }
  return lanes[0];
}

// The worst of a heap comes first. Of equals, as in fastText, the one found later is better where
// only one is kept.
constexpr auto kIsBetter = [](const auto& a, const auto& b) { return a.value > b.value; };

}  // namespace

OutputLayer::OutputLayer(const ModelFile& file, uint64_t most_bytes)
    : loss_(file.loss), padded_columns_(padded(file.dim)) {
  const bool is_tree = loss_ == Loss::hierarchical_softmax;
  if (is_tree) {
    std::vector<int64_t> counts;
    counts.reserve(file.labels);
    for (uint32_t label = 0; label < file.labels; ++label) {
      counts.push_back(file.count(file.words + label));
    }
    tree_ = HuffmanTree(counts);
  } else if (loss_ != Loss::softmax) {
    for (size_t i = 0; i < logistic_.size(); ++i) {
      const float x = static_cast<float>(i) / kLogisticSteps - kLogisticEnd;
      logistic_[i] = static_cast<float>(logistic(x));
    }
  }
  const size_t rows = is_tree ? file.labels : padded(file.labels);
  const size_t columns = is_tree ? padded_columns_ : file.dim;
  if (columns > most_bytes / sizeof(float) / rows) return;
  weights_.resize(rows * columns);
  is_tree ? copy_rows(file) : copy_blocks(file);
}

void OutputLayer::copy_rows(const ModelFile& file) {
  for (size_t row = 0; row < file.labels; ++row) {
    file.output.add_row(row, weights_.data() + row * padded_columns_);
  }
}

void OutputLayer::copy_blocks(const ModelFile& file) {
  std::vector<float> values(file.dim);
  for (size_t row = 0; row < file.labels; ++row) {
    std::fill(values.begin(), values.end(), 0.0f);
    file.output.add_row(row, values.data());
    float* block = weights_.data() + row / kBlock * kBlock * file.dim;
    for (size_t c = 0; c < file.dim; ++c) block[c * kBlock + row % kBlock] = values[c];
  }
}

void OutputLayer::multiply_all(const ModelFile& file, Scratch& scratch) const {
  float* const products = scratch.outputs_.data();
  const float* const hidden = scratch.hidden_.data();
  if (!weights_.empty()) {
    return multiply(weights_.data(), padded(file.labels) / kBlock, file.dim, hidden, products);
  }
  for (size_t row = 0; row < file.labels; ++row) products[row] = file.output.dot(row, hidden);
}

float OutputLayer::decision(const ModelFile& file, uint32_t row, const float* hidden) const {
  if (weights_.empty()) return file.output.dot(row, hidden);
  return dot(weights_.data() + size_t{row} * padded_columns_, hidden, padded_columns_);
}

void OutputLayer::look_up_logistic(uint32_t labels, Scratch& scratch) const {
  for (float& x : std::span(scratch.outputs_).first(labels)) {
    const bool is_inside = x >= -kLogisticEnd && x <= kLogisticEnd;
    if (is_inside) {
      x = logistic_[static_cast<size_t>((x + kLogisticEnd) * kLogisticSteps)];
    } else if (!std::isnan(x)) {
      x = x > 0 ? 1.0f : 0.0f;
    }
  }
}

// From the values of the best to their shares in all.
void OutputLayer::normalise(uint32_t labels, Scratch& scratch) const {
  const double most = scratch.best_[0].value;
  double total = 0;
  for (const float x : std::span(scratch.outputs_).first(labels)) {
    // Summands under e^-30 change nothing that is seen.
    if (!(x - most < -30)) total += exponential(x - most);
  }
  for (auto& candidate : scratch.best_) {
    candidate.value = exponential(candidate.value - most) / total;
  }
}

// Of scratch.outputs_ the k largest, the largest first. The heap is kept as fastText keeps it,
// since the table of logistic values makes equal ones common.
void OutputLayer::choose(uint32_t labels, size_t k, Scratch& scratch) const {
  auto& best = scratch.best_;
  const float* const values = scratch.outputs_.data();
  if (k == 1) {
    best.push_back({values[0], 0});
    for (uint32_t label = 1; label < labels; ++label) {
      if (values[label] >= best[0].value) best[0] = {values[label], label};
    }
    return;
  }
  for (uint32_t label = 0; label < labels; ++label) {
    if (best.size() == k && values[label] < best.front().value) continue;
    best.push_back({values[label], label});
    std::push_heap(best.begin(), best.end(), kIsBetter);
    if (best.size() > k) {
      std::pop_heap(best.begin(), best.end(), kIsBetter);
      best.pop_back();
    }
  }
  std::sort_heap(best.begin(), best.end(), kIsBetter);
}

// Depth first, the likelier child first, leaving out what cannot reach `least` or the best k.
void OutputLayer::walk(const ModelFile& file, size_t k, double least, Scratch& scratch) const {
  auto& best = scratch.best_;
  auto& visits = scratch.visits_;
  const auto is_better = [this](const Scratch::Candidate& a, const Scratch::Candidate& b) {
    if (a.value != b.value) return a.value > b.value;
    return tree_.place(a.label) > tree_.place(b.label);
  };
  double floor = least;  // below which no label is wanted
  visits.clear();
  visits.push_back({1, tree_.root()});
  while (!visits.empty()) {
    auto [score, node] = visits.back();
    visits.pop_back();
    // What is no number compares false, and so is left out here and below.
    while (score >= floor && !tree_.is_label(node)) {
      const float x = decision(file, tree_.row(node), scratch.hidden_.data());
      const double right_share = logistic(x);
      const HuffmanTree::Children& children = tree_.children(node);
      const double left = score * (1 - right_share + kMargin);
      const double right = score * (right_share + kMargin);
      const bool is_left = left >= right;
      const double other = is_left ? right : left;
      if (other >= floor) visits.push_back({other, is_left ? children.right : children.left});
      score = is_left ? left : right;
      node = is_left ? children.left : children.right;
    }
    if (!(score >= floor)) continue;
    best.push_back({score, node});
    std::push_heap(best.begin(), best.end(), is_better);
    if (best.size() > k) {
      std::pop_heap(best.begin(), best.end(), is_better);
      best.pop_back();
    }
    if (best.size() == k) floor = std::max(least, best.front().value);
  }
  std::sort_heap(best.begin(), best.end(), is_better);
}

void OutputLayer::predict(const ModelFile& file, size_t k, double threshold,
                          Scratch& scratch) const {
  scratch.best_.clear();
  if (loss_ == Loss::hierarchical_softmax) {
    walk(file, k, threshold + kMargin - 1 / kScoreUnit, scratch);
  } else {
    multiply_all(file, scratch);
    if (loss_ != Loss::softmax) look_up_logistic(file.labels, scratch);
    choose(file.labels, k, scratch);
    if (loss_ == Loss::softmax) normalise(file.labels, scratch);
    for (auto& candidate : scratch.best_) candidate.value += kMargin;
  }
  for (const auto& [value, label] : scratch.best_) {
    const double units = std::floor(value * kScoreUnit + 0.5);
    // Rounded before it decides; written so that what is no number is left out.
    if (!((units - kMarginUnits) / kScoreUnit >= threshold)) break;
    scratch.predictions_.push_back({label, units / kScoreUnit});
  }
}

}  // namespace sluice::fasttext
