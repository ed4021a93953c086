#include "langid/scoring.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "vector_targets.h"

namespace sluice::langid {
namespace {

TEST(Scoring, AddsRowsAlikeWithAllInstructionSets) {
  std::mt19937 random(1);
  std::vector<Row> rows(64);
  for (Row& row : rows) {
    for (int8_t& value : row) value = static_cast<int8_t>(static_cast<int>(random() % 255) - 127);
  }
  rows[0].fill(127);
  rows[1].fill(-127);
  test::for_each_target([&] {
    for (const size_t count : {0, 1, 255, 256, 257, 1000, 5000}) {
      std::vector<uint32_t> numbers;
      RowSum expected{};
      for (size_t i = 0; i < count; ++i) {
        // Extremes without a break, so that a sum that is too narrow overflows.
        numbers.push_back(i < 600 ? (count == 1000 ? 1 : 0) : random() % 64);
        for (size_t d = 0; d < kDimension; ++d) expected[d] += rows[numbers.back()][d];
      }
      RowSum sum{};
      add_rows(rows, numbers, sum);
      EXPECT_EQ(sum, expected) << count;
    }
  });
}

TEST(Scoring, ScoresLabelsAlikeWithAllInstructionSets) {
  std::mt19937 random(2);
  std::vector<Weights> weights(33);
  for (Weights& of_label : weights) {
    for (int16_t& value : of_label) {
      value = static_cast<int16_t>(static_cast<int>(random() % 1535) - 767);
    }
  }
  weights[0].fill(kMostOfWeight);
  weights[1].fill(-kMostOfWeight);
  std::array<int16_t, kDimension> mean;
  for (const int16_t extreme : {int16_t{-32512}, int16_t{32512}, int16_t{77}}) {
    mean.fill(extreme);
    test::for_each_target([&] {
      std::vector<int32_t> scores;
      score_labels(LabelWeights(weights), mean, scores);
      for (size_t i = 0; i < weights.size(); ++i) {
        int64_t expected = 0;
        for (size_t d = 0; d < kDimension; ++d) expected += int64_t{weights[i][d]} * mean[d];
        EXPECT_EQ(scores[i], expected);
      }
    });
  }
}

}  // namespace
}  // namespace sluice::langid
