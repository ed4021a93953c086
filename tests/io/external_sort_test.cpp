#include "io/external_sort.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <tuple>
#include <vector>

#include "base/error.h"
#include "io/outputs.h"
#include "sanitized.h"

namespace sluice::io {
namespace {

template <class Record>
std::vector<Record> drained(const ExternalSort<Record>& sort) {
  std::vector<Record> records;
  auto reader = sort.reader();
  for (Record record; reader.next(record);) records.push_back(record);
  return records;
}

std::vector<SortRecord> random_records(size_t count, uint64_t keys, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<SortRecord> records(count);
  for (SortRecord& record : records) record = {random() % keys, random() % 8};
  return records;
}

ExternalSort<SortRecord> sorted(std::span<const SortRecord> records, const SortOptions& options) {
  ExternalSort<SortRecord> sort(options);
  sort.add(records);
  sort.seal();
  return sort;
}

TEST(ExternalSort, GivesTheSameWhateverTheMemory) {
  const test::TemporaryFolder folder;
  const auto records = random_records(rounds_of(100'000), 5'000, 1);
  for (const bool distinct : {false, true}) {
    auto expected = records;
    std::sort(expected.begin(), expected.end());
    if (distinct) expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
    for (const size_t memory : {1 << 25, 1 << 21, 1 << 17, 1 << 14, 1 << 12}) {
      const auto sort =
          sorted(records, {.memory = memory, .folder = folder.path(), .distinct = distinct});
      EXPECT_TRUE(drained(sort) == expected) << memory << " bytes, distinct: " << distinct;
    }
  }
}

TEST(ExternalSort, HoldsNoMoreThanItsMemory) {
  const test::TemporaryFolder folder;
  const size_t memory = 1 << 20;
  const auto records = random_records(200'000, UINT64_MAX, 2);
  const auto sort = sorted(records, {.memory = memory, .folder = folder.path()});
  // Half of it holds records, half is for sorting them.
  const size_t in_memory = memory / 2 / sizeof(SortRecord);
  EXPECT_EQ(sort.spilled_bytes(), records.size() * sizeof(SortRecord));
  // Runs of that many were merged eight at a time.
  const size_t runs = (records.size() + in_memory - 1) / in_memory;
  EXPECT_EQ(sort.runs(), runs);
  EXPECT_LE(sort.runs(), 8);
}

TEST(ExternalSort, MakesNoFileOfWhatFits) {
  const auto records = random_records(1000, 100, 3);
  const auto sort = sorted(records, {.memory = 1 << 20, .folder = "/nowhere/at/all"});
  EXPECT_EQ(sort.spilled_bytes(), 0);
  EXPECT_EQ(drained(sort).size(), records.size());
}

TEST(ExternalSort, SaysWhereItCannotSpill) {
  const auto records = random_records(1000, 100, 3);
  try {
    sorted(records, {.memory = 1 << 10, .folder = "/nowhere/at/all"});
    FAIL();
  } catch (const IoError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("/nowhere/at/all"));
  }
}

TEST(ExternalSort, LeavesNoFileBehind) {
  const test::TemporaryFolder folder;
  const auto records = random_records(10'000, UINT64_MAX, 4);
  const auto sort = sorted(records, {.memory = 1 << 12, .folder = folder.path()});
  EXPECT_GT(sort.spilled_bytes(), 0);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(ExternalSort, KeepsRepetitionsOutOfTheFile) {
  const test::TemporaryFolder folder;
  const auto records = random_records(100'000, 10, 5);  // 80 different ones
  const auto sort = sorted(records, {.memory = 1 << 14, .folder = folder.path(), .distinct = true});
  EXPECT_EQ(sort.spilled_bytes(), 0);
  EXPECT_EQ(drained(sort).size(), 80);
}

TEST(ExternalSort, HasReadersThatDoNotDisturbEachOther) {
  const test::TemporaryFolder folder;
  const auto records = random_records(5'000, UINT64_MAX, 6);
  for (const size_t memory : {1 << 20, 1 << 12}) {
    const auto sort = sorted(records, {.memory = memory, .folder = folder.path()});
    auto ahead = sort.reader();
    SortRecord record;
    for (int skipped = 0; skipped < 2'500; ++skipped) ASSERT_TRUE(ahead.next(record));
    EXPECT_EQ(drained(sort).size(), records.size());
    size_t rest = 0;
    while (ahead.next(record)) ++rest;
    EXPECT_EQ(rest, records.size() - 2'500);
  }
}

// Another order than that of their bytes.
struct Standing {
  uint64_t number;
  double quality;
  friend bool operator<(const Standing& one, const Standing& other) {
    return std::tie(other.quality, one.number) < std::tie(one.quality, other.number);
  }
  friend bool operator==(const Standing&, const Standing&) = default;
};

TEST(ExternalSort, SortsWhateverCanBeCompared) {
  const test::TemporaryFolder folder;
  std::vector<Standing> expected;
  ExternalSort<Standing> sort({.memory = 1 << 14, .folder = folder.path()});
  for (const SortRecord& record : random_records(5'000, UINT64_MAX, 7)) {
    expected.push_back({record.key, static_cast<double>(record.value)});
    sort.add(expected.back());
  }
  sort.seal();
  std::sort(expected.begin(), expected.end());
  EXPECT_TRUE(drained(sort) == expected);
}

TEST(ExternalSort, OfNothingIsNothing) {
  ExternalSort<SortRecord> sort({});
  sort.seal();
  EXPECT_TRUE(drained(sort).empty());
}

}  // namespace
}  // namespace sluice::io
