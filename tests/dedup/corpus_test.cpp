// From documents to what is kept, through all stages: against comparing everything with everything,
// and whatever the shards.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "dedup/cluster.h"
#include "dedup/link.h"
#include "dedup/run_support.h"
#include "dedup/shingles.h"
#include "dedup/sketch_set.h"
#include "dedup/verdict.h"
#include "dedup/verification.h"
#include "sanitized.h"

namespace sluice::dedup {
namespace {

using test::MadeDocument;

constexpr double kThreshold = 0.75;

struct Outcome {
  std::set<uint64_t> removed;              // hashes of ids
  std::map<uint64_t, uint64_t> survivors;  // of the removed ones
  std::set<std::pair<uint64_t, uint64_t>> candidates;
};

class Stages {
 public:
  Stages(const SketchConfig& config, size_t memory) : config_(config), memory_(memory) {}

  // `parts`: documents of each shard.
  Outcome over(std::span<const std::vector<MadeDocument>> parts, size_t references = 0) {
    std::vector<std::string> paths;
    std::vector<MadeDocument> all;
    for (const auto& part : parts) {
      paths.push_back(
          folder_.file(std::to_string(paths.size()), test::sketch_bytes(part, config_, memory_)));
      all.insert(all.end(), part.begin(), part.end());
    }
    const SketchSet set(paths, {.references = references});
    const SketchRule rule({.threshold = kThreshold, .minima = config_.sketch_bytes});
    return clustered(set, all, verified(set, rule, linked(set, rule), all));
  }

 private:
  io::SortOptions sort_options(bool distinct) const {
    return {.memory = memory_, .folder = folder_.path(), .distinct = distinct};
  }

  io::ExternalSort<SortRecord> linked(const SketchSet& set, const SketchRule& rule) {
    Linker linker(set, rule, {});
    io::ExternalSort<SortRecord> pairs(sort_options(true));
    for (uint32_t partition = 0; partition < config_.partitions(); ++partition) {
      io::ExternalSort<SortRecord> records(sort_options(false));
      set.read_partition(partition, [&](auto some) { records.add(some); });
      records.seal();
      linker.link_sorted(records, pairs);
    }
    pairs.seal();
    return pairs;
  }

  io::ExternalSort<SortRecord> verified(const SketchSet& set, const SketchRule& rule,
                                        const io::ExternalSort<SortRecord>& pairs,
                                        std::span<const MadeDocument> all) {
    io::ExternalSort<SortRecord> edges(sort_options(false));
    const auto use = [&](const Edge& edge) { edges.add(pack(edge)); };
    Verification verification(set, rule, {.memory = memory_, .folder = folder_.path()});
    auto reader = pairs.reader();
    outcome_ = {};
    for (SortRecord record; reader.next(record);) {
      const Pair pair = unpack_pair(record);
      outcome_.candidates.insert(
          std::minmax(all[pair.first].survivor.id_hash, all[pair.second].survivor.id_hash));
      verification.judge(pair, use);
    }
    verification.begin_texts();
    for (const uint64_t document : verification.wanted()) {
      verification.add(document, all[document].shingles);
    }
    verification.finish(use);
    edges.seal();
    return edges;
  }

  Outcome clustered(const SketchSet& set, std::span<const MadeDocument> all,
                    const io::ExternalSort<SortRecord>& edges) {
    cluster_star(edges, set, {.memory = memory_, .folder = folder_.path()},
                 [&](const Member& member) {
                   if (member.kept()) return;
                   const uint64_t id = all[member.document].survivor.id_hash;
                   outcome_.removed.insert(id);
                   outcome_.survivors[id] = all[member.survivor].survivor.id_hash;
                 });
    return outcome_;
  }

  SketchConfig config_;
  size_t memory_;
  test::TemporaryFolder folder_;
  Outcome outcome_;
};

const SketchConfig kConfig{
    .digest = "3f9a", .bands = 14, .rows = 8, .prefix_bits = 2, .sketch_bytes = 112};

std::vector<std::vector<MadeDocument>> parts_of(const std::vector<MadeDocument>& documents,
                                                size_t part) {
  std::vector<std::vector<MadeDocument>> parts;
  for (size_t first = 0; first < documents.size(); first += part) {
    const size_t end = std::min(first + part, documents.size());
    parts.emplace_back(documents.begin() + static_cast<ptrdiff_t>(first),
                       documents.begin() + static_cast<ptrdiff_t>(end));
  }
  return parts;
}

TEST(DedupStages, FindsPairsAsOftenAsTheFormulaSays) {
  const auto documents = test::random_families(rounds_of(800), kConfig, 1);
  Stages run(kConfig, 1 << 20);
  const Outcome outcome = run.over(parts_of(documents, 100));
  double expected = 0;
  double variance = 0;
  double found = 0;
  for (size_t first = 0; first < documents.size(); ++first) {
    for (size_t second = first + 1; second < documents.size(); ++second) {
      const MadeDocument& one = documents[first];
      const MadeDocument& other = documents[second];
      const double similarity = jaccard(one.shingles, other.shingles);
      if (similarity == 0) continue;
      const double caught = 1 - std::pow(1 - std::pow(similarity, 8), 14);
      expected += caught;
      variance += caught * (1 - caught);
      found += static_cast<double>(
          outcome.candidates.count(std::minmax(one.survivor.id_hash, other.survivor.id_hash)));
    }
  }
  EXPECT_GT(expected, 50);
  EXPECT_NEAR(found, expected, 4 * std::sqrt(variance));
}

TEST(DedupStages, RemovesNothingThatHasNoKeptCopy) {
  const auto documents = test::random_families(rounds_of(400), kConfig, 2);
  Stages run(kConfig, 1 << 20);
  const Outcome outcome = run.over(parts_of(documents, 50));
  EXPECT_GT(outcome.removed.size(), 10);
  std::map<uint64_t, const MadeDocument*> by_id;
  for (const MadeDocument& document : documents) by_id[document.survivor.id_hash] = &document;
  size_t below = 0;
  for (const auto& [removed, survivor] : outcome.survivors) {
    EXPECT_FALSE(outcome.removed.contains(survivor));
    const double similarity = jaccard(by_id[removed]->shingles, by_id[survivor]->shingles);
    below += similarity < kThreshold ? 1 : 0;
  }
  EXPECT_LE(below * 100, outcome.removed.size());  // the promise: 99 % at least
}

TEST(DedupStages, RemovesTheSameWhateverTheShardsAndTheMemory) {
  auto documents = test::random_families(rounds_of(240), kConfig, 3);
  const Outcome expected = Stages(kConfig, 1 << 20).over(parts_of(documents, documents.size()));
  EXPECT_FALSE(expected.removed.empty());
  std::mt19937_64 random(4);
  for (const size_t part : {1, 7, 64}) {
    std::shuffle(documents.begin(), documents.end(), random);
    for (const size_t memory : {1 << 12, 1 << 20}) {
      const Outcome outcome = Stages(kConfig, memory).over(parts_of(documents, part));
      EXPECT_EQ(outcome.candidates, expected.candidates);
      EXPECT_EQ(outcome.removed, expected.removed);
      EXPECT_EQ(outcome.survivors, expected.survivors);
    }
  }
  SketchConfig finer = kConfig;
  finer.prefix_bits = 8;
  EXPECT_EQ(Stages(finer, 1 << 20).over(parts_of(documents, 20)).removed, expected.removed);
}

// What is in A is dropped from B, A stays whole, and B's own copies are found as ever.
TEST(DedupStages, KeepsReferencesWhole) {
  const auto documents = test::random_families(rounds_of(160), kConfig, 5);
  const auto parts = parts_of(documents, documents.size() / 3 + 1);
  const Outcome outcome = Stages(kConfig, 1 << 20).over(parts, /*references=*/1);
  for (const MadeDocument& reference : parts.front()) {
    EXPECT_FALSE(outcome.removed.contains(reference.survivor.id_hash));
  }
  // The reference once more as the second shard: every document with shingles is in it.
  std::vector<std::vector<MadeDocument>> twice = {parts.front(), parts.front()};
  size_t with_shingles = 0;
  for (MadeDocument& document : twice.back()) {
    document.survivor.id_hash ^= 1;
    document.survivor.quality = 1000;  // better, and dropped all the same
    with_shingles += document.shingles.empty() ? 0 : 1;
  }
  EXPECT_EQ(Stages(kConfig, 1 << 20).over(twice, /*references=*/1).removed.size(), with_shingles);
}

}  // namespace
}  // namespace sluice::dedup
