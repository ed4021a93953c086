#include "quality/histogram.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "base/error.h"

namespace sluice::quality {
namespace {

using testing::DoubleNear;
using testing::Optional;

constexpr Scale kScales[] = {Scale::fraction, Scale::count, Scale::length};

ValueHistogram histogram_of(Scale scale, const std::vector<double>& values) {
  ValueHistogram histogram(scale);
  for (const double value : values) histogram.add(value);
  return histogram;
}

std::vector<double> random_values(Scale scale, size_t count, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::exponential_distribution<double> exponential(1);
  std::vector<double> values;
  for (size_t i = 0; i < count; ++i) {
    const double value = exponential(random);
    if (scale == Scale::fraction) values.push_back(std::min(1.0, value / 5));
    if (scale == Scale::count) values.push_back(std::floor(value * 500));
    if (scale == Scale::length) values.push_back(value * 5);
  }
  return values;
}

// What a bucket's edges promise has to hold for every value, those that are rounded to an edge
// (0.29 * 200 is less than 58) included.
TEST(ValueHistogram, AValueLiesBetweenTheEdgesOfItsBucket) {
  for (const Scale scale : kScales) {
    std::vector<double> values = random_values(scale, 20'000, 1);
    for (int i = 0; i <= 1000; ++i) values.push_back(i / 1000.0);
    for (int i = 0; i <= 5000; ++i) values.push_back(i);
    for (size_t bucket = 0; bucket < bucket_count(scale); ++bucket) {
      const double edge = lower_edge(scale, bucket);
      values.push_back(edge);
      values.push_back(std::nextafter(edge, 1e9));
      if (edge > 0) values.push_back(std::nextafter(edge, 0));
    }
    for (const double value : values) {
      const size_t bucket = bucket_of(scale, value);
      ASSERT_LT(bucket, bucket_count(scale));
      if (scale == Scale::fraction && bucket <= 1) {  // 0 alone, and what is above it
        ASSERT_EQ(value > 0, bucket == 1) << value;
        continue;
      }
      ASSERT_LE(lower_edge(scale, bucket), value);
      if (bucket + 1 < bucket_count(scale)) {
        ASSERT_LT(value, lower_edge(scale, bucket + 1));
      }
    }
  }
}

TEST(ValueHistogram, WhatLiesOutsideGoesToTheBucketAtTheEnd) {
  for (const Scale scale : kScales) {
    EXPECT_EQ(bucket_of(scale, -1), 0u);
    EXPECT_EQ(bucket_of(scale, 0), 0u);
    EXPECT_EQ(bucket_of(scale, 1e300), bucket_count(scale) - 1);
    EXPECT_EQ(bucket_of(scale, std::numeric_limits<double>::infinity()), bucket_count(scale) - 1);
  }
}

// Thresholds on counts are small whole numbers: two stop words, five sentences.
TEST(ValueHistogram, SmallCountsHaveBucketsOfTheirOwn) {
  for (double value = 0; value < 11; ++value) {
    EXPECT_LT(bucket_of(Scale::count, value), bucket_of(Scale::count, value + 1)) << value;
  }
}

TEST(ValueHistogram, MeanAndDeviationAreThoseOfTheValues) {
  for (const Scale scale : kScales) {
    const std::vector<double> values = random_values(scale, 5000, 2);
    const ValueHistogram histogram = histogram_of(scale, values);
    double sum = 0;
    for (const double value : values) sum += value;
    const double mean = sum / 5000;
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    EXPECT_NEAR(histogram.mean(), mean, 1e-3 * (1 + mean));
    EXPECT_NEAR(histogram.standard_deviation(), std::sqrt(squares / 5000), 2e-3 * (1 + mean));
  }
}

// Shares of duplicate characters are mostly thousandths, whose squares are a millionth.
TEST(ValueHistogram, DeviationsOfSmallValuesAreTold) {
  for (const double scale : {1.0, 1e-2, 1e-4}) {
    const ValueHistogram values = histogram_of(Scale::fraction, {0.1 * scale, 0.3 * scale});
    EXPECT_NEAR(values.standard_deviation(), 0.1 * scale, 1e-6 * scale);
  }
}

TEST(ValueHistogram, ValuesThatAreAlikeDoNotDeviate) {
  std::mt19937_64 random(6);
  for (const Scale scale : kScales) {
    for (int i = 0; i < 1000; ++i) {
      const double value = static_cast<double>(random() % 100'000'000) / 1e8;
      EXPECT_EQ(histogram_of(scale, {value}).standard_deviation(), 0) << value;
      EXPECT_EQ(histogram_of(scale, {value, value}).standard_deviation(), 0) << value;
    }
    EXPECT_FALSE(histogram_of(scale, {}).varies());
    EXPECT_FALSE(histogram_of(scale, {0.5, 0.5}).varies());
    EXPECT_TRUE(histogram_of(scale, {0, 0, 1}).varies());
  }
}

TEST(ValueHistogram, QuantilesAreWithinABucketOfTheValues) {
  for (const Scale scale : kScales) {
    std::vector<double> values = random_values(scale, 5000, 3);
    const ValueHistogram histogram = histogram_of(scale, values);
    std::ranges::sort(values);
    for (const double share : {0.0, 0.1, 0.5, 0.9, 0.99, 1.0}) {
      const double exact = values[std::min<size_t>(4999, static_cast<size_t>(share * 5000))];
      const double width = scale == Scale::count ? 0.1 * exact + 1 : 0.1;
      EXPECT_THAT(histogram.quantile(share), Optional(DoubleNear(exact, width))) << share;
    }
  }
  EXPECT_EQ(ValueHistogram(Scale::count).quantile(0.5), std::nullopt);
}

TEST(ValueHistogram, SharesDroppedAreExactAtEdgesAndNearElsewhere) {
  const ValueHistogram counts = histogram_of(Scale::count, {0, 1, 2, 2, 3});
  EXPECT_DOUBLE_EQ(counts.share_dropped(Comparison::below, 2), 0.4);
  EXPECT_DOUBLE_EQ(counts.share_dropped(Comparison::at_most, 2), 0.8);
  EXPECT_DOUBLE_EQ(counts.share_dropped(Comparison::above, 2), 0.2);
  EXPECT_DOUBLE_EQ(counts.share_dropped(Comparison::at_least, 2), 0.6);
  EXPECT_DOUBLE_EQ(counts.share_dropped(Comparison::none, 2), 0);
  const ValueHistogram shares = histogram_of(Scale::fraction, {0, 0, 0.1, 1});
  EXPECT_DOUBLE_EQ(shares.share_dropped(Comparison::above, 0), 0.5);
  EXPECT_DOUBLE_EQ(shares.share_dropped(Comparison::below, 0), 0);
  EXPECT_DOUBLE_EQ(shares.share_dropped(Comparison::at_least, 1), 0.25);
  EXPECT_DOUBLE_EQ(shares.share_dropped(Comparison::below, 0.5), 0.75);

  const std::vector<double> values = random_values(Scale::fraction, 5000, 4);
  const ValueHistogram histogram = histogram_of(Scale::fraction, values);
  for (const double threshold : {0.012, 0.1, 0.33}) {
    const auto dropped = std::ranges::count_if(values, [&](double v) { return v > threshold; });
    EXPECT_NEAR(histogram.share_dropped(Comparison::above, threshold),
                static_cast<double>(dropped) / 5000, 0.02);
  }
}

TEST(ValueHistogram, AddingIsTheSameInAnyOrder) {
  for (const Scale scale : kScales) {
    const std::vector<double> values = random_values(scale, 300, 5);
    const ValueHistogram whole = histogram_of(scale, values);
    ValueHistogram first = histogram_of(scale, {values.begin(), values.begin() + 100});
    ValueHistogram second = histogram_of(scale, {values.begin() + 100, values.end()});
    ValueHistogram sum = second;
    sum += first;
    first += second;
    EXPECT_EQ(sum, whole);
    EXPECT_EQ(first, whole);
  }
}

TEST(ValueHistogram, SumsThatDoNotFitAreRefused) {
  auto large = *ValueHistogram::from(Scale::count, {.values = INT64_MAX}, {{1, 1}});
  EXPECT_THROW(large.add(1), CheckError);
  auto many = *ValueHistogram::from(Scale::count, {}, {{1, UINT64_MAX}});
  EXPECT_THROW(many += histogram_of(Scale::count, {1}), CheckError);
  EXPECT_EQ(ValueHistogram::from(Scale::length, {}, {{1001, 1}}), std::nullopt);
}

// As many documents as the header says, of the largest values that are told apart.
TEST(ValueHistogram, SumsOfManyDocumentsFit) {
  for (const Scale scale : kScales) {
    const int doublings = scale == Scale::count ? 28 : scale == Scale::length ? 32 : 38;
    ValueHistogram sum = histogram_of(scale, {1e6, 1e6});
    for (int doubling = 0; doubling < doublings; ++doubling) sum += ValueHistogram(sum);
    EXPECT_EQ(sum.count(), uint64_t{2} << doublings);
    EXPECT_GT(sum.mean(), 3);
    EXPECT_NEAR(sum.standard_deviation(), 0, 1e-3);
  }
}

}  // namespace
}  // namespace sluice::quality
