#include "dedup/banding.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <span>

#include "base/error.h"

namespace sluice::dedup {
namespace {

TEST(Banding, RecallIsTheFormula) {
  EXPECT_NEAR(recall({.bands = 14, .rows = 8}, 0.8), 0.924, 0.0005);
  EXPECT_NEAR(recall({.bands = 20, .rows = 13}, 0.8), 0.6770, 0.0005);
  EXPECT_EQ(recall({}, 0), 0);
  EXPECT_EQ(recall({}, 1), 1);
  EXPECT_DOUBLE_EQ(recall({.bands = 1, .rows = 1}, 0.3), 0.3);
}

// Equal weights, 128 hashes: the choices that datasketch's users know.
TEST(Banding, TheChoiceErrsLeastAboutTheThreshold) {
  EXPECT_EQ(choose_banding(0.5, 128), (Banding{.bands = 25, .rows = 5}));
  EXPECT_EQ(choose_banding(0.8, 128), (Banding{.bands = 9, .rows = 13}));
  EXPECT_EQ(choose_banding(0.9, 128), (Banding{.bands = 5, .rows = 25}));
}

TEST(Banding, TheChoiceFollowsItsWeights) {
  const Banding careful = choose_banding(0.8, 112, /*false_positive_weight=*/0.9);
  const Banding thorough = choose_banding(0.8, 112, /*false_positive_weight=*/0.1);
  EXPECT_LT(recall(careful, 0.7), recall(thorough, 0.7));
  EXPECT_LT(recall(careful, 0.85), recall(thorough, 0.85));
}

TEST(Banding, TheEndsOfTheThresholdHaveAChoice) {
  EXPECT_EQ(choose_banding(0.5, 1), (Banding{.bands = 1, .rows = 1}));
  EXPECT_GT(recall(choose_banding(0, 112), 0.1), 0.99);
  EXPECT_LT(recall(choose_banding(1, 112), 0.9), 0.01);
}

TEST(Banding, RefusesWhatIsOutOfRange) {
  EXPECT_THROW(Banding({.bands = 0, .rows = 8}).check(), ConfigError);
  EXPECT_THROW(Banding({.bands = 1025, .rows = 1}).check(), ConfigError);
  EXPECT_THROW(Banding({.bands = 8, .rows = 65}).check(), ConfigError);
  EXPECT_THROW(Banding({.bands = 1024, .rows = 5}).check(), ConfigError);
  EXPECT_NO_THROW(Banding({.bands = 1024, .rows = 4}).check());
  EXPECT_THROW(choose_banding(-0.1, 112), ConfigError);
  EXPECT_THROW(choose_banding(std::numeric_limits<double>::quiet_NaN(), 112), ConfigError);
  EXPECT_THROW(choose_banding(0.8, 0), ConfigError);
  EXPECT_THROW(choose_banding(0.8, 5000), ConfigError);
  EXPECT_THROW(choose_banding(0.8, 112, 1.5), ConfigError);
}

TEST(Banding, TheHashTellsBandsGroupsAndRows) {
  const std::array<uint32_t, 2> rows = {1, 2};
  const std::array<uint32_t, 2> others = {2, 1};
  const auto hash = [](const std::array<uint32_t, 2>& values, uint32_t band, uint64_t group) {
    return hash_band(std::as_bytes(std::span(values)), band, group);
  };
  EXPECT_EQ(hash(rows, 3, 7), hash(rows, 3, 7));
  EXPECT_NE(hash(rows, 3, 7), hash(rows, 4, 7));
  EXPECT_NE(hash(rows, 3, 7), hash(rows, 3, 8));
  EXPECT_NE(hash(rows, 3, 7), hash(rows, 4, 6));
  EXPECT_NE(hash(rows, 3, 7), hash(others, 3, 7));
}

}  // namespace
}  // namespace sluice::dedup
