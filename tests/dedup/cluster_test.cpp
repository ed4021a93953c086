#include "dedup/cluster.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "dedup/components.h"
#include "dedup/run_support.h"
#include "sanitized.h"

namespace sluice::dedup {
namespace {

using test::MadeDocument;
using test::MadeDocuments;
using test::star;

std::vector<Edge> random_edges(size_t documents, size_t count, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Edge> edges;
  while (edges.size() < count) {
    const Pair pair = Pair::of(random() % documents, random() % documents);
    if (pair.first == pair.second) continue;
    // Few different similarities, so that ties come up.
    edges.push_back({pair.first, pair.second,
                     Similarity::exact(0.75 + 0.05 * static_cast<double>(random() % 5))});
  }
  return edges;
}

// The definition: in order of standing, whoever has no kept neighbour is kept.
std::vector<Member> greedy(std::span<const Edge> edges, const Documents& documents) {
  std::map<Pair, Similarity> similarities;
  std::map<uint64_t, std::set<uint64_t>> neighbours;
  for (const Edge& edge : edges) {
    if (edge.second < documents.references()) continue;
    Similarity& similarity = similarities[{edge.first, edge.second}];
    similarity = std::max(similarity, edge.similarity);
    neighbours[edge.first].insert(edge.second);
    neighbours[edge.second].insert(edge.first);
  }
  std::vector<Standing> order;
  for (uint64_t number = 0; number < documents.size(); ++number) {
    order.push_back(documents.standing(number));
  }
  std::sort(order.begin(), order.end());
  std::vector<uint64_t> kept;  // in order
  std::vector<Member> members;
  std::map<uint64_t, uint64_t> sizes;
  for (const Standing& standing : order) {
    const uint64_t number = standing.document;
    Member member{.document = number, .survivor = number};
    for (const uint64_t other : kept) {
      if (!neighbours[number].contains(other)) continue;
      const Similarity similarity = similarities[Pair::of(number, other)];
      if (!member.kept() && similarity <= member.similarity) continue;
      member.survivor = other;
      member.similarity = similarity;
    }
    if (member.kept()) kept.push_back(number);
    ++sizes[member.survivor];
    members.push_back(member);
  }
  for (Member& member : members) member.size = sizes[member.survivor];
  std::erase_if(members, [](const Member& member) { return member.size == 1; });
  std::sort(members.begin(), members.end());
  return members;
}

std::set<uint64_t> removed_ids(std::span<const Member> members, const Documents& documents) {
  std::set<uint64_t> ids;
  for (const Member& member : members) {
    if (!member.kept()) ids.insert(documents.survivor(member.document).id_hash);
  }
  return ids;
}

TEST(ClusterStar, IsTheFirstIndependentSetInOrderOfStanding) {
  std::mt19937_64 random(1);
  for (uint64_t round = 0; round < rounds_of(150); ++round) {
    const size_t count = 2 + random() % 120;
    const auto documents = test::random_standings(count, random() % (count / 2), random());
    const auto edges = random_edges(count, random() % (2 * count), random());
    const auto expected = greedy(edges, documents);
    ClusterCounts counts;
    EXPECT_EQ(star(edges, documents, size_t{1} << 20, &counts), expected) << round;
    // So little memory that everything is sorted on disk.
    EXPECT_EQ(star(edges, documents, 512), expected) << round;
    EXPECT_EQ(counts.removed,
              std::ranges::count_if(expected, [](const Member& m) { return !m.kept(); }));
    EXPECT_EQ(counts.documents >= expected.size(), true);
  }
}

TEST(ClusterStar, KeepsItsPromiseForEveryRemovedDocument) {
  const size_t count = kSanitized ? 2'000 : 20'000;
  const auto documents = test::random_standings(count, 50, 2);
  const auto edges = random_edges(count, 2 * count, 3);
  const auto members = star(edges, documents, size_t{1} << 16);
  std::set<uint64_t> removed;
  std::map<Pair, Similarity> similarities;
  for (const Member& member : members) {
    if (!member.kept()) removed.insert(member.document);
  }
  for (const Edge& edge : edges) {
    Similarity& similarity = similarities[{edge.first, edge.second}];
    similarity = std::max(similarity, edge.similarity);
    // No two kept documents have an edge, unless both are references.
    if (edge.second < documents.references()) continue;
    EXPECT_TRUE(removed.contains(edge.first) || removed.contains(edge.second));
  }
  for (const Member& member : members) {
    if (member.kept()) continue;
    EXPECT_FALSE(removed.contains(member.survivor));
    EXPECT_GE(member.document, documents.references());
    const auto edge = similarities.find(Pair::of(member.document, member.survivor));
    ASSERT_NE(edge, similarities.end());
    EXPECT_EQ(member.similarity, edge->second);
    EXPECT_LT(documents.standing(member.survivor), documents.standing(member.document));
  }
}

// Shards in another order number documents otherwise, and links are found in another order.
TEST(ClusterStar, RemovesTheSameWhateverTheOrder) {
  const size_t count = 500;
  const auto documents = test::random_standings(count, 0, 4);
  const auto edges = random_edges(count, 700, 5);
  const auto expected = removed_ids(star(edges, documents), documents);
  std::mt19937_64 random(6);
  std::vector<uint64_t> place(count);
  std::iota(place.begin(), place.end(), uint64_t{0});
  for (int round = 0; round < 20; ++round) {
    std::shuffle(place.begin(), place.end(), random);
    std::vector<MadeDocument> moved(count);
    for (size_t number = 0; number < count; ++number) moved[place[number]] = documents[number];
    std::vector<Edge> moved_edges;
    for (const Edge& edge : edges) {
      const Pair pair = Pair::of(place[edge.first], place[edge.second]);
      moved_edges.push_back({pair.first, pair.second, edge.similarity});
    }
    std::shuffle(moved_edges.begin(), moved_edges.end(), random);
    const MadeDocuments moved_documents(moved);
    EXPECT_EQ(removed_ids(star(moved_edges, moved_documents, 2048), moved_documents), expected);
  }
}

MadeDocuments with_qualities(std::vector<uint64_t> qualities, uint64_t references = 0) {
  std::vector<MadeDocument> documents(qualities.size());
  for (size_t number = 0; number < qualities.size(); ++number) {
    documents[number].survivor.quality = qualities[number];
    documents[number].survivor.id_hash = number;
  }
  return MadeDocuments(std::move(documents), references);
}

const Similarity kAlike = Similarity::exact(0.8);

std::vector<uint64_t> removed_of(std::span<const Member> members) {
  std::vector<uint64_t> removed;
  for (const Member& member : members) {
    if (!member.kept()) removed.push_back(member.document);
  }
  return removed;
}

// A-B-C with A and C unlike: that C goes for resembling B, which goes for resembling A, is what
// components do and what the guarantee rules out.
TEST(ClusterStar, KeepsBothEndsOfAChain) {
  const std::vector<Edge> chain = {{0, 1, kAlike}, {1, 2, kAlike}};
  EXPECT_EQ(removed_of(star(chain, with_qualities({3, 2, 1}))), std::vector<uint64_t>{1});
  // If the middle one is the best, both ends are copies of it.
  EXPECT_EQ(removed_of(star(chain, with_qualities({1, 2, 1}))), (std::vector<uint64_t>{0, 2}));
}

TEST(ClusterStar, NeverRemovesAReference) {
  const std::vector<Edge> edges = {{0, 1, kAlike}, {0, 2, kAlike}, {1, 3, kAlike}};
  const auto members = star(edges, with_qualities({0, 0, 9, 9}, /*references=*/2));
  EXPECT_EQ(removed_of(members), (std::vector<uint64_t>{2, 3}));
}

TEST(ClusterStar, OfNoEdgesTellsNothing) { EXPECT_TRUE(star({}, with_qualities({1, 2})).empty()); }

std::vector<Member> components(std::span<const Pair> pairs, const Documents& documents,
                               Components::Keep keep, ClusterCounts* counts = nullptr) {
  Components components(documents.size());
  for (const Pair& pair : pairs) components.unite(pair.first, pair.second);
  std::vector<Member> members;
  const ClusterCounts counted =
      components.finish(documents, keep, [&](const Member& member) { members.push_back(member); });
  if (counts != nullptr) *counts = counted;
  return members;
}

TEST(Components, KeepOneOfWhateverIsJoined) {
  std::mt19937_64 random(7);
  for (uint64_t round = 0; round < rounds_of(200); ++round) {
    const size_t count = 1 + random() % 100;
    const auto documents = test::random_standings(count, 0, random());
    std::vector<Pair> pairs;
    std::vector<uint64_t> labels(count);  // the slow way
    std::iota(labels.begin(), labels.end(), uint64_t{0});
    for (uint64_t left = random() % count; left > 0; --left) {
      pairs.push_back(Pair::of(random() % count, random() % count));
      const uint64_t from = labels[pairs.back().first];
      const uint64_t to = labels[pairs.back().second];
      for (uint64_t& label : labels) label = label == from ? to : label;
    }
    std::map<uint64_t, std::vector<uint64_t>> groups;
    for (uint64_t number = 0; number < count; ++number) groups[labels[number]].push_back(number);
    std::erase_if(groups, [](const auto& group) { return group.second.size() == 1; });
    ClusterCounts counts;
    const auto members = components(pairs, documents, Components::Keep::first_standing, &counts);
    EXPECT_EQ(counts.clusters, groups.size());
    std::vector<Member> expected;
    for (const auto& [label, group] : groups) {
      const uint64_t best = *std::ranges::min_element(
          group, {}, [&](uint64_t number) { return documents.standing(number); });
      for (const uint64_t number : group) {
        expected.push_back({.document = number, .survivor = best, .size = group.size()});
      }
    }
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(members, expected);
  }
}

// Union by size, the first of equals staying root: worked by hand, since FineWeb's removals depend
// on it.
TEST(Components, KeepTheRootThatUnionBySizeLeaves) {
  const auto documents = with_qualities(std::vector<uint64_t>(6, 1));
  const auto survivor = [&](std::vector<Pair> pairs) {
    const auto members = components(pairs, documents, Components::Keep::root);
    return members.front().survivor;
  };
  EXPECT_EQ(survivor({{0, 1}}), 0);
  EXPECT_EQ(survivor({{1, 2}, {0, 1}}), 1);          // the pair's tree is the larger one
  EXPECT_EQ(survivor({{2, 3}, {0, 1}, {1, 3}}), 0);  // equal: the first one's root
  EXPECT_EQ(survivor({{2, 3}, {3, 4}, {0, 1}, {0, 4}}), 2);
  EXPECT_EQ(survivor({{4, 5}, {0, 4}, {1, 5}, {2, 3}, {3, 5}}), 4);
}

TEST(Components, KeepAllReferencesAndOnlyThem) {
  const auto documents = with_qualities({1, 2, 9, 9, 9, 9}, /*references=*/2);
  for (const auto keep : {Components::Keep::root, Components::Keep::first_standing}) {
    const std::vector<Pair> pairs = {{2, 3}, {0, 2}, {1, 3}, {4, 5}};
    const auto members = components(pairs, documents, keep);
    EXPECT_EQ(removed_of(members), (std::vector<uint64_t>{2, 3, 5}));
    EXPECT_LT(members[2].survivor, 2);
  }
}

TEST(Components, OfALongChainIsFoundWithoutRecursion) {
  const size_t count = 200'000;
  Components components(count);
  for (uint64_t number = count - 1; number > 0; --number) components.unite(number - 1, number);
  EXPECT_EQ(components.find(0), components.find(count - 1));
}

TEST(Similarity, KeepsSevenDigits) {
  for (const double jaccard : {0.0, 1e-6, 0.5, 0.75, 1.0 / 3, 1.0}) {
    EXPECT_NEAR(Similarity::exact(jaccard).jaccard(), jaccard, 6e-8);
    EXPECT_TRUE(Similarity::exact(jaccard).is_exact());
    EXPECT_FALSE(Similarity::estimated(jaccard).is_exact());
    EXPECT_LT(Similarity::estimated(jaccard), Similarity::exact(jaccard));
  }
}

TEST(Edge, SurvivesPacking) {
  const uint64_t last = kMostDocuments - 1;
  for (const Edge& edge : {Edge{0, 1, Similarity::exact(1)}, Edge{last - 1, last, kAlike}}) {
    EXPECT_EQ(unpack_edge(pack(edge)), edge);
  }
}

TEST(OrderOf, IsTheOrderOfNumbers) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> ascending = {-infinity, -1e300, -1.5, -1e-310, 0.0,
                                         1e-310,    0.5,    2.0,  1e300,   infinity};
  for (size_t at = 1; at < ascending.size(); ++at) {
    EXPECT_LT(order_of(ascending[at - 1]), order_of(ascending[at]));
  }
  EXPECT_EQ(order_of(-0.0), order_of(0.0));
  EXPECT_LT(order_of(std::numeric_limits<double>::quiet_NaN()), order_of(-infinity));
}

}  // namespace
}  // namespace sluice::dedup
