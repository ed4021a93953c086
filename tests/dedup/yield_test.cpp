#include "dedup/yield.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>
#include <vector>

#include "base/error.h"

namespace sluice::dedup {
namespace {

// Of each cluster, its number once a document.
std::vector<uint32_t> random_population(uint32_t clusters, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<uint32_t> documents;
  for (uint32_t cluster = 0; cluster < clusters; ++cluster) {
    const uint64_t size = random() % 4 == 0 ? 1 + random() % 12 : 1;
    documents.insert(documents.end(), size, cluster);
  }
  return documents;
}

ClusterSizes sizes_of(const std::vector<uint32_t>& documents, size_t first_documents) {
  std::map<uint32_t, uint64_t> sizes;
  for (size_t at = 0; at < first_documents; ++at) ++sizes[documents[at]];
  ClusterSizes result;
  for (const auto& [cluster, size] : sizes) {
    result.add(size, {.documents = 1, .bytes = 100, .tokens = 25});
  }
  return result;
}

TEST(Yield, OfAShareIsWhatDrawingItGives) {
  const auto documents = random_population(5'000, 1);
  const ClusterSizes sizes = sizes_of(documents, documents.size());
  EXPECT_EQ(sizes.documents(), documents.size());
  std::mt19937_64 random(2);
  for (const double share : {0.1, 0.5, 0.9}) {
    double sum = 0;
    const int draws = 40;
    for (int draw = 0; draw < draws; ++draw) {
      std::set<uint32_t> drawn;
      for (const uint32_t cluster : documents) {
        if (std::generate_canonical<double, 53>(random) < share) drawn.insert(cluster);
      }
      sum += static_cast<double>(drawn.size());
    }
    // A draw's standard deviation is below sqrt(clusters) / 2.
    const YieldPoint point = yield_at(sizes, share);
    EXPECT_NEAR(sum / draws, point.documents, 4 * std::sqrt(5'000.0) / 2 / std::sqrt(draws));
    EXPECT_FALSE(point.extrapolated);
    EXPECT_NEAR(point.bytes, 100 * point.documents, 1e-6);
    EXPECT_NEAR(point.tokens, 25 * point.documents, 1e-6);
  }
}

TEST(Yield, OfAllIsWhatWasKept) {
  const auto documents = random_population(1'000, 3);
  const ClusterSizes sizes = sizes_of(documents, documents.size());
  EXPECT_EQ(yield_at(sizes, 1).documents, 1'000);
  EXPECT_EQ(yield_at(sizes, 1).bytes, 100'000);
  EXPECT_EQ(sizes.kept(), (Amount{.documents = 1'000, .bytes = 100'000, .tokens = 25'000}));
  EXPECT_EQ(yield_at(sizes, 0).documents, 0);
}

// Half of the documents, in random order, foretell what all of them give.
TEST(Yield, BeyondTheDataForetellsTheRest) {
  auto documents = random_population(200'000, 4);
  std::mt19937_64 random(5);
  std::shuffle(documents.begin(), documents.end(), random);
  const size_t half = documents.size() / 2;
  const ClusterSizes sizes = sizes_of(documents, half);
  for (const double share : {1.25, 1.5, 2.0}) {
    const auto seen = static_cast<size_t>(share * static_cast<double>(half));
    const auto truth = static_cast<double>(sizes_of(documents, seen).kept().documents);
    const YieldPoint point = yield_at(sizes, share);
    EXPECT_TRUE(point.extrapolated);
    EXPECT_NEAR(point.documents, truth, 0.01 * truth);
    EXPECT_GT(point.documents, yield_at(sizes, 1).documents);
  }
}

// Where every document is there twice, the series' first term is missing and its second negative.
TEST(Yield, OfMoreIsNeverLess) {
  ClusterSizes sizes;
  sizes.add(2, {.documents = 400, .bytes = 4000, .tokens = 1000});
  for (const double share : {1.25, 1.5, 1.75, 2.0}) {
    EXPECT_EQ(yield_at(sizes, share).documents, 400) << share;
    EXPECT_EQ(yield_at(sizes, share).tokens, 1000) << share;
  }
}

TEST(Yield, BeyondTwiceTheDataIsRefused) {
  const ClusterSizes sizes;
  EXPECT_THROW(yield_at(sizes, 2.01), ConfigError);
  EXPECT_THROW(yield_at(sizes, -0.1), ConfigError);
}

TEST(Yield, CurveGoesInEqualStepsToTwiceTheData) {
  ClusterSizes sizes;
  sizes.add(1, {.documents = 10});
  sizes.add(4, {.documents = 5});
  const auto curve = yield_curve(sizes, 10);
  ASSERT_EQ(curve.size(), 20);
  EXPECT_DOUBLE_EQ(curve[0].share, 0.1);
  EXPECT_FALSE(curve[9].extrapolated);
  EXPECT_DOUBLE_EQ(curve[9].documents, 15);
  EXPECT_TRUE(curve[10].extrapolated);
  EXPECT_DOUBLE_EQ(curve[19].share, 2);
}

TEST(Yield, OfGiantClustersIsFinite) {
  ClusterSizes sizes;
  sizes.add(uint64_t{1} << 39, {.documents = 1, .bytes = 1, .tokens = 1});
  for (const YieldPoint& point : yield_curve(sizes, 4)) EXPECT_NEAR(point.documents, 1, 1e-9);
}

TEST(Yield, OfPartsAddsUp) {
  const auto one = sizes_of(random_population(500, 6), 400);
  const auto other = sizes_of(random_population(500, 7), 450);
  ClusterSizes forth = one;
  forth += other;
  ClusterSizes back = other;
  back += one;
  EXPECT_EQ(forth.by_size(), back.by_size());
  EXPECT_EQ(forth.documents(), 850);
  EXPECT_NEAR(yield_at(forth, 0.3).documents,
              yield_at(one, 0.3).documents + yield_at(other, 0.3).documents, 1e-9);
}

}  // namespace
}  // namespace sluice::dedup
