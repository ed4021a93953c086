#include "bpe/metrics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"

namespace sluice::bpe {
namespace {

TEST(Ratios, AreQuotientsOfCounts) {
  EXPECT_DOUBLE_EQ(bytes_per_token(4'200, 1'000), 4.2);
  EXPECT_DOUBLE_EQ(fertility(1'300, 1'000), 1.3);
  EXPECT_DOUBLE_EQ(premium(250, 100), 2.5);
  EXPECT_DOUBLE_EQ(normalised_sequence_length(90, 100), 0.9);
}

TEST(Ratios, AreExactForCountsBeyond32Bits) {
  EXPECT_EQ(bytes_per_token(uint64_t{1} << 62, uint64_t{1} << 60), 4);
}

TEST(Ratios, AreZeroOfSomethingAndNoNumberOfNothing) {
  for (const auto& of : {bytes_per_token, fertility, premium, normalised_sequence_length}) {
    EXPECT_EQ(of(0, 7), 0);
    EXPECT_TRUE(std::isnan(of(7, 0)));
    EXPECT_TRUE(std::isnan(of(0, 0)));
  }
}

constexpr double kOrders[] = {0, 0.3, 0.5, 0.999, 1, 1.001, 1.5, 2, 2.5, 10, 1000};

TEST(RenyiEfficiency, IsOneWhereAllEntriesOccurEquallyOften) {
  const std::vector<uint64_t> counts(1000, 17);
  for (const double alpha : kOrders) EXPECT_NEAR(renyi_efficiency(counts, 1000, alpha), 1, 1e-12);
}

TEST(RenyiEfficiency, IsZeroWhereOneEntryIsAll) {
  for (const double alpha : kOrders) {
    EXPECT_EQ(renyi_efficiency(std::vector<uint64_t>{0, 12, 0}, 3, alpha), 0);
  }
}

// By hand: shares 1/2, 1/4, 1/8, 1/8 of four entries.
TEST(RenyiEfficiency, AgreesWithEntropiesWorkedByHand) {
  const std::vector<uint64_t> counts = {4, 2, 1, 1};
  EXPECT_DOUBLE_EQ(renyi_efficiency(counts, 4, 0), 1);
  EXPECT_DOUBLE_EQ(renyi_efficiency(counts, 4, 1), 1.75 / 2);                  // Shannon
  EXPECT_DOUBLE_EQ(renyi_efficiency(counts, 4, 2), std::log2(64.0 / 22) / 2);  // collision
  EXPECT_NEAR(renyi_efficiency(counts, 4, 2.5),
              std::log2(std::pow(2, -2.5) + std::pow(4, -2.5) + 2 * std::pow(8, -2.5)) / -1.5 / 2,
              1e-15);
  EXPECT_NEAR(renyi_efficiency(counts, 4, 1000), 0.5, 1e-3);  // towards the largest share's log
}

TEST(RenyiEfficiency, TendsToShannonsWithoutLosingDigits) {
  std::mt19937_64 random(1);
  std::vector<uint64_t> counts(5000);
  for (size_t i = 0; i < counts.size(); ++i) counts[i] = 1 + random() % 1000 + 100'000 / (i + 1);
  const double shannon = renyi_efficiency(counts, counts.size(), 1);
  for (const double distance : {1e-3, 1e-6, 1e-9, 1e-12}) {
    for (const double alpha : {1 - distance, 1 + distance}) {
      EXPECT_NEAR(renyi_efficiency(counts, counts.size(), alpha), shannon, 2 * distance + 1e-12);
    }
  }
}

TEST(RenyiEfficiency, FallsAsTheOrderGrows) {
  const std::vector<uint64_t> counts = {1000, 200, 50, 20, 1, 1, 1};
  double before = std::numeric_limits<double>::infinity();
  for (const double alpha : kOrders) {
    const double efficiency = renyi_efficiency(counts, 8, alpha);
    EXPECT_LT(efficiency, before) << alpha;
    EXPECT_GT(efficiency, 0);
    before = efficiency;
  }
}

TEST(RenyiEfficiency, DoesNotDependOnZerosOrScale) {
  const std::vector<uint64_t> counts = {4, 2, 1, 1};
  const std::vector<uint64_t> spread = {
      0, 4'000'000'000'000, 0, 2'000'000'000'000, 1'000'000'000'000, 0, 1'000'000'000'000};
  for (const double alpha : kOrders) {
    EXPECT_NEAR(renyi_efficiency(spread, 9, alpha), renyi_efficiency(counts, 9, alpha), 1e-14);
  }
}

TEST(RenyiEfficiency, IsNoNumberWithoutTokensOrEntries) {
  EXPECT_TRUE(std::isnan(renyi_efficiency({}, 100)));
  EXPECT_TRUE(std::isnan(renyi_efficiency(std::vector<uint64_t>{0, 0}, 100)));
  EXPECT_TRUE(std::isnan(renyi_efficiency(std::vector<uint64_t>{5}, 1)));
  EXPECT_TRUE(std::isnan(renyi_efficiency(std::vector<uint64_t>{5}, 0)));
}

TEST(RenyiEfficiency, RefusesOrdersThatAreNone) {
  const std::vector<uint64_t> counts = {4, 2};
  for (const double alpha : {-0.1, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW(renyi_efficiency(counts, 4, alpha), ConfigError) << alpha;
  }
}

}  // namespace
}  // namespace sluice::bpe
