#include "training/langid/learner.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "base/exponential.h"
#include "training/langid/confusable.h"
#include "training/langid/examples.h"

namespace sluice::training {
namespace {

using Vector = Learned::Vector;

// In place: p[i] = e^p[i] / sum of e^p[j]. Not empty.
void softmax(std::vector<double>& values) {
  const double most = *std::ranges::max_element(values);
  double sum = 0;
  for (double& value : values) {
    value = exponential(value - most);
    sum += value;
  }
  for (double& value : values) value /= sum;
}

// Twice as fast with wider vectors, where the machine has them, and the same bits: sums are in a
// fixed order, and nothing is fused.
#if defined(__x86_64__)
#define SLUICE_WIDE [[gnu::target_clones("avx2", "default")]]
#else
#define SLUICE_WIDE
#endif

// Eight sums, then their sum.
SLUICE_WIDE float dot(const Vector& one, const Vector& other) {
  std::array<float, 8> sums{};
  for (size_t d = 0; d < one.size(); d += sums.size()) {
    for (size_t i = 0; i < sums.size(); ++i) sums[i] += one[d + i] * other[d + i];
  }
  float sum = 0;
  for (const float part : sums) sum += part;
  return sum;
}

SLUICE_WIDE void add_scaled(Vector& to, const Vector& what, float factor) {
  for (size_t d = 0; d < to.size(); ++d) to[d] += what[d] * factor;
}

SLUICE_WIDE void add_rows(const std::vector<Vector>& table, const std::vector<uint32_t>& rows,
                          Vector& sum) {
  for (const uint32_t row : rows) {
    for (size_t d = 0; d < sum.size(); ++d) sum[d] += table[row][d];
  }
}

SLUICE_WIDE void add_to_rows(std::vector<Vector>& table, const std::vector<uint32_t>& rows,
                             const Vector& step) {
  for (const uint32_t row : rows) {
    for (size_t d = 0; d < step.size(); ++d) table[row][d] += step[d];
  }
}

// The square root, which IEEE 754 defines to the last bit, is all that damping needs.
double damped(double size) { return std::sqrt(std::sqrt(size)); }

// How often each label is drawn.
std::vector<double> weights_of(const Corpus& corpus) {
  constexpr double kEnough = 3e6;  // letters
  std::vector<size_t> of_script(256);
  for (const TrainingLabel& label : corpus.labels) ++of_script[label.script];
  std::vector<double> weights;
  for (const TrainingLabel& label : corpus.labels) {
    const auto size = std::min(static_cast<double>(label.letters), kEnough);
    weights.push_back(of_script[label.script] > 1 ? damped(size) : 0);
  }
  return weights;
}

std::vector<uint32_t> all_labels(const Corpus& corpus) {
  std::vector<uint32_t> labels(corpus.labels.size());
  std::iota(labels.begin(), labels.end(), 0U);
  return labels;
}

class Learner {
 public:
  Learner(const Corpus& corpus, const LearningOptions& options)
      : corpus_(corpus),
        options_(options),
        examples_(corpus, all_labels(corpus), weights_of(corpus), options.examples_as) {
    learned_.row_bits = options.examples_as.row_bits;
    learned_.rows.resize(size_t{1} << options.examples_as.row_bits);
    learned_.weights.resize(corpus.labels.size());
    learned_.biases.resize(corpus.labels.size());
    for (Vector& row : learned_.rows) {
      for (float& value : row) {
        value = static_cast<float>((examples_.random().unit() * 2 - 1) / langid::kDimension);
      }
    }
    // Labels are in order of script.
    for (size_t i = 0; i < corpus.labels.size(); ++i) {
      const auto script = corpus.labels[i].script;
      ranges_.resize(std::max<size_t>(ranges_.size(), script + size_t{1}));
      if (ranges_[script].count++ == 0) ranges_[script].first = i;
      if (corpus.labels[i].language == langid::undetermined()) no_language_ = i;
    }
  }

  Learned run() {
    constexpr uint64_t kReport = 1'000'000;
    for (uint64_t i = 0; i < options_.examples; ++i) {
      step(options_.rate * (1 - static_cast<double>(i) / static_cast<double>(options_.examples)));
      if ((i + 1) % kReport == 0) {
        std::fprintf(stderr, "%llu examples, of the last million %.2f %% right\n",
                     static_cast<unsigned long long>(i + 1), 100.0 * right_ / kReport);
        right_ = 0;
      }
    }
    return std::move(learned_);
  }

 private:
  struct Range {
    size_t first = 0;
    size_t count = 0;
  };

  void step(double rate) {
    size_t symbol_level = 0;
    const size_t truth = examples_.next(rows_, symbol_level);
    if (rows_.empty()) return;
    Vector mean{};
    add_rows(learned_.rows, rows_, mean);
    const float share = 1 / static_cast<float>(rows_.size());
    for (float& value : mean) value *= share;

    const Range range = ranges_[corpus_.labels[truth].script];
    likely_.resize(range.count);
    for (size_t i = 0; i < range.count; ++i) {
      const size_t label = range.first + i;
      likely_[i] = dot(learned_.weights[label], mean) + learned_.biases[label] +
                   (label == no_language_ ? learned_.symbol_biases[symbol_level] : 0);
    }
    softmax(likely_);
    const auto best = std::ranges::max_element(likely_) - likely_.begin();
    right_ += range.first + static_cast<size_t>(best) == truth ? 1 : 0;

    constexpr float kBiasRate = 0.1F;
    constexpr float kTooSmall = 1e-7F;
    Vector gradient{};
    for (size_t i = 0; i < range.count; ++i) {
      const size_t label = range.first + i;
      const auto error = static_cast<float>((label == truth ? 1 : 0) - likely_[i]);
      if (std::abs(error) < kTooSmall) continue;
      const float by = static_cast<float>(rate) * error;
      add_scaled(gradient, learned_.weights[label], by);
      add_scaled(learned_.weights[label], mean, by);
      learned_.biases[label] += by * kBiasRate;
      if (label == no_language_) learned_.symbol_biases[symbol_level] += by * kBiasRate;
    }
    for (float& value : gradient) value *= share;
    add_to_rows(learned_.rows, rows_, gradient);
  }

  const Corpus& corpus_;
  LearningOptions options_;
  Examples examples_;
  Learned learned_;
  std::vector<Range> ranges_;  // of the labels of each script
  size_t no_language_ = SIZE_MAX;
  std::vector<uint32_t> rows_;
  std::vector<double> likely_;
  uint64_t right_ = 0;
};

// Logistic regression on the mean of single features' weights.
class ResolverLearner {
 public:
  ResolverLearner(const Corpus& corpus, std::vector<uint32_t> labels,
                  const LearningOptions& options)
      : labels_(std::move(labels)),
        options_(options),
        examples_(corpus, labels_, std::vector<double>(labels_.size(), 1), options.examples_as) {}

  LearnedResolver run() {
    // Means of single weights are small: without a factor they would be learned slowly.
    constexpr float kScale = 10;
    constexpr double kRate = 3;
    LearnedResolver learned{labels_, {}};
    learned.rows.resize(
        size_t{1} << (options_.examples_as.row_bits - langid::Model::kResolverShift));
    std::vector<double> likely(labels_.size());
    std::vector<uint32_t> rows;
    size_t symbol_level = 0;
    for (uint64_t i = 0; i < options_.resolver_examples; ++i) {
      const size_t truth = examples_.next(rows, symbol_level);
      if (rows.empty()) continue;
      const float share = kScale / static_cast<float>(rows.size());
      LearnedResolver::Vector sums{};
      for (uint32_t& row : rows) {
        row >>= langid::Model::kResolverShift;
        for (size_t k = 0; k < sums.size(); ++k) sums[k] += learned.rows[row][k];
      }
      for (size_t k = 0; k < likely.size(); ++k) likely[k] = sums[k] * share;
      softmax(likely);
      const double rate =
          kRate * (1 - static_cast<double>(i) / static_cast<double>(options_.resolver_examples));
      LearnedResolver::Vector step{};
      for (size_t k = 0; k < likely.size(); ++k) {
        step[k] = static_cast<float>(rate * ((k == truth ? 1 : 0) - likely[k])) * share;
      }
      for (const uint32_t row : rows) {
        for (size_t k = 0; k < step.size(); ++k) learned.rows[row][k] += step[k];
      }
    }
    for (auto& row : learned.rows) {
      for (float& value : row) value *= kScale;
    }
    return learned;
  }

 private:
  std::vector<uint32_t> labels_;
  LearningOptions options_;
  Examples examples_;
};

// Those of the groups (confusable.h) that the corpus has two labels of.
std::vector<std::vector<uint32_t>> groups_of(const Corpus& corpus) {
  std::vector<std::vector<uint32_t>> groups;
  for (const auto& codes : confusable_groups()) {
    std::vector<uint32_t> labels;
    for (uint32_t i = 0; i < corpus.labels.size(); ++i) {
      if (std::ranges::find(codes, corpus.labels[i].code) != codes.end()) labels.push_back(i);
    }
    if (labels.size() > 1) groups.push_back(std::move(labels));
  }
  return groups;
}

}  // namespace

Learned learn(const Corpus& corpus, const LearningOptions& options) {
  Learned learned = Learner(corpus, options).run();
  for (std::vector<uint32_t>& labels : groups_of(corpus)) {
    learned.resolvers.push_back(ResolverLearner(corpus, std::move(labels), options).run());
  }
  return learned;
}

}  // namespace sluice::training
