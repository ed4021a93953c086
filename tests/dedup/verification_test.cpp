// Candidates that sketches or shingles settle, against the similarity of all pairs.
#include "dedup/verification.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "dedup/run_support.h"
#include "dedup/shingles.h"

namespace sluice::dedup {
namespace {

constexpr double kThreshold = 0.75;
const SketchConfig kConfig{
    .digest = "3f9a", .bands = 14, .rows = 8, .prefix_bits = 0, .sketch_bytes = 112};

struct Judged {
  std::map<Pair, Similarity> edges;
  VerifyCounts counts;
};

// Documents that share a band with somebody may be in pairs; those without shingles have no bands.
std::vector<uint64_t> documents_with_bands(const test::MadeDocuments& documents) {
  std::vector<uint64_t> found;
  for (uint64_t document = 0; document < documents.size(); ++document) {
    if (!documents[document].shingles.empty()) found.push_back(document);
  }
  return found;
}

// All pairs are candidates. Texts of the first `missing` documents do not come.
Judged judge_all(const test::MadeDocuments& documents, const SketchRule& rule, size_t memory,
                 uint64_t missing = 0) {
  const test::TemporaryFolder folder;
  Verification verification(documents, rule, {.memory = memory, .folder = folder.path()});
  Judged judged;
  const auto use = [&](const Edge& edge) {
    EXPECT_TRUE(judged.edges.try_emplace({edge.first, edge.second}, edge.similarity).second);
  };
  const std::vector<uint64_t> candidates = documents_with_bands(documents);
  for (const uint64_t first : candidates) {
    for (const uint64_t second : candidates) {
      if (first < second) verification.judge({first, second}, use);
    }
  }
  verification.begin_texts();
  for (uint64_t document = missing; document < documents.size(); ++document) {
    if (verification.wants(document)) verification.add(document, documents[document].shingles);
  }
  verification.finish(use);
  judged.counts = verification.counts();
  return judged;
}

TEST(Verification, DecidesByShinglesWhatSketchesDoNot) {
  const test::MadeDocuments documents(test::random_families(60, kConfig, 1));
  const SketchRule rule({.threshold = kThreshold, .minima = 112});
  const Judged judged = judge_all(documents, rule, size_t{1} << 20);
  const uint64_t candidates = documents_with_bands(documents).size();
  ASSERT_LT(candidates, documents.size());
  const uint64_t pairs = candidates * (candidates - 1) / 2;
  const VerifyCounts& counts = judged.counts;
  EXPECT_EQ(counts.candidates, pairs);
  EXPECT_EQ(counts.accepted_by_sketch + counts.rejected_by_sketch + counts.accepted_exactly +
                counts.rejected_exactly,
            pairs);
  EXPECT_EQ(judged.edges.size(), counts.accepted_by_sketch + counts.accepted_exactly);
  EXPECT_GT(counts.accepted_by_sketch, 0);
  EXPECT_GT(counts.accepted_exactly, 0);
  EXPECT_GT(counts.rejected_exactly, 0);
  uint64_t wrong = 0;
  for (uint64_t first = 0; first < documents.size(); ++first) {
    for (uint64_t second = first + 1; second < documents.size(); ++second) {
      const double exact = jaccard(documents[first].shingles, documents[second].shingles);
      const auto found = judged.edges.find({first, second});
      wrong += (found != judged.edges.end()) != (exact >= kThreshold) ? 1 : 0;
      if (found == judged.edges.end() || !found->second.is_exact()) continue;
      EXPECT_NEAR(found->second.jaccard(), exact, 1e-6);
    }
  }
  EXPECT_LE(wrong * 200, judged.edges.size());
}

TEST(Verification, WithoutSketchesIsExact) {
  const test::MadeDocuments documents(test::random_families(40, kConfig, 2));
  const SketchRule rule({.threshold = kThreshold, .minima = 0});
  const Judged judged = judge_all(documents, rule, size_t{1} << 20);
  EXPECT_EQ(judged.counts.texts, documents_with_bands(documents).size());
  for (uint64_t first = 0; first < documents.size(); ++first) {
    for (uint64_t second = first + 1; second < documents.size(); ++second) {
      const double exact = jaccard(documents[first].shingles, documents[second].shingles);
      EXPECT_EQ(judged.edges.contains({first, second}), exact >= kThreshold);
    }
  }
}

TEST(Verification, FindsTheSameInLittleMemory) {
  const test::MadeDocuments documents(test::random_families(60, kConfig, 3));
  const SketchRule rule({.threshold = kThreshold, .minima = 112});
  const Judged much = judge_all(documents, rule, size_t{1} << 20);
  const Judged little = judge_all(documents, rule, size_t{1} << 10);
  EXPECT_EQ(little.edges, much.edges);
  EXPECT_EQ(little.counts, much.counts);
}

TEST(Verification, EstimatesPairsWhoseTextNeverCame) {
  const test::MadeDocuments documents(test::random_families(60, kConfig, 4));
  const SketchRule rule({.threshold = kThreshold, .minima = 112});
  const Judged judged = judge_all(documents, rule, size_t{1} << 20, documents.size() / 2);
  EXPECT_GT(judged.counts.accepted_by_estimate, 0);
  for (const auto& [pair, similarity] : judged.edges) {
    EXPECT_FALSE(similarity.is_exact() && pair.first < documents.size() / 2);
    EXPECT_GE(similarity.jaccard(), kThreshold - 1e-6);
  }
}

}  // namespace
}  // namespace sluice::dedup
