#include "sizing/reliability.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "sizing/printed.h"

namespace sluice::sizing {
namespace {

constexpr double kHour = 3600;

TEST(Interruptions, AgreeWithTheWorkedExamples) {
  EXPECT_TRUE(prints_as(kInterruptionsPerGpuDay, "4.849537037e-4"));
  EXPECT_TRUE(prints_as(419 / (54 * 16'384.0), "4.735876e-4"));
  EXPECT_TRUE(prints_as(mean_seconds_between(16'000) / kHour, "3.0930787589"));
  EXPECT_TRUE(prints_as(expected_interruptions(1024, 30), "14.8977778"));
  EXPECT_TRUE(prints_as(mean_seconds_between(1024) / kHour, "48.3293556"));
  EXPECT_TRUE(prints_as(expected_interruptions(64, 20), "0.6207407"));
}

double poisson_cumulative(double mean, uint64_t count) {
  double sum = 0;
  for (uint64_t k = 0; k <= count; ++k) {
    sum += std::exp(static_cast<double>(k) * std::log(mean) - mean -
                    std::lgamma(static_cast<double>(k) + 1));
  }
  return sum;
}

TEST(PoissonRange, LeavesAtMostATwentiethOnEitherSideAndIsTheSmallest) {
  for (const double mean : {0.01, 0.6207407, 3.0, 14.8977778, 419.0, 5000.3}) {
    const CountRange range = poisson_range(mean);
    EXPECT_GE(poisson_cumulative(mean, range.low), 0.05) << mean;
    if (range.low > 0) {
      EXPECT_LT(poisson_cumulative(mean, range.low - 1), 0.05) << mean;
    }
    EXPECT_GE(poisson_cumulative(mean, range.high), 0.95) << mean;
    if (range.high > 0) {
      EXPECT_LT(poisson_cumulative(mean, range.high - 1), 0.95) << mean;
    }
  }
}

TEST(PoissonRange, IsNearlyNormalForLargeMeans) {
  const CountRange range = poisson_range(1e8);
  EXPECT_NEAR(static_cast<double>(range.low), 1e8 - 1.645 * 1e4, 10);
  EXPECT_NEAR(static_cast<double>(range.high), 1e8 + 1.645 * 1e4, 10);
}

TEST(PoissonRange, HoldsForMeansBeyondWhatLogarithmsCarry) {
  for (const double mean : {1e12, 1e15, 1e18}) {
    const CountRange range = poisson_range(mean);
    const double tail = 1.6448536 * std::sqrt(mean);
    EXPECT_NEAR((static_cast<double>(range.high) - mean) / tail, 1, 1e-6) << mean;
    EXPECT_NEAR((mean - static_cast<double>(range.low)) / tail, 1, 1e-6) << mean;
  }
}

TEST(PoissonRange, IsOfOnePieceWhereTheWayOfReckoningChanges) {
  const CountRange below = poisson_range(1e6);
  const CountRange above = poisson_range(1e6 + 0.01);
  EXPECT_NEAR(static_cast<double>(above.low), static_cast<double>(below.low), 1);
  EXPECT_NEAR(static_cast<double>(above.high), static_cast<double>(below.high), 1);
}

TEST(PoissonRange, IsNothingWhereNothingHappens) { EXPECT_EQ(poisson_range(0).high, 0); }

struct Interval {
  double checkpoint;
  double gpus;
  const char* young;
  const char* daly;
  const char* waste;
  const char* multiplier;
};

TEST(Checkpoints, AgreeWithTheWorkedExamples) {
  const std::array examples = {
      Interval{60, 16'000, "19.265758513", "18.604859131", "10.381112", "1.111488261"},
      Interval{300, 16'000, "43.079545673", "39.810692541", "23.212872", "1.273971054"},
      Interval{120, 512, "152.309194378", "150.978779086", "2.626237", "1.026729827"},
  };
  for (const Interval& example : examples) {
    const double mtbf = mean_seconds_between(example.gpus);
    const double young = young_interval(example.checkpoint, mtbf);
    const Checkpointing plan{.interval = young, .checkpoint = example.checkpoint};
    EXPECT_TRUE(prints_as(young / 60, example.young));
    EXPECT_TRUE(prints_as(daly_interval(example.checkpoint, mtbf) / 60, example.daly));
    EXPECT_TRUE(prints_as(100 * wasted_share(plan, mtbf), example.waste));
    EXPECT_NEAR(wasted_share(plan, mtbf), std::sqrt(2 * example.checkpoint / mtbf), 1e-12);
    EXPECT_TRUE(prints_as(wall_multiplier(plan, mtbf), example.multiplier));
  }
}

// His abstract's own examples, to the digits it prints.
TEST(DalyInterval, AgreesWithItsPaper) {
  EXPECT_TRUE(prints_as(daly_interval(300, 24 * kHour) / 60, "116.690"));
  EXPECT_TRUE(prints_as(daly_interval(300, 6 * kHour) / 60, "56.713"));
  EXPECT_TRUE(prints_as(daly_interval(300, kHour / 4) / 60, "9.1409"));
}

TEST(DalyInterval, IsTheTimeBetweenFailuresWhereACheckpointTakesTwice) {
  EXPECT_EQ(daly_interval(200, 100), 100);
  EXPECT_EQ(daly_interval(500, 100), 100);
}

TEST(DalyInterval, IsNearTheBestInterval) {
  const double mtbf = mean_seconds_between(16'000);
  const auto multiplier = [&](double interval) {
    return wall_multiplier({.interval = interval, .checkpoint = 300, .restart = 600}, mtbf);
  };
  const double daly = daly_interval(300, mtbf);
  EXPECT_LT(multiplier(daly), multiplier(daly * 1.05));
  EXPECT_LT(multiplier(daly), multiplier(daly * 0.95));
}

TEST(WastedShare, CountsRestarts) {
  EXPECT_DOUBLE_EQ(wasted_share({.interval = 1000, .checkpoint = 10, .restart = 500}, 10'000),
                   0.01 + 0.05 + 0.05);
}

TEST(ExpectedLoss, AgreesWithTheWorkedExample) {
  EXPECT_TRUE(prints_as(expected_loss(6 * kHour, 3 * kHour) / kHour, "2.060894144"));
}

TEST(ExpectedLoss, IsHalfTheIntervalWhereFailuresAreRare) {
  EXPECT_NEAR(expected_loss(600, 1e7), 300, 0.01);
}

// PaLM: batches of 2,048 sequences of 2,048 tokens, 200 to 500 skipped, some 20 times, of 780e9.
TEST(SkippedTokens, AgreeWithPalm) {
  const double batch = 2048.0 * 2048;
  EXPECT_TRUE(prints_as(skipped_tokens(200, batch) / 1e9, "0.839"));
  EXPECT_TRUE(prints_as(skipped_tokens(500, batch) / 1e9, "2.097"));
  EXPECT_TRUE(prints_as(100 * 20 * skipped_tokens(200, batch) / 780e9, "2.15"));
  EXPECT_TRUE(prints_as(100 * 20 * skipped_tokens(500, batch) / 780e9, "5.38"));
}

TEST(RewindGpuSeconds, AreStepsOfTheWholeCluster) {
  EXPECT_EQ(rewind_gpu_seconds(100, 12, 6144), 100 * 12 * 6144);
}

}  // namespace
}  // namespace sluice::sizing
