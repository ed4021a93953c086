#include "dedup/sketch_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"
#include "dedup/run_support.h"
#include "dedup/sketch_set.h"
#include "sanitized.h"

namespace sluice::dedup {
namespace {

using test::MadeDocument;
using testing::AllOf;
using testing::HasSubstr;

// What the file has of a partition, and what it should have.
std::vector<SortRecord> records_of(const SketchFile& file, uint32_t partition) {
  std::vector<SortRecord> records;
  file.append_partition(partition, 1000, records);
  return records;
}

std::vector<SortRecord> expected_records(std::span<const MadeDocument> documents,
                                         const SketchConfig& config, uint32_t partition) {
  std::vector<SortRecord> records;
  for (uint64_t index = 0; index < documents.size(); ++index) {
    for (uint32_t band = 0; band < documents[index].band_hashes.size(); ++band) {
      const uint64_t hash = documents[index].band_hashes[band];
      if (config.partition(band, hash) == partition) records.push_back({hash >> 8, 1000 + index});
    }
  }
  return records;
}

TEST(SketchFile, HasEveryDocumentHoweverSmallTheMemory) {
  SketchConfig config = test::small_config();
  const auto documents = test::random_families(rounds_of(80), config, 1);
  for (const uint32_t prefix_bits : {0, 1, 4, 8}) {
    config.prefix_bits = prefix_bits;
    for (const size_t memory : {1, 3'000, 1 << 20}) {
      const std::string bytes = test::sketch_bytes(documents, config, memory);
      const SketchFile file(bytes, "x");
      EXPECT_EQ(file.config(), config);
      ASSERT_EQ(file.documents(), documents.size());
      for (uint64_t index = 0; index < documents.size(); ++index) {
        EXPECT_EQ(file.survivor(index), documents[index].survivor);
        EXPECT_TRUE(std::ranges::equal(file.sketch(index), documents[index].sketch));
      }
      uint64_t records = 0;
      for (uint32_t partition = 0; partition < config.partitions(); ++partition) {
        const auto expected = expected_records(documents, config, partition);
        EXPECT_EQ(records_of(file, partition), expected);
        EXPECT_EQ(file.partition_records(partition), expected.size());
        records += expected.size();
      }
      EXPECT_EQ(file.records(), records);
    }
  }
}

// The documented size: 11 bytes a band record, the sketch, 40 bytes, and 40 a section.
TEST(SketchFile, TakesTheBytesADocumentThatItSays) {
  const SketchConfig config{.digest = "d", .bands = 14, .rows = 8, .prefix_bits = 0};
  std::mt19937_64 random(2);
  std::vector<MadeDocument> documents(1000);
  for (MadeDocument& document : documents) {
    document.sketch.resize(112);
    for (uint32_t band = 0; band < 14; ++band) document.band_hashes.push_back(random());
  }
  const size_t size = test::sketch_bytes(documents, config, size_t{1} << 22).size();
  // An id that is not said takes its place in the list of ids all the same.
  EXPECT_EQ(size,
            io::kStageHeadBytes + (14 + 4) * 40 + 1000 * (154 + 112 + 40 + 4) + sizeof(LineRun));
}

TEST(SketchFile, OfNoDocumentsIsOne) {
  const std::string bytes = test::sketch_bytes({}, test::small_config());
  const SketchFile file(bytes, "x");
  EXPECT_EQ(file.documents(), 0);
  EXPECT_TRUE(records_of(file, 0).empty());
}

void read_all(const std::string& bytes) {
  const SketchFile file(bytes, "x");
  for (uint32_t partition = 0; partition < file.config().partitions(); ++partition) {
    records_of(file, partition);
  }
  for (uint64_t index = 0; index < file.documents(); ++index) {
    file.survivor(index);
    file.sketch(index);
    file.id(index);
  }
  file.lines();
}

TEST(SketchFile, HasIdsAndTheLinesOfDocuments) {
  const SketchConfig config = test::small_config();
  const auto documents = test::random_families(40, config, 9);
  for (const size_t memory : {size_t{1} << 12, size_t{1} << 22}) {
    test::MemoryOutput out;
    SketchWriter writer(out, config, memory);
    for (uint64_t number = 0; number < documents.size(); ++number) {
      const MadeDocument& document = documents[number];
      writer.add(document.band_hashes, document.sketch, document.survivor,
                 std::string(number % 5, 'x') + std::to_string(number), number + number / 10);
    }
    writer.finish();
    const SketchFile file(out.bytes(), "x");
    const LineRuns lines = file.lines();
    for (uint64_t number = 0; number < documents.size(); ++number) {
      EXPECT_EQ(file.id(number), std::string(number % 5, 'x') + std::to_string(number));
      EXPECT_EQ(lines.document(number + number / 10), number);
    }
  }
}

TEST(LineRuns, TellWhichDocumentALineIs) {
  LineRuns runs;
  EXPECT_EQ(runs.document(0), std::nullopt);
  for (const uint64_t line : {2, 3, 4, 7, 9, 10}) runs.add(line);
  EXPECT_EQ(runs.runs().size(), 3);
  EXPECT_EQ(runs.next_line(), 11);
  const std::vector<std::optional<uint64_t>> expected = {{}, {}, 0, 1, 2, {}, {}, 3, {}, 4, 5, {}};
  for (uint64_t line = 0; line < expected.size(); ++line) {
    EXPECT_EQ(runs.document(line), expected[line]) << line;
  }
  const auto again = LineRuns::of(runs.runs(), runs.documents());
  ASSERT_TRUE(again);
  EXPECT_EQ(again->document(10), 5);
}

TEST(LineRuns, ThatCannotBeAreRefused) {
  using Runs = std::vector<LineRun>;
  EXPECT_TRUE(LineRuns::of(Runs{}, 0));
  EXPECT_FALSE(LineRuns::of(Runs{}, 1));
  EXPECT_FALSE(LineRuns::of(Runs{{0, 0}}, 0));
  EXPECT_FALSE(LineRuns::of(Runs{{0, 1}}, 2));          // the first document is 0
  EXPECT_FALSE(LineRuns::of(Runs{{0, 0}, {5, 5}}, 9));  // no gap between the two
  EXPECT_FALSE(LineRuns::of(Runs{{5, 0}, {4, 2}}, 9));
  EXPECT_FALSE(LineRuns::of(Runs{{0, 0}, {5, 3}}, 3));
}

TEST(SketchFile, IsRefusedWhereverItIsCutOrWrong) {
  const SketchConfig config = test::small_config();
  const std::string whole = test::sketch_bytes(test::random_families(2, config, 3), config);
  EXPECT_NO_THROW(read_all(whole));
  for (size_t at = 0; at < whole.size(); ++at) {
    EXPECT_THROW(read_all(whole.substr(0, at)), Error) << at;
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 4);
    EXPECT_THROW(read_all(bytes), Error) << at;
  }
}

template <class Action>
std::string failure_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(SketchConfig, OutOfRangeIsRefused) {
  const auto with = [](auto&& change) {
    SketchConfig config = test::small_config();
    change(config);
    return failure_of([&] { check(config); });
  };
  EXPECT_THAT(with([](SketchConfig& config) { config.bands = 0; }), HasSubstr("bands is 0"));
  EXPECT_THAT(with([](SketchConfig& config) { config.prefix_bits = 9; }), HasSubstr("0 to 8"));
  EXPECT_THAT(with([](SketchConfig& config) { config.digest = ""; }), HasSubstr("digest"));
}

class SketchSetOfFiles : public testing::Test {
 protected:
  // One file a part.
  std::vector<std::string> write(std::span<const MadeDocument> documents, size_t part,
                                 const SketchConfig& config) {
    std::vector<std::string> paths;
    for (size_t first = 0; first < documents.size(); first += part) {
      const auto some = documents.subspan(first, std::min(part, documents.size() - first));
      paths.push_back(folder_.file(std::to_string(files_++), test::sketch_bytes(some, config)));
    }
    return paths;
  }

  test::TemporaryFolder folder_;
  size_t files_ = 0;
};

TEST_F(SketchSetOfFiles, NumbersDocumentsThrough) {
  const SketchConfig config = test::small_config();
  const auto documents = test::random_families(60, config, 4);
  const SketchSet whole(write(documents, documents.size(), config), {});
  const SketchSet parts(write(documents, 7, config), {.references = 2, .mapped = 3});
  EXPECT_EQ(parts.size(), documents.size());
  EXPECT_EQ(parts.references(), 14);
  EXPECT_EQ(parts.base(3), 21);
  EXPECT_EQ(parts.shard_of(20), 2);
  EXPECT_EQ(parts.shard_of(21), 3);
  EXPECT_EQ(parts.records(), whole.records());
  for (uint32_t partition = 0; partition < config.partitions(); ++partition) {
    std::vector<SortRecord> expected;
    std::vector<SortRecord> found;
    whole.read_partition(
        partition, [&](auto some) { expected.insert(expected.end(), some.begin(), some.end()); });
    parts.read_partition(partition,
                         [&](auto some) { found.insert(found.end(), some.begin(), some.end()); });
    EXPECT_EQ(found, expected);
  }
  for (uint64_t number = 0; number < documents.size(); ++number) {
    EXPECT_EQ(parts.survivor(number), documents[number].survivor);
    // Two sketches at a time, from files that do not stay mapped.
    const auto last = parts.sketch(documents.size() - 1 - number);
    const auto first = parts.sketch(number);
    EXPECT_TRUE(std::ranges::equal(first, documents[number].sketch));
    EXPECT_TRUE(std::ranges::equal(last, documents[documents.size() - 1 - number].sketch));
    EXPECT_LE(parts.mapped(), 3);
  }
}

TEST_F(SketchSetOfFiles, RefusesToMix) {
  const SketchConfig config = test::small_config();
  SketchConfig other = config;
  other.digest = "77aa";
  SketchConfig narrower = config;
  narrower.rows = 2;
  const auto documents = test::random_families(1, config, 5);
  const auto file = [&](const std::string& name, const SketchConfig& with) {
    return folder_.file(name, test::sketch_bytes(documents, with));
  };
  const std::string first = file("first", config);
  EXPECT_THAT(failure_of([&] {
                SketchSet({first, file("other", other)}, {});
              }),
              AllOf(HasSubstr("other: was made with configuration 77aa"), HasSubstr(first)));
  EXPECT_THAT(failure_of([&] {
                SketchSet({first, file("narrower", narrower)}, {});
              }),
              AllOf(HasSubstr("6 bands of 2 rows"), HasSubstr("6 bands of 3 rows")));
  EXPECT_THAT(failure_of([&] { SketchSet({}, {}); }), HasSubstr("no sketch files"));
}

// A run over very many shards must not need a descriptor for each.
TEST_F(SketchSetOfFiles, OfTenThousandNeeds64Descriptors) {
  const SketchConfig config = test::small_config();
  const size_t shards = kSanitized ? 1'000 : 10'000;
  auto documents = test::random_families(40, config, 6);
  while (documents.size() < shards) documents.push_back(documents[documents.size() % 40]);
  documents.resize(shards);
  const auto paths = write(documents, 1, config);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit limit{.rlim_cur = 64, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
  {
    const SketchSet set(paths, {});
    EXPECT_EQ(set.size(), shards);
    EXPECT_EQ(set.mapped(), shards);
    uint64_t records = 0;
    for (uint32_t partition = 0; partition < config.partitions(); ++partition) {
      set.read_partition(partition, [&](auto some) { records += some.size(); });
    }
    EXPECT_EQ(records, set.records());
    EXPECT_TRUE(std::ranges::equal(set.sketch(shards - 1), documents[shards - 1].sketch));
  }
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
}

}  // namespace
}  // namespace sluice::dedup
