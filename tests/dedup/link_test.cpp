#include "dedup/link.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "dedup/run_support.h"
#include "sanitized.h"

namespace sluice::dedup {
namespace {

using test::MadeDocument;
using test::MadeDocuments;

constexpr SketchRule::Options kRule{.threshold = 0.75, .minima = 112};

// Documents in groups: within one, sketches agree in `agreed` of 112 bytes, between two in none.
MadeDocuments grouped(size_t count, size_t groups, uint32_t agreed, uint64_t references = 0) {
  std::mt19937_64 random(5);
  std::vector<MadeDocument> documents(count);
  for (size_t number = 0; number < count; ++number) {
    MadeDocument& document = documents[number];
    document.survivor.quality = random() % 1000;
    document.survivor.id_hash = random();
    document.sketch.resize(112);
    for (size_t at = 0; at < 112; ++at) {
      // Bytes beyond the agreed ones come from the number, so that few agree by accident.
      const uint64_t source = at < agreed ? number % groups : (number + 1) * 7919 + at * number;
      document.sketch[at] = static_cast<uint8_t>(source * 0x9E3779B97F4A7C15U >> (8 + at % 48));
    }
  }
  return MadeDocuments(std::move(documents), references);
}

std::vector<uint64_t> numbers(size_t count) {
  std::vector<uint64_t> all(count);
  std::iota(all.begin(), all.end(), uint64_t{0});
  return all;
}

struct Linked {
  std::set<Pair> pairs;
  LinkCounts counts;
};

Linked link(const MadeDocuments& documents, const LinkOptions& options = {},
            const SketchRule::Options& rule = kRule) {
  Linker linker(documents, SketchRule(rule), options);
  Linked linked;
  linker.link(numbers(documents.size()), [&](const Pair& pair) { linked.pairs.insert(pair); });
  linked.counts = linker.counts();
  return linked;
}

TEST(Link, PairsAllOfASmallBucket) {
  const Linked linked = link(grouped(64, 64, 0));
  EXPECT_EQ(linked.pairs.size(), 64 * 63 / 2);
  EXPECT_EQ(linked.counts.comparisons, 0);
  EXPECT_EQ(linked.counts.large_buckets, 0);
}

TEST(Link, SettlesAGiantBucketOfCopiesAtOnce) {
  const size_t count = kSanitized ? 5'000 : 100'000;
  const MadeDocuments documents = grouped(count, 1, 112);
  const Linked linked = link(documents);
  EXPECT_EQ(linked.counts.comparisons, 0);
  EXPECT_EQ(linked.counts.most_rounds, 0);
  EXPECT_EQ(linked.counts.left, 0);
  // The leader is who stands first, and all are paired with it.
  Standing first = documents.standing(0);
  for (uint64_t number = 1; number < count; ++number) {
    first = std::min(first, documents.standing(number));
  }
  ASSERT_EQ(linked.pairs.size(), count - 1);
  for (const Pair& pair : linked.pairs) {
    EXPECT_TRUE(pair.first == first.document || pair.second == first.document);
  }
}

// What makes all-pairs linking quadratic: one bucket, and nobody like anybody else.
TEST(Link, IsLinearInAGiantBucketOfStrangers) {
  const size_t count = kSanitized ? 2'000 : 50'000;
  const Linked linked = link(grouped(count, count, 0), {.rounds = 16});
  EXPECT_EQ(linked.counts.most_rounds, 16);
  EXPECT_LE(linked.counts.comparisons, 16 * count);
  EXPECT_LE(linked.counts.pairs, 16 * count);
  EXPECT_EQ(linked.counts.left, count - 16);
}

TEST(Link, FindsTheGroupsOfALargeBucketOneByOne) {
  const size_t groups = 10;
  const MadeDocuments documents = grouped(2'000, groups, 112);
  const Linked linked = link(documents);
  EXPECT_LE(linked.counts.most_rounds, groups);
  EXPECT_EQ(linked.counts.left, 0);
  // Every group is joined by its pairs, and no pair is between two.
  std::vector<size_t> pairs(groups);
  for (const Pair& pair : linked.pairs) {
    if (pair.first % groups == pair.second % groups) ++pairs[pair.first % groups];
  }
  for (const size_t count : pairs) EXPECT_GE(count, 2'000 / groups - 1);
}

// Who is perhaps no copy of the leader is compared with others as well.
TEST(Link, TakesBorderlineMembersToTheNextRound) {
  const SketchRule rule(kRule);
  const uint32_t agreed = (rule.borderline_from() + rule.accept_from()) / 2;
  const Linked linked = link(grouped(200, 1, agreed), {.rounds = 4});
  EXPECT_EQ(linked.counts.most_rounds, 4);
  EXPECT_EQ(linked.pairs.size(), 199 + 198 + 197 + 196);
  EXPECT_EQ(linked.counts.left, 196);
}

TEST(Link, WithoutSketchesPairsALargeBucketWithItsLeader) {
  const Linked linked = link(grouped(500, 500, 0), {}, {.threshold = 0.75, .minima = 0});
  EXPECT_EQ(linked.pairs.size(), 499);
  EXPECT_EQ(linked.counts.comparisons, 0);
}

TEST(Link, NeverPairsTwoReferences) {
  for (const size_t count : {40, 500}) {
    for (const LinkRule rule : {LinkRule::all_pairs, LinkRule::chain}) {
      const uint64_t references = count / 2;
      const Linked linked = link(grouped(count, 1, 112, references), {.rule = rule});
      EXPECT_FALSE(linked.pairs.empty());
      for (const Pair& pair : linked.pairs) EXPECT_GE(pair.second, references);
      const Linked none = link(grouped(count, 1, 112, count), {.rule = rule});
      EXPECT_TRUE(none.pairs.empty());
      EXPECT_EQ(none.counts.comparisons, 0);
    }
  }
}

TEST(Link, ChainsEachToItsPredecessor) {
  const Linked linked = link(grouped(100, 100, 0), {.rule = LinkRule::chain});
  EXPECT_EQ(linked.pairs.size(), 99);
  for (const Pair& pair : linked.pairs) EXPECT_EQ(pair.second, pair.first + 1);
}

TEST(Link, PairsWhoeverSharesABucketOfAPartition) {
  const MadeDocuments documents = grouped(3'000, 3'000, 0);
  std::mt19937_64 random(8);
  for (const size_t memory : {1 << 20, 1 << 12}) {
    io::ExternalSort<SortRecord> records({.memory = memory, .folder = testing::TempDir()});
    io::ExternalSort<SortRecord> pairs(
        {.memory = memory, .folder = testing::TempDir(), .distinct = true});
    std::vector<uint64_t> keys;
    for (uint64_t number = 0; number < documents.size(); ++number) {
      keys.push_back(random() % 1'000);
      records.add({.key = keys.back(), .value = number});
    }
    records.seal();
    Linker linker(documents, SketchRule(kRule), {});
    linker.link_sorted(records, pairs);
    linker.link_sorted(records, pairs);  // another partition that finds the same
    pairs.seal();
    std::vector<Pair> expected;
    for (uint64_t first = 0; first < keys.size(); ++first) {
      for (uint64_t second = first + 1; second < keys.size(); ++second) {
        if (keys[first] == keys[second]) expected.push_back({first, second});
      }
    }
    std::vector<Pair> found;
    auto reader = pairs.reader();
    for (SortRecord record; reader.next(record);) found.push_back(unpack_pair(record));
    EXPECT_TRUE(found == expected);
    EXPECT_EQ(linker.counts().records, 2 * documents.size());
    EXPECT_EQ(linker.counts().pairs, 2 * expected.size());
  }
}

TEST(LinkCounts, AddUp) {
  LinkCounts one{.records = 3, .largest_bucket = 9, .rounds = 2, .most_rounds = 2, .left = 1};
  one += {.records = 4, .largest_bucket = 7, .rounds = 3, .most_rounds = 3, .left = 1};
  EXPECT_EQ(one, (LinkCounts{
                     .records = 7, .largest_bucket = 9, .rounds = 5, .most_rounds = 3, .left = 2}));
}

}  // namespace
}  // namespace sluice::dedup
