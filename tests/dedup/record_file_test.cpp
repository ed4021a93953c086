#include "dedup/record_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "dedup/cluster.h"
#include "dedup/run_support.h"

namespace sluice::dedup {
namespace {

// Every third number, so that others can be looked for.
std::string record_bytes(uint64_t count) {
  test::MemoryOutput out;
  RecordWriter<SortRecord> writer(out, io::StageKind::pairs, "3f9a");
  for (uint64_t number = 0; number < count; ++number) writer.add({3 * number, number});
  writer.finish({7, 8, 9, 10});
  return out.bytes();
}

TEST(RecordFile, HasEveryRecordInOrder) {
  constexpr uint64_t kBlock = RecordWriter<SortRecord>::kBlockRecords;
  for (const uint64_t count : {uint64_t{0}, uint64_t{1}, kBlock, kBlock + 1, 3 * kBlock - 1}) {
    const std::string bytes = record_bytes(count);
    const RecordFile<SortRecord> file(bytes, "x");
    ASSERT_EQ(file.size(), count);
    EXPECT_EQ(file.notes(), (RecordFileNotes{7, 8, 9, 10}));
    for (uint64_t at = 0; at < count; ++at) {
      ASSERT_EQ(file[at], (SortRecord{3 * at, at}));
    }
  }
}

TEST(RecordFile, HasTheIdsThatRecordsCameWith) {
  constexpr uint64_t kCount = RecordWriter<SortRecord>::kBlockRecords + 3;
  test::MemoryOutput out;
  RecordWriter<SortRecord> writer(out, io::StageKind::pairs, "3f9a");
  for (uint64_t number = 0; number < kCount; ++number) {
    writer.add({number, 0}, number % 7 == 0 ? "" : std::to_string(number));
  }
  writer.finish();
  const RecordFile<SortRecord> file(out.bytes(), "x");
  for (uint64_t number = 0; number < kCount; ++number) {
    ASSERT_EQ(file.id(number), number % 7 == 0 ? "" : std::to_string(number));
  }
}

TEST(RecordFile, FindsWhereAShardBegins) {
  const uint64_t count = 70'000;  // two blocks
  const std::string bytes = record_bytes(count);
  const RecordFile<SortRecord> file(bytes, "x");
  for (const uint64_t at : {0, 1, 2, 65'535, 65'536, 65'537, 69'999}) {
    EXPECT_EQ(file.lower_bound({3 * at, 0}), at);
    EXPECT_EQ(file.lower_bound({3 * at + 1, 0}), at + 1);
  }
}

TEST(RecordFile, IsRefusedWhereverItIsCutOrWrong) {
  const std::string whole = record_bytes(5);
  const auto read_all = [](const std::string& bytes) {
    const RecordFile<SortRecord> file(bytes, "x");
    for (uint64_t at = 0; at < file.size(); ++at) file[at];
  };
  EXPECT_NO_THROW(read_all(whole));
  for (size_t at = 0; at < whole.size(); ++at) {
    EXPECT_THROW(read_all(whole.substr(0, at)), Error) << at;
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 16);
    EXPECT_THROW(read_all(bytes), Error) << at;
  }
}

TEST(RecordFile, OfOtherRecordsIsRefused) {
  const std::string bytes = record_bytes(5);
  try {
    const RecordFile<PackedMember> file(bytes, "x.pairs");
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("which holds other records"));
  }
}

TEST(PackedMember, IsTheMember) {
  const uint64_t last = kMostDocuments - 1;
  const Member removed{last, last - 1, last, Similarity::estimated(0.81)};
  const Member kept{last, last, 2, {}};
  for (const Member& member : {removed, kept}) EXPECT_EQ(unpack_member(pack(member)), member);
}

}  // namespace
}  // namespace sluice::dedup
