#include "extract/group_table.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <unordered_map>

namespace sluice::extract {
namespace {

TEST(GroupTable, NumbersKeysInTheOrderOfFirstUse) {
  GroupTable groups;
  EXPECT_EQ(groups[7], 0u);
  EXPECT_EQ(groups[0], 1u);
  EXPECT_EQ(groups[UINT64_MAX], 2u);
  EXPECT_EQ(groups[0], 1u);
  EXPECT_EQ(groups[7], 0u);
  EXPECT_EQ(groups.size(), 3u);
}

// Over many pages of any size, so that it grows with some and keeps its room for others.
TEST(GroupTable, AgreesWithAMapThroughGrowthAndClears) {
  std::mt19937_64 random(1);
  GroupTable groups;
  for (int page = 0; page < 200; ++page) {
    std::unordered_map<uint64_t, uint32_t> map;
    const uint64_t range = 1 + random() % 3000;
    const int step = static_cast<int>(random() % 64);
    for (size_t i = random() % 3000; i > 0; --i) {
      // Keys that differ in few bits, low or high ones.
      const uint64_t key = (random() % range) << step;
      const uint32_t wanted = map.try_emplace(key, map.size()).first->second;
      ASSERT_EQ(groups[key], wanted);
    }
    ASSERT_EQ(groups.size(), map.size());
    groups.clear();
    ASSERT_EQ(groups.size(), 0u);
  }
}

TEST(GroupTable, ForgetsOldKeysWhereTheCountOfClearsWrapsAround) {
  GroupTable groups(/*clears=*/UINT32_MAX - 2);
  for (int round = 0; round < 6; ++round) {
    for (uint64_t key = 100; key > 0; --key) ASSERT_EQ(groups[key], 100 - key) << round;
    groups.clear();
    EXPECT_EQ(groups[5], 0u) << round;
    groups.clear();
  }
}

}  // namespace
}  // namespace sluice::extract
