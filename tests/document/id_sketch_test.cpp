#include "document/id_sketch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace sluice {
namespace {

IdSketch sketch_of(size_t first, size_t count) {
  IdSketch sketch;
  for (size_t i = first; i < first + count; ++i) sketch.add("doc-" + std::to_string(i));
  return sketch;
}

TEST(IdSketch, SmallSetsAreComparedExactly) {
  EXPECT_EQ(sketch_of(0, 10).share_in(sketch_of(5, 100)), 0.5);
  EXPECT_EQ(sketch_of(0, 10).share_in(sketch_of(10, 100)), 0.0);
  EXPECT_EQ(sketch_of(3, 4).share_in(sketch_of(0, 100)), 1.0);
  EXPECT_EQ(sketch_of(0, 10).share_in(IdSketch()), 0.0);
  EXPECT_FALSE(IdSketch().share_in(sketch_of(0, 10)));
}

// Four standard errors of a share among kSize ids.
TEST(IdSketch, LargeSetsAreComparedWithinTheSketchsError) {
  const IdSketch measured = sketch_of(0, 100'000);
  for (const size_t first : {0u, 30'000u, 63'000u, 99'000u, 100'000u}) {
    const double share = (100'000.0 - static_cast<double>(first)) / 100'000;
    EXPECT_NEAR(*measured.share_in(sketch_of(first, 300'000)), share, 4 * 0.5 / 30) << first;
  }
}

TEST(IdSketch, IsAFunctionOfTheSetOfIds) {
  const auto expected = sketch_of(0, 50'000).hashes();
  EXPECT_EQ(expected.size(), IdSketch::kSize);
  std::vector<size_t> order(50'000);
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::mt19937_64 random(3);
  std::shuffle(order.begin(), order.end(), random);
  std::vector<IdSketch> parts(7);
  for (const size_t i : order) {
    for (int times = 0; times < 2; ++times) {  // an id counts once
      parts[random() % parts.size()].add("doc-" + std::to_string(i));
    }
  }
  IdSketch all;
  for (const IdSketch& part : parts) all.merge(part);
  EXPECT_EQ(all.hashes(), expected);
}

TEST(IdSketch, ComesBackFromItsHashes) {
  for (const size_t count : {0u, 100u, 4096u, 20'000u}) {
    const IdSketch sketch = sketch_of(0, count);
    const auto again = IdSketch::from_hashes(sketch.hashes());
    ASSERT_TRUE(again);
    EXPECT_EQ(again->hashes(), sketch.hashes());
    EXPECT_EQ(again->share_in(sketch), sketch.share_in(*again));
  }
  EXPECT_FALSE(IdSketch::from_hashes({2, 1}));
  EXPECT_FALSE(IdSketch::from_hashes({1, 1}));
  EXPECT_FALSE(IdSketch::from_hashes(std::vector<uint64_t>(IdSketch::kSize + 1)));
}

}  // namespace
}  // namespace sluice
