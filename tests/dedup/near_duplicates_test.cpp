// Clusters of real near-duplicates: 20,000 documents, all of whose pairs with a Jaccard similarity
// of at least 0.5 are known.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <vector>

#include "dedup/cluster.h"
#include "dedup/components.h"
#include "dedup/run_support.h"

namespace sluice::dedup {
namespace {

constexpr size_t kDocuments = 20'000;

class NearDuplicates : public testing::Test {
 protected:
  void SetUp() override {
    const char* const data = std::getenv("SLUICE_DATA");
    if (data == nullptr) GTEST_SKIP() << "SLUICE_DATA names no folder";
    std::ifstream file(std::string(data) + "/dedup/bench20k.truth_pairs.txt");
    if (!file) GTEST_SKIP() << "SLUICE_DATA has no dedup/bench20k.truth_pairs.txt";
    Edge edge;
    for (double jaccard; file >> edge.first >> edge.second >> jaccard;) {
      edge.similarity = Similarity::exact(jaccard);
      edges_.push_back(edge);
    }
    ASSERT_EQ(edges_.size(), 25'128);
  }

  std::vector<Edge> edges_from(double threshold) const {
    std::vector<Edge> edges;
    for (const Edge& edge : edges_) {
      // The list has five digits.
      if (edge.similarity.jaccard() > threshold - 1e-6) edges.push_back(edge);
    }
    return edges;
  }

  std::vector<Edge> edges_;
};

TEST_F(NearDuplicates, FormTheComponentsThatAreKnown) {
  const auto documents = test::random_standings(kDocuments, 0, 1);
  const std::pair<double, uint64_t> known[] = {{0.72, 2'201}, {0.75, 1'919}, {0.80, 1'545}};
  for (const auto& [threshold, removed] : known) {
    for (const auto keep : {Components::Keep::root, Components::Keep::first_standing}) {
      Components components(kDocuments);
      for (const Edge& edge : edges_from(threshold)) components.unite(edge.first, edge.second);
      const auto counts = components.finish(documents, keep, [](const Member&) {});
      EXPECT_EQ(counts.removed, removed) << threshold;
    }
  }
}

TEST_F(NearDuplicates, AreRemovedByStarOnlyForAKeptOne) {
  const auto documents = test::random_standings(kDocuments, 0, 2);
  for (const double threshold : {0.72, 0.75, 0.80}) {
    const auto edges = edges_from(threshold);
    ClusterCounts counts;
    const auto members = test::star(edges, documents, size_t{1} << 16, &counts);
    std::set<uint64_t> removed;
    for (const Member& member : members) {
      if (!member.kept()) removed.insert(member.document);
    }
    EXPECT_EQ(counts.edges, edges.size());
    EXPECT_EQ(counts.removed, removed.size());
    std::set<Pair> pairs;
    for (const Edge& edge : edges) {
      pairs.insert({edge.first, edge.second});
      EXPECT_TRUE(removed.contains(edge.first) || removed.contains(edge.second));
    }
    for (const Member& member : members) {
      if (member.kept()) continue;
      EXPECT_FALSE(removed.contains(member.survivor));
      EXPECT_TRUE(pairs.contains(Pair::of(member.document, member.survivor)));
    }
    RecordProperty("removed_at_" + std::to_string(threshold), static_cast<int>(counts.removed));
    // Components remove the ends of chains as well, so they remove more.
    Components components(kDocuments);
    for (const Edge& edge : edges) components.unite(edge.first, edge.second);
    const auto all = components.finish(documents, Components::Keep::root, [](const Member&) {});
    EXPECT_LE(counts.removed, all.removed);
    EXPECT_GE(counts.removed * 10, all.removed * 9);
  }
}

}  // namespace
}  // namespace sluice::dedup
