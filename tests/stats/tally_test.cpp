#include "stats/tally.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "base/error.h"

namespace sluice::stats {
namespace {

constexpr uint64_t kMax = std::numeric_limits<uint64_t>::max();

// Whether 2^(exponent/4) <= t, decided in whole numbers: 2^exponent <= t^4. For t < 2^16.
bool reaches(uint64_t t, size_t exponent) {
  if (t == 0) return false;
  if (exponent >= 64) return false;
  return uint64_t{1} << exponent <= t * t * t * t;
}

TEST(Tally, CountsDocumentsBytesTokensAndIds) {
  Tally tally;
  tally.add({.id = "a", .bytes = 10, .tokens = 3});
  tally.add({.id = "b", .bytes = 5, .tokens = 1});
  IdSum ids;
  ids.add("b");
  ids.add("a");
  EXPECT_EQ(tally.documents, 2u);
  EXPECT_EQ(tally.bytes, 15u);
  EXPECT_EQ(tally.tokens, 4u);
  EXPECT_EQ(tally.ids, ids);
}

TEST(Tally, ASumThatDoesNotFitIsRefused) {
  Tally tally;
  tally.add({.id = "a", .bytes = kMax, .tokens = kMax});
  EXPECT_THROW(Tally(tally).add({.id = "b", .bytes = 1}), CheckError);
  EXPECT_THROW(Tally(tally).add({.id = "b", .tokens = 1}), CheckError);
  EXPECT_THROW(Tally(tally) += tally, CheckError);
}

TEST(Lengths, LowerEdgesAreTheWholeNumbersAtOrAbovePowersOfAFourthOfAnOctave) {
  const std::vector<uint64_t> first = {0, 1, 2, 2, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 10, 12, 14, 16};
  for (size_t i = 0; i < first.size(); ++i) EXPECT_EQ(Lengths::lower_edge(i), first[i]) << i;
  for (size_t i = 1; i < Lengths::kBuckets; ++i) {
    const long double power = std::pow(2.0L, static_cast<long double>(i - 1) / 4);
    EXPECT_EQ(Lengths::lower_edge(i), static_cast<uint64_t>(std::ceil(power))) << i;
  }
  EXPECT_EQ(Lengths::lower_edge(Lengths::kBuckets - 1), uint64_t{1} << 40);
}

TEST(Lengths, ABucketHoldsWhatLiesBetweenItsPowers) {
  for (uint64_t t = 1; t < 1 << 16; ++t) {
    const size_t bucket = Lengths::bucket_of(t);
    ASSERT_TRUE(reaches(t, bucket - 1) && !reaches(t, bucket)) << t;
  }
}

// The same, said with edges, where they matter: at them and beside them, up to the end.
TEST(Lengths, ABucketIsTheLastWhoseLowerEdgeIsAtMostTheNumber) {
  const auto last_at_most = [](uint64_t t) {
    size_t bucket = Lengths::kBuckets - 1;
    while (Lengths::lower_edge(bucket) > t) --bucket;
    return bucket;
  };
  EXPECT_EQ(Lengths::bucket_of(0), 0u);
  for (size_t i = 1; i < Lengths::kBuckets; ++i) {
    const uint64_t edge = Lengths::lower_edge(i);
    for (const uint64_t t : {edge - 1, edge, edge + 1}) {
      EXPECT_EQ(Lengths::bucket_of(t), last_at_most(t)) << t;
    }
  }
  EXPECT_EQ(Lengths::bucket_of(uint64_t{1} << 41), Lengths::kBuckets - 1);
  EXPECT_EQ(Lengths::bucket_of(kMax), Lengths::kBuckets - 1);
}

TEST(Lengths, CountDocumentsAndTokensAndAddUp) {
  Lengths a, b, both;
  for (const uint64_t t : {0, 1, 7, 7, 500}) a.add(t), both.add(t);
  for (const uint64_t t : {7, 100000}) b.add(t), both.add(t);
  a += b;
  EXPECT_EQ(a, both);
  EXPECT_EQ(a.documents[12], 3u);  // [7, 8)
  EXPECT_EQ(a.tokens[12], 21u);
}

TEST(Lengths, ASumThatDoesNotFitIsRefused) {
  Lengths lengths;
  lengths.add(kMax);
  EXPECT_THROW(Lengths(lengths).add(kMax), CheckError);
  EXPECT_THROW(Lengths(lengths) += lengths, CheckError);
}

}  // namespace
}  // namespace sluice::stats
