#include "training/extract/boosting.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/hash.h"

namespace sluice::training {
namespace {

constexpr size_t kMaxBorders = 63;

struct Sums {
  float gradient = 0;
  float curvature = 0;
};

// A feature's thresholds, and for each row how many of them its value exceeds.
struct Column {
  std::vector<int16_t> borders;
  std::vector<uint8_t> bins;
};

Column make_column(const std::vector<int16_t>& values) {
  Column column;
  std::vector<int16_t> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  for (size_t i = 1; i <= kMaxBorders && !sorted.empty(); ++i) {
    const int16_t border = sorted[(sorted.size() - 1) * i / (kMaxBorders + 1)];
    if (border == sorted.back()) break;
    if (column.borders.empty() || border > column.borders.back()) column.borders.push_back(border);
  }
  column.bins.reserve(values.size());
  for (const int16_t value : values) {
    const auto at = std::lower_bound(column.borders.begin(), column.borders.end(), value);
    column.bins.push_back(static_cast<uint8_t>(at - column.borders.begin()));
  }
  return column;
}

struct Choice {
  double gain = -std::numeric_limits<double>::infinity();
  size_t feature = 0;
  size_t border = 0;
};

class Booster {
 public:
  Booster(const Samples& samples, const BoostingOptions& options)
      : samples_(samples),
        options_(options),
        columns_(samples.features),
        sums_(samples.rows()),
        margin_(samples.rows()),
        leaf_(samples.rows()) {
    tbb::parallel_for(size_t{0}, samples.features,
                      [&](size_t f) { columns_[f] = make_column(samples.columns[f]); });
  }

  TrainedForest run() {
    TrainedForest forest;
    forest.depth = options_.depth;
    forest.bias = start();
    for (size_t tree = 0; tree < options_.trees; ++tree) {
      differentiate();
      std::fill(leaf_.begin(), leaf_.end(), uint8_t{0});
      sample_rows(tree);
      for (uint32_t level = 0; level < options_.depth; ++level) {
        const Choice choice = choose(tree, level);
        const Column& column = columns_[choice.feature];
        forest.splits.push_back({static_cast<uint16_t>(choice.feature),
                                 column.borders.empty() ? std::numeric_limits<int16_t>::max()
                                                        : column.borders[choice.border]});
        split(choice, level);
      }
      add_leaves(forest);
    }
    forest.leaves.push_back(0);
    return forest;
  }

 private:
  // The log-odds of the mean target; where all targets are 0 or all are 1, as far as scores go.
  int32_t start() {
    double weight = 0;
    double positive = 0;
    for (size_t row = 0; row < samples_.rows(); ++row) {
      weight += samples_.weight[row];
      positive += double{samples_.weight[row]} * samples_.target[row];
    }
    constexpr double kLeast = 1e-5;
    const double mean = weight > 0 ? std::clamp(positive / weight, kLeast, 1 - kLeast) : 0.5;
    const auto bias =
        static_cast<int32_t>(std::lround(std::log(mean / (1 - mean)) * extract::kLogit));
    std::fill(margin_.begin(), margin_.end(), static_cast<float>(bias) / extract::kLogit);
    return bias;
  }

  void differentiate() {
    tbb::parallel_for(size_t{0}, samples_.rows(), [&](size_t row) {
      const float p = 1 / (1 + std::exp(-margin_[row]));
      const float weight = samples_.weight[row];
      sums_[row] = {weight * (p - samples_.target[row]), weight * std::max(p * (1 - p), 1e-6F)};
    });
  }

  void sample_rows(size_t tree) {
    sampled_.clear();
    const auto share = static_cast<uint64_t>(options_.row_share * 65'536);
    uint64_t state = options_.seed * 0x9E3779B97F4A7C15U + tree;
    for (size_t row = 0; row < samples_.rows(); ++row) {
      // A linear congruential generator (Knuth's MMIX); its upper bits are random enough.
      state = state * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
      if (state >> 48 < share) sampled_.push_back(static_cast<uint32_t>(row));
    }
  }

  bool may_ask(size_t tree, size_t feature) const {
    const uint64_t name[] = {tree, feature};
    const std::string_view bytes(reinterpret_cast<const char*>(name), sizeof name);
    return unit_interval(hash64(bytes, options_.seed)) < options_.feature_share;
  }

  Choice choose(size_t tree, uint32_t level) const {
    std::vector<Choice> best(samples_.features);
    tbb::parallel_for(size_t{0}, samples_.features, [&](size_t f) {
      if (may_ask(tree, f)) best[f] = best_border(f, size_t{1} << level);
    });
    return *std::max_element(best.begin(), best.end(),
                             [](const Choice& a, const Choice& b) { return a.gain < b.gain; });
  }

  Choice best_border(size_t feature, size_t leaves) const {
    const Column& column = columns_[feature];
    const size_t bins = column.borders.size() + 1;
    std::vector<Sums> histogram(bins * leaves);
    for (const uint32_t row : sampled_) {
      Sums& sums = histogram[column.bins[row] * leaves + leaf_[row]];
      sums.gradient += sums_[row].gradient;
      sums.curvature += sums_[row].curvature;
    }
    std::vector<Sums> total(leaves);
    for (size_t i = 0; i < histogram.size(); ++i) {
      total[i % leaves].gradient += histogram[i].gradient;
      total[i % leaves].curvature += histogram[i].curvature;
    }
    Choice best;
    best.feature = feature;
    std::vector<Sums> low(leaves);
    for (size_t border = 0; border + 1 < bins; ++border) {
      double gain = 0;
      for (size_t leaf = 0; leaf < leaves; ++leaf) {
        low[leaf].gradient += histogram[border * leaves + leaf].gradient;
        low[leaf].curvature += histogram[border * leaves + leaf].curvature;
        gain += value(low[leaf]) + value({total[leaf].gradient - low[leaf].gradient,
                                          total[leaf].curvature - low[leaf].curvature});
      }
      if (gain > best.gain) best = {gain, feature, border};
    }
    return best;
  }

  double value(const Sums& sums) const {
    return double{sums.gradient} * sums.gradient / (sums.curvature + options_.l2);
  }

  void split(const Choice& choice, uint32_t level) {
    const Column& column = columns_[choice.feature];
    if (column.borders.empty()) return;
    for (size_t row = 0; row < samples_.rows(); ++row) {
      if (column.bins[row] > choice.border)
        leaf_[row] = static_cast<uint8_t>(leaf_[row] | 1U << level);
    }
  }

  void add_leaves(TrainedForest& forest) {
    const size_t leaves = size_t{1} << options_.depth;
    std::vector<double> gradient(leaves);
    std::vector<double> curvature(leaves);
    for (size_t row = 0; row < samples_.rows(); ++row) {
      gradient[leaf_[row]] += sums_[row].gradient;
      curvature[leaf_[row]] += sums_[row].curvature;
    }
    const size_t begin = forest.leaves.size();
    for (size_t leaf = 0; leaf < leaves; ++leaf) {
      const double step =
          -options_.learning_rate * gradient[leaf] / (curvature[leaf] + options_.l2);
      forest.leaves.push_back(static_cast<int16_t>(
          std::clamp<long>(std::lround(step * extract::kLogit), -32'000, 32'000)));
    }
    for (size_t row = 0; row < samples_.rows(); ++row) {
      margin_[row] += static_cast<float>(forest.leaves[begin + leaf_[row]]) / extract::kLogit;
    }
  }

  const Samples& samples_;
  const BoostingOptions& options_;
  std::vector<Column> columns_;
  std::vector<Sums> sums_;
  std::vector<float> margin_;
  std::vector<uint32_t> sampled_;  // rows by which the tree that grows is chosen
  std::vector<uint8_t> leaf_;      // of each row, in the tree that grows
};

}  // namespace

TrainedForest boost(const Samples& samples, const BoostingOptions& options) {
  return Booster(samples, options).run();
}

}  // namespace sluice::training
