// A forest's vector code against the trees walked row by row, and the logistic function.

#include "extract/forest.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "vector_targets.h"

namespace sluice::extract {
namespace {

int16_t any_value(std::mt19937_64& random) {
  // Few values, so that rows meet thresholds exactly; and the ends of the range.
  switch (random() % 8) {
    case 0:
      return INT16_MIN;
    case 1:
      return INT16_MAX;
    default:
      return static_cast<int16_t>(static_cast<int>(random() % 7) - 3);
  }
}

struct Trees {
  uint32_t depth;
  std::vector<Split> splits;
  std::vector<int16_t> leaves;

  Trees(size_t count, uint32_t levels, size_t features, std::mt19937_64& random) : depth(levels) {
    for (size_t i = 0; i < count * depth; ++i) {
      splits.push_back({static_cast<uint16_t>(random() % features), any_value(random)});
    }
    for (size_t i = 0; i < count << depth; ++i) leaves.push_back(static_cast<int16_t>(random()));
    leaves.push_back(0);  // as Forest::score() wants it
  }
};

int32_t score_of_row(const Forest& forest, const FeatureMatrix& matrix, size_t row) {
  int32_t score = forest.bias;
  for (size_t tree = 0; tree < forest.trees(); ++tree) {
    size_t leaf = 0;
    for (uint32_t level = 0; level < forest.depth; ++level) {
      const Split& split = forest.splits[tree * forest.depth + level];
      if (matrix.column(split.feature)[row] > split.threshold) leaf |= size_t{1} << level;
    }
    score += forest.leaves[(tree << forest.depth) + leaf];
  }
  return score;
}

// Rows come as many at a time as a vector holds, so every remainder matters, and every kind of
// vector: a page has the same text on every machine.
void compare_with_trees_walked() {
  std::mt19937_64 random(1);
  FeatureMatrix matrix;
  std::vector<int32_t> scores;
  for (uint32_t depth = 1; depth <= 8; ++depth) {
    for (const size_t rows : {0, 1, 2, 15, 16, 17, 31, 32, 33, 48, 100}) {
      constexpr size_t kColumns = 5;
      matrix.reset(kColumns, rows);
      for (size_t f = 0; f < kColumns; ++f) {
        for (size_t row = 0; row < rows; ++row) matrix.column(f)[row] = any_value(random);
      }
      const Trees trees(random() % 6, depth, kColumns, random);
      const Forest forest{-77, depth, trees.splits, trees.leaves};
      forest.score(matrix, scores);
      ASSERT_EQ(scores.size(), rows);
      for (size_t row = 0; row < rows; ++row) {
        ASSERT_EQ(scores[row], score_of_row(forest, matrix, row)) << depth << " " << row;
      }
    }
  }
}

TEST(Forest, ScoresAreThoseOfTreesWalkedRowByRow) {
  test::for_each_target(compare_with_trees_walked);
}

TEST(Forest, WithoutTreesEveryRowHasTheBias) {
  FeatureMatrix matrix;
  matrix.reset(2, 3);
  std::vector<int32_t> scores;
  Forest{12, 4, {}, {}}.score(matrix, scores);
  EXPECT_EQ(scores, (std::vector<int32_t>{12, 12, 12}));
  Forest{}.score(matrix, scores);
  EXPECT_EQ(scores, (std::vector<int32_t>{0, 0, 0}));
}

TEST(FeatureMatrix, IsZeroAfterEveryReset) {
  FeatureMatrix matrix;
  matrix.reset(2, 20);
  for (size_t row = 0; row < 20; ++row) matrix.column(1)[row] = 9;
  matrix.reset(3, 17);
  for (size_t f = 0; f < 3; ++f) {
    for (size_t row = 0; row < 17; ++row) ASSERT_EQ(matrix.column(f)[row], 0);
  }
}

TEST(Probability, IsTheLogisticFunction) {
  for (int32_t score = -20 * kLogit; score <= 20 * kLogit; ++score) {
    const double exact = 1 / (1 + std::exp(-static_cast<double>(score) / kLogit));
    ASSERT_NEAR(static_cast<double>(probability(score)) / kCertain, exact, 1e-3) << score;
  }
}

TEST(Probability, RisesAndIsSymmetric) {
  uint32_t before = 0;
  for (int32_t score = -20 * kLogit; score <= 20 * kLogit; ++score) {
    ASSERT_LE(before, probability(score)) << score;
    ASSERT_EQ(probability(score) + probability(-score), kCertain) << score;
    before = probability(score);
  }
  EXPECT_EQ(probability(0), kCertain / 2);
}

// What is kept is what reaches a threshold, and kCertain is the threshold of a choice of nothing.
TEST(Probability, IsNeverCertain) {
  EXPECT_LT(probability(INT32_MAX), kCertain);
  EXPECT_GT(probability(-INT32_MAX), 0u);
}

}  // namespace
}  // namespace sluice::extract
