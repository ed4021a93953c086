#include "sizing/uncertainty.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/error.h"

namespace sluice::sizing {
namespace {

const Model kFirst = [](std::span<const double> x) { return x[0]; };

// Where the share of a triangle's area lies.
double triangle(const UncertainInput& input, double share) {
  const double width = input.high - input.low;
  const double rise = input.likely - input.low;
  return share * width < rise
             ? input.low + std::sqrt(share * width * rise)
             : input.high - std::sqrt((1 - share) * width * (input.high - input.likely));
}

TEST(Propagate, FindsTheTrianglesPercentiles) {
  for (const UncertainInput& input :
       {UncertainInput{"MFU", 0.30, 0.40, 0.45}, UncertainInput{"left", 0, 0, 1},
        UncertainInput{"right", 0, 1, 1}}) {
    const std::vector inputs = {input};
    const Spread spread = propagate(inputs, kFirst, 1, 20'000);
    // Four standard deviations of a share of 20,000 draws.
    for (const auto& [value, share] :
         {std::pair{spread.p10, 0.10}, std::pair{spread.p50, 0.50}, std::pair{spread.p90, 0.90}}) {
      const double error = 4 * std::sqrt(share * (1 - share) / 20'000);
      EXPECT_GT(value, triangle(input, share - error)) << input.name;
      EXPECT_LT(value, triangle(input, share + error)) << input.name;
    }
  }
}

TEST(Propagate, IsCertainWhereTheInputsAre) {
  const std::vector inputs = {UncertainInput{"price", 2, 2, 2}};
  const Spread spread = propagate(inputs, kFirst, 9, 100);
  EXPECT_EQ(spread.p10, 2);
  EXPECT_EQ(spread.p90, 2);
}

TEST(Propagate, DrawsTheSameForTheSameSeedWhateverElseIsDrawn) {
  const std::vector alone = {UncertainInput{"MFU", 0.30, 0.40, 0.45}};
  const std::vector beside = {UncertainInput{"MFU", 0.30, 0.40, 0.45},
                              UncertainInput{"price", 1, 2, 4}};
  EXPECT_EQ(propagate(alone, kFirst, 5).p50, propagate(beside, kFirst, 5).p50);
  EXPECT_NE(propagate(alone, kFirst, 5).p50, propagate(alone, kFirst, 6).p50);
}

TEST(Propagate, DrawsInputsIndependently) {
  const std::vector inputs = {UncertainInput{"a", 0, 0.5, 1}, UncertainInput{"b", 0, 0.5, 1}};
  const Model difference = [](std::span<const double> x) { return x[0] - x[1]; };
  // Of variance 1/24 each; were they drawn alike, the difference would be nothing.
  EXPECT_NEAR(propagate(inputs, difference, 3).p90, 1.2816 * std::sqrt(1.0 / 12), 0.02);
}

TEST(Propagate, TakesASingleDraw) {
  const std::vector inputs = {UncertainInput{"a", 0, 0.5, 1}};
  const Spread spread = propagate(inputs, kFirst, 3, 1);
  EXPECT_EQ(spread.p10, spread.p90);
}

TEST(Propagate, RefusesWhatHasNoOrder) {
  const std::vector inputs = {UncertainInput{"MFU", 0, 0.1, 0.5}};
  const Model log = [](std::span<const double> x) { return std::log(x[0] - 0.4); };
  EXPECT_THROW(propagate(inputs, log, 1, 100), ConfigError);
  EXPECT_THROW(tornado(inputs, log), ConfigError);
}

TEST(Propagate, RefusesRangesOutOfOrder) {
  const double nan = std::nan("");
  for (const UncertainInput& input :
       {UncertainInput{"MFU", 0.5, 0.4, 0.6}, UncertainInput{"MFU", 0.3, 0.4, 0.39},
        UncertainInput{"MFU", nan, 0.4, 0.5}, UncertainInput{"MFU", 0.3, 0.4, nan}}) {
    const std::vector inputs = {input};
    EXPECT_THROW(propagate(inputs, kFirst, 1, 10), ConfigError);
    EXPECT_THROW(tornado(inputs, kFirst), ConfigError);
  }
}

TEST(Tornado, OrdersInputsByTheirSwing) {
  const std::vector inputs = {UncertainInput{"MFU", 0.35, 0.40, 0.45},
                              UncertainInput{"price", 1, 2, 4}, UncertainInput{"none", 7, 7, 7}};
  const Model dollars = [](std::span<const double> x) { return 100 * x[1] / x[0]; };
  const std::vector<Swing> swings = tornado(inputs, dollars);
  ASSERT_EQ(swings.size(), 3);
  EXPECT_EQ(swings[0].input, 1);
  EXPECT_DOUBLE_EQ(swings[0].at_low, 250);
  EXPECT_DOUBLE_EQ(swings[0].at_high, 1000);
  EXPECT_EQ(swings[1].input, 0);
  EXPECT_GT(swings[1].at_low, swings[1].at_high);
  EXPECT_EQ(swings[2].input, 2);
}

}  // namespace
}  // namespace sluice::sizing
