// Forests learn what trees can tell and nothing else, and the same on any number of threads.

#include "training/extract/boosting.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace sluice::training {
namespace {

using extract::kCertain;

// Rows of random small numbers; `truth` says the target of each.
template <class Truth>
Samples samples_of(size_t rows, size_t features, uint64_t seed, Truth truth) {
  std::mt19937_64 random(seed);
  Samples samples;
  samples.features = features;
  samples.columns.resize(features);
  for (size_t row = 0; row < rows; ++row) {
    std::vector<int16_t> values;
    for (auto& column : samples.columns) {
      column.push_back(static_cast<int16_t>(random() % 100));
      values.push_back(column.back());
    }
    samples.target.push_back(truth(values));
    samples.weight.push_back(1);
  }
  return samples;
}

std::vector<double> predictions(const TrainedForest& forest, const Samples& samples) {
  extract::FeatureMatrix matrix;
  matrix.reset(samples.features, samples.rows());
  for (size_t f = 0; f < samples.features; ++f) {
    std::copy(samples.columns[f].begin(), samples.columns[f].end(), matrix.column(f));
  }
  std::vector<int32_t> scores;
  forest.view().score(matrix, scores);
  std::vector<double> likely;
  for (const int32_t score : scores) {
    likely.push_back(static_cast<double>(extract::probability(score)) / kCertain);
  }
  return likely;
}

double share_right(const TrainedForest& forest, const Samples& samples) {
  const std::vector<double> likely = predictions(forest, samples);
  size_t right = 0;
  for (size_t row = 0; row < samples.rows(); ++row) {
    right += (likely[row] > 0.5) == (samples.target[row] > 0.5F) ? 1 : 0;
  }
  return static_cast<double>(right) / static_cast<double>(samples.rows());
}

// Thresholds are quantiles, a 64th of the rows apart: what lies between two is all that can be
// wrong.
TEST(Boosting, LearnsAThreshold) {
  const auto truth = [](const std::vector<int16_t>& x) { return x[2] > 37 ? 1.0F : 0.0F; };
  const TrainedForest forest = boost(samples_of(4000, 5, 1, truth), {.trees = 60, .depth = 2});
  EXPECT_GE(share_right(forest, samples_of(4000, 5, 2, truth)), 1 - 2.0 / 64);
}

// Questions that are added up tell at most three of the four quarters, so it takes trees that ask
// two.
TEST(Boosting, LearnsExclusiveOr) {
  const auto truth = [](const std::vector<int16_t>& x) {
    return (x[0] >= 50) != (x[1] >= 50) ? 1.0F : 0.0F;
  };
  const Samples samples = samples_of(4000, 3, 3, truth);
  const Samples others = samples_of(4000, 3, 4, truth);
  const TrainedForest forest =
      boost(samples, {.trees = 150, .depth = 3, .learning_rate = 0.2, .feature_share = 1});
  EXPECT_GE(share_right(forest, others), 0.95);
  const TrainedForest shallow =
      boost(samples, {.trees = 150, .depth = 1, .learning_rate = 0.2, .feature_share = 1});
  EXPECT_LT(share_right(shallow, others), 0.8);
}

// A soft label is a probability, which the logistic loss reproduces.
TEST(Boosting, LearnsSharesAsProbabilities) {
  const auto truth = [](const std::vector<int16_t>& x) { return x[0] >= 50 ? 0.8F : 0.3F; };
  const Samples samples = samples_of(4000, 2, 5, truth);
  const TrainedForest forest =
      boost(samples, {.trees = 200, .depth = 2, .learning_rate = 0.2, .feature_share = 1});
  const std::vector<double> likely = predictions(forest, samples);
  double error = 0;
  for (size_t row = 0; row < samples.rows(); ++row) {
    error += std::abs(likely[row] - static_cast<double>(samples.target[row]));
  }
  EXPECT_LT(error / static_cast<double>(samples.rows()), 0.02);
}

TEST(Boosting, RowsCountByTheirWeight) {
  // The same values, half of them content: three times as heavy.
  Samples samples;
  samples.features = 1;
  samples.columns = {std::vector<int16_t>(1000, 7)};
  for (int row = 0; row < 1000; ++row) {
    samples.target.push_back(row % 2 == 0 ? 1.0F : 0.0F);
    samples.weight.push_back(row % 2 == 0 ? 3.0F : 1.0F);
  }
  const TrainedForest forest = boost(samples, {.trees = 20, .depth = 1});
  EXPECT_NEAR(predictions(forest, samples)[0], 0.75, 2e-3);
  // And beyond the mean: on either side of a threshold the heavier ones decide.
  samples = samples_of(2000, 1, 6, [](const auto&) { return 0.0F; });
  for (size_t row = 0; row < samples.rows(); ++row) {
    const bool high = samples.columns[0][row] >= 50;
    samples.target[row] = row % 2 == 0 ? 1.0F : 0.0F;
    samples.weight[row] = (row % 2 == 0) == high ? 4.0F : 1.0F;
  }
  const TrainedForest decided =
      boost(samples, {.trees = 200, .depth = 1, .learning_rate = 0.2, .feature_share = 1});
  const std::vector<double> likely = predictions(decided, samples);
  for (size_t row = 0; row < samples.rows(); ++row) {
    const int value = samples.columns[0][row];
    if (value >= 45 && value <= 55) continue;
    ASSERT_NEAR(likely[row], value < 50 ? 0.2 : 0.8, 0.1) << value;
  }
}

TEST(Boosting, TargetsThatAreAllAlikeGiveAForestAllTheSame) {
  for (const float target : {0.0F, 1.0F}) {
    const Samples samples = samples_of(200, 2, 7, [&](const auto&) { return target; });
    const TrainedForest forest = boost(samples, {.trees = 5, .depth = 2});
    for (const double likely : predictions(forest, samples)) ASSERT_NEAR(likely, target, 0.01);
  }
}

TEST(Boosting, AForestHasTheShapeAskedFor) {
  const Samples samples =
      samples_of(300, 4, 8, [](const auto& x) { return x[0] > 50 ? 1.0F : 0.0F; });
  const TrainedForest forest = boost(samples, {.trees = 7, .depth = 3});
  EXPECT_EQ(forest.view().trees(), 7u);
  EXPECT_EQ(forest.splits.size(), 7u * 3);
  EXPECT_GE(forest.leaves.size(), 7u * 8);
  for (const extract::Split& split : forest.splits) EXPECT_LT(split.feature, 4);
}

bool same(const TrainedForest& one, const TrainedForest& other) {
  if (one.bias != other.bias || one.depth != other.depth || one.leaves != other.leaves ||
      one.splits.size() != other.splits.size()) {
    return false;
  }
  for (size_t i = 0; i < one.splits.size(); ++i) {
    if (one.splits[i].feature != other.splits[i].feature ||
        one.splits[i].threshold != other.splits[i].threshold) {
      return false;
    }
  }
  return true;
}

// A model is part of the repository: who rebuilds it must get it, whatever the machine.
TEST(Boosting, TheForestDoesNotDependOnTheNumberOfThreads) {
  const auto truth = [](const std::vector<int16_t>& x) {
    return static_cast<float>(x[0] * x[1] % 97) / 97;
  };
  const Samples samples = samples_of(3000, 20, 9, truth);
  const BoostingOptions options{.trees = 25, .depth = 5};
  std::vector<TrainedForest> forests;
  for (const size_t threads : {1, 2, 4}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    forests.push_back(boost(samples, options));
  }
  EXPECT_TRUE(same(forests[0], forests[1]));
  EXPECT_TRUE(same(forests[0], forests[2]));
  BoostingOptions other = options;
  other.seed = 2;
  EXPECT_FALSE(same(forests[0], boost(samples, other)));
}

}  // namespace
}  // namespace sluice::training
