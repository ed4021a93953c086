#include "dedup/exact.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"
#include "dedup/run_support.h"
#include "dedup/sketch_set.h"

namespace sluice::dedup {
namespace {

using testing::HasSubstr;

// Few enough parts of few fingerprints that runs of slots become long and wrap around.
Hash128 crowded(uint64_t number) {
  return {.high = number % 3 << 56, .low = ~uint64_t{0} - number % 1'000};
}

TEST(FirstOfEach, AnswersAsAMapDoes) {
  std::mt19937_64 random(1);
  FirstOfEach seen(size_t{64} << 20);
  std::map<Hash128, uint64_t> first;
  std::map<Hash128, uint64_t> copies;
  for (uint64_t place = 0; place < 100'000; ++place) {
    const uint64_t number = random() % 60'000;
    const Hash128 fingerprint = place % 2 == 0 ? crowded(number) : hash128(std::to_string(number));
    const auto [expected, added] = first.try_emplace(fingerprint, place);
    ++copies[fingerprint];
    const FirstOfEach::Found found = seen.add(fingerprint, place);
    ASSERT_EQ(found.added, added) << place;
    ASSERT_EQ(found.place, expected->second) << place;
  }
  EXPECT_EQ(seen.size(), first.size());
  std::map<uint64_t, uint64_t> histogram;
  for (const auto& [fingerprint, count] : copies) ++histogram[count];
  EXPECT_EQ(seen.copies(), histogram);
}

// The fingerprint of zeros is like others: what tells a free slot is beside it.
TEST(FirstOfEach, TakesAnyFingerprintAndPlace) {
  FirstOfEach seen(FirstOfEach::kLeastMemory);
  const uint64_t last = (uint64_t{1} << FirstOfEach::kPlaceBits) - 1;
  EXPECT_TRUE(seen.add({}, last).added);
  EXPECT_FALSE(seen.add({}, 0).added);
  EXPECT_EQ(seen.add({}, 0).place, last);
}

TEST(FirstOfEach, StopsWhenItsMemoryIsFullAndSaysWhatToDo) {
  const size_t memory = size_t{8} << 20;
  FirstOfEach seen(memory);
  try {
    for (uint64_t place = 0;; ++place) {
      seen.add(hash128(std::to_string(place)), place);
      ASSERT_LE(seen.bytes(), memory);
    }
  } catch (const CheckError& error) {
    EXPECT_THAT(error.what(), HasSubstr("--memory"));
  }
  EXPECT_GT(seen.size(), memory / 42);
  EXPECT_THROW(FirstOfEach(FirstOfEach::kLeastMemory - 1), ConfigError);
}

// What a document is in a test: its key and its standing.
struct Made {
  uint64_t key;
  Standing standing;
};

std::vector<Made> random_documents(size_t count, uint64_t references, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Made> documents;
  for (uint64_t i = 0; i < count; ++i) {
    const Survivor survivor{.priority = random() % 3,
                            .quality = random() % 3,
                            .length = random() % 4,
                            .id_hash = random(),
                            .text_hash = random()};
    documents.push_back(
        {.key = random() % (count / 2),
         .standing = {.reference = i < references, .survivor = survivor, .document = i}});
  }
  return documents;
}

std::vector<Member> clusters_of(std::vector<Made> documents, size_t memory, uint64_t shuffled,
                                ClusterCounts* counts = nullptr) {
  std::mt19937_64 random(shuffled);
  std::shuffle(documents.begin(), documents.end(), random);
  io::ExternalSort<ExactRecord> records({.memory = memory, .folder = testing::TempDir()});
  for (const Made& one : documents) {
    records.add({.fingerprint = hash128(std::to_string(one.key)), .standing = one.standing});
  }
  records.seal();
  std::vector<Member> members;
  const ClusterCounts counted =
      cluster_exact(records, {.memory = memory, .folder = testing::TempDir()},
                    [&](const Member& member) { members.push_back(member); });
  if (counts != nullptr) *counts = counted;
  return members;
}

// Told by the definition: of each key, the best standing is kept, and all references.
TEST(ClusterExact, KeepsTheFirstInStandingAndAllReferences) {
  const auto documents = random_documents(3'000, 200, 2);
  ClusterCounts counts;
  const auto members = clusters_of(documents, size_t{1} << 20, 3, &counts);
  std::map<uint64_t, std::vector<Standing>> by_key;
  for (const Made& one : documents) by_key[one.key].push_back(one.standing);
  std::map<uint64_t, Member> expected;
  uint64_t removed = 0;
  for (const auto& [key, standings] : by_key) {
    if (standings.size() == 1) continue;
    const Standing first = *std::min_element(standings.begin(), standings.end());
    for (const Standing& one : standings) {
      const bool kept = one.reference || one == first;
      removed += kept ? 0 : 1;
      expected[one.document] = {.document = one.document,
                                .survivor = kept ? one.document : first.document,
                                .size = standings.size(),
                                .similarity = kept ? Similarity() : Similarity::exact(1)};
    }
  }
  ASSERT_EQ(members.size(), expected.size());
  auto next = expected.begin();
  for (const Member& member : members) {
    EXPECT_EQ(member, next->second);
    ++next;
  }
  EXPECT_EQ(counts.removed, removed);
  EXPECT_EQ(counts.documents, members.size());
}

// The sketch files of these documents, so many in each, the references by themselves.
std::vector<std::string> sketch_files(const std::vector<Made>& documents,
                                      const std::vector<Hash128>& fingerprints, size_t shard,
                                      const test::TemporaryFolder& folder) {
  std::vector<std::string> paths;
  for (size_t first = 0; first < documents.size(); first += shard) {
    test::MemoryOutput out;
    SketchWriter writer(out, exact_config("digest"), size_t{16} << 10);
    for (size_t i = first; i < std::min(first + shard, documents.size()); ++i) {
      std::vector<uint64_t> hashes;
      std::vector<uint8_t> sketch;
      append_fingerprint(fingerprints[i], hashes, sketch);
      EXPECT_EQ(fingerprint_of(sketch), fingerprints[i]);
      writer.add(hashes, sketch, documents[i].standing.survivor);
    }
    writer.finish();
    paths.push_back(folder.file(std::to_string(paths.size()) + ".sketch", out.bytes()));
  }
  return paths;
}

// Some keys share the upper 56 bits by which documents meet, and are not the same.
Hash128 fingerprint_of_key(uint64_t key) {
  return {.high = hash64(std::to_string(key / 3)), .low = key % 3};
}

TEST(ClusterExact, OfSketchFilesIsThatOfRecordsWhateverShardsAndPartitions) {
  const auto documents = random_documents(2'000, 500, 8);
  std::vector<Hash128> fingerprints;
  io::ExternalSort<ExactRecord> records({.memory = size_t{4} << 20, .folder = testing::TempDir()});
  for (const Made& one : documents) {
    fingerprints.push_back(fingerprint_of_key(one.key));
    records.add({.fingerprint = fingerprints.back(), .standing = one.standing});
  }
  records.seal();
  const ClusterOptions options{.memory = size_t{4} << 20, .folder = testing::TempDir()};
  std::vector<Member> expected;
  cluster_exact(records, options, [&](const Member& member) { expected.push_back(member); });
  ASSERT_GT(expected.size(), 500u);

  const test::TemporaryFolder folder;
  const SketchSet set(sketch_files(documents, fingerprints, 250, folder), {.references = 2});
  ASSERT_EQ(set.references(), 500u);
  for (const uint32_t parts : {1, 3, 256}) {
    std::vector<Member> members;
    for (uint32_t part = 0; part < parts; ++part) {
      cluster_exact(set, set.config().partitions() * part / parts,
                    set.config().partitions() * (part + 1) / parts, options,
                    [&](const Member& member) { members.push_back(member); });
    }
    std::sort(members.begin(), members.end());
    EXPECT_EQ(members, expected) << parts;
  }
}

TEST(ClusterExact, DocumentsWithoutAKeyMeetNobody) {
  std::vector<uint64_t> hashes;
  std::vector<uint8_t> sketch;
  append_fingerprint(std::nullopt, hashes, sketch);
  EXPECT_TRUE(hashes.empty());
  EXPECT_EQ(sketch.size(), exact_config("digest").sketch_bytes);
}

TEST(ClusterExact, DependsNeitherOnOrderNorOnMemory) {
  const auto documents = random_documents(5'000, 0, 4);
  const auto members = clusters_of(documents, size_t{16} << 20, 5);
  EXPECT_EQ(clusters_of(documents, size_t{16} << 20, 6), members);
  EXPECT_EQ(clusters_of(documents, size_t{64} << 10, 7), members);
}

}  // namespace
}  // namespace sluice::dedup
