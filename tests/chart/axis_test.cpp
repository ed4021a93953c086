#include "chart/axis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <set>

namespace sluice::chart {
namespace {

Extent extent_of(double a, double b) {
  Extent extent;
  extent.add(a);
  extent.add(b);
  return extent;
}

// The step's first digit, as printed: rounding hides the last bits.
int leading_digit(double step) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6e", step);
  return std::string(text).substr(1, 7) == ".000000" ? text[0] - '0' : 0;
}

void expect_covering(const Scale& scale, const Extent& extent, size_t max_ticks) {
  const auto& ticks = scale.ticks();
  ASSERT_GE(ticks.size(), 2u);
  ASSERT_LE(ticks.size(), max_ticks);
  const double slack = (ticks[1] - ticks[0]) * 1e-6;
  EXPECT_LE(ticks.front(), extent.low + slack);
  EXPECT_GE(ticks.back(), extent.high - std::abs(extent.high) * 1e-9 - slack);
  EXPECT_TRUE(std::is_sorted(ticks.begin(), ticks.end()));
  const std::set<std::string> distinct(scale.labels().begin(), scale.labels().end());
  EXPECT_EQ(distinct.size(), ticks.size()) << extent.low << " to " << extent.high;
}

TEST(Scale, LinearTicksCoverTheRangeWithFewRoundSteps) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(-20, 20);
  std::uniform_real_distribution<double> mantissa(-10, 10);
  for (int i = 0; i < 5000; ++i) {
    const double size = std::pow(10, exponent(random));
    const Extent extent = extent_of(mantissa(random) * size, mantissa(random) * size);
    const size_t max_ticks = 3 + i % 8;
    const Scale scale({}, extent, max_ticks);
    expect_covering(scale, extent, max_ticks);
    const int digit = leading_digit(scale.ticks()[1] - scale.ticks()[0]);
    EXPECT_TRUE(digit == 1 || digit == 2 || digit == 5) << extent.low << " to " << extent.high;
    // Not so coarse that the data fill less than a fifth of the axis.
    EXPECT_GE((extent.high - extent.low) / (scale.high() - scale.low()), 0.2);
  }
}

TEST(Scale, LogTicksCoverTheRange) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> exponent(-280, 280);
  for (int i = 0; i < 2000; ++i) {
    const double low = std::pow(10, exponent(random) * (i % 2 ? 1 : 0.05));
    const Extent extent = extent_of(low, std::min(low * std::pow(10, i % 23), 1e299));
    const size_t max_ticks = 3 + i % 8;
    expect_covering(Scale({.log = true}, extent, max_ticks), extent, max_ticks);
  }
}

TEST(Scale, NarrowRangesFarFromZeroKeepTheirTicksApart) {
  const Scale scale({}, extent_of(1000000, 1000010), 6);
  EXPECT_EQ(scale.labels().front(), "1M");
  EXPECT_EQ(scale.labels()[1], "1.000002M");
}

TEST(Scale, EqualValuesAndNoneStillHaveAnAxis) {
  for (const bool log : {false, true}) {
    for (const double value : {1e-290, 1e-3, 1.0, 7e11, 1e299}) {
      const Scale scale({.log = log}, extent_of(value, value), 6);
      EXPECT_LT(scale.low(), scale.high());
      EXPECT_TRUE(scale.contains(value)) << value;
    }
    EXPECT_GE(Scale({.log = log}, {}, 6).ticks().size(), 2u);
  }
  EXPECT_TRUE(Scale({}, extent_of(0, 0), 6).contains(0));
}

TEST(Scale, ExtremesDoNotOverflow) {
  const Scale scale({}, extent_of(-kLargest, kLargest), 6);
  EXPECT_NEAR(scale.position(0), 0.5, 1e-9);
  EXPECT_FALSE(drawable(std::numeric_limits<double>::max(), {}));
}

TEST(Scale, BoundsAreKeptToTheLetterUnlessTheyContradict) {
  const Scale scale({.min = 0.3, .max = 3.1}, extent_of(1, 2), 6);
  EXPECT_EQ(scale.low(), 0.3);
  EXPECT_EQ(scale.high(), 3.1);
  for (const double tick : scale.ticks()) EXPECT_TRUE(tick >= 0.3 && tick <= 3.1);
  EXPECT_FALSE(scale.contains(3.2));
  EXPECT_TRUE(Scale({.min = 5, .max = 4}, extent_of(1, 2), 6).contains(1.5));
  EXPECT_TRUE(Scale({.log = true, .min = -1}, extent_of(1, 2), 6).contains(1.5));
  // A bound beyond all data leaves an axis, if an empty one.
  EXPECT_EQ(Scale({.min = 9}, extent_of(1, 2), 6).low(), 9);
}

TEST(Spell, NumbersAsPeopleInTheFieldWriteThem) {
  const Axis number;
  EXPECT_EQ(spell(0, number), "0");
  EXPECT_EQ(spell(-0.0, number), "0");
  EXPECT_EQ(spell(0.25, number), "0.25");
  EXPECT_EQ(spell(999, number), "999");
  EXPECT_EQ(spell(999.9, number), "1k");  // rounds into the next unit
  EXPECT_EQ(spell(-1500, number), "-1.5k");
  EXPECT_EQ(spell(20e6, number), "20M");
  EXPECT_EQ(spell(3e9, number), "3B");
  EXPECT_EQ(spell(15.04e12, number), "15T");
  EXPECT_EQ(spell(1.2e15, number), "1200T");
  EXPECT_EQ(spell(6e23, number), "6e23");
  EXPECT_EQ(spell(2.5e-7, number), "2.5e-7");
  EXPECT_EQ(spell(1234567, number, 7), "1.234567M");
}

TEST(Spell, PercentBytesAndCustom) {
  EXPECT_EQ(spell(0.25, {.format = Format::percent}), "25 %");
  EXPECT_EQ(spell(0.00012, {.format = Format::percent}), "0.012 %");
  EXPECT_EQ(spell(15, {.format = Format::percent}), "1500 %");
  EXPECT_EQ(spell(512, {.format = Format::bytes}), "512 B");
  EXPECT_EQ(spell(80e9, {.format = Format::bytes}), "80 GB");
  EXPECT_EQ(spell(3, {.custom = [](double hours) { return std::to_string(int(hours)) + " h"; }}),
            "3 h");
}

}  // namespace
}  // namespace sluice::chart
