#include "dedup/external_sort.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <random>
#include <stdexcept>
#include <vector>

#include "base/error.h"
#include "dedup/cluster.h"
#include "dedup/edge.h"
#include "dedup/run_support.h"
#include "sanitized.h"

namespace sluice::dedup {
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

// Resident memory at its highest, in bytes.
uint64_t peak_memory() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<uint64_t>(usage.ru_maxrss) << 10;
}

// What a process of its own takes for this, beyond what it had.
template <class Action>
uint64_t memory_taken(Action&& action) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
  const pid_t child = ::fork();
  if (child == 0) {
    const uint64_t before = peak_memory();
    action();
    const uint64_t taken = peak_memory() - before;
    ::_exit(::write(ends[1], &taken, sizeof taken) == sizeof taken ? 0 : 1);
  }
  uint64_t taken = UINT64_MAX;
  const bool told = ::read(ends[0], &taken, sizeof taken) == sizeof taken;
  int status = 0;
  ::waitpid(child, &status, 0);
  ::close(ends[0]);
  ::close(ends[1]);
  return told && status == 0 ? taken : UINT64_MAX;
}

TEST(ExternalSort, AndClustersStayWithinTheirMemory) {
  if (kSanitized) GTEST_SKIP() << "the sanitizers keep what is freed";
  const test::TemporaryFolder folder;
  constexpr size_t kMemory = size_t{16} << 20;
  constexpr size_t kSlack = size_t{4} << 20;  // large pages, one bit a document
  const uint64_t taken = memory_taken([&] {
    const uint64_t count = 1'000'000;
    const test::NumberedDocuments documents(count);
    ExternalSort<SortRecord> edges({.memory = kMemory / 2, .folder = folder.path()});
    std::mt19937_64 random(9);
    for (uint64_t number = 0; number < count; ++number) {
      const Pair pair = Pair::of(random() % count, number);
      if (pair.first != pair.second) edges.add(pack(Edge{pair.first, pair.second, {}}));
    }
    edges.seal();
    cluster_star(edges, documents, {.memory = kMemory / 2, .folder = folder.path()},
                 [](const Member&) {});
  });
  EXPECT_LE(taken, kMemory + kSlack);
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

TEST(ExternalSort, SortsWhateverCanBeCompared) {
  const test::TemporaryFolder folder;
  const auto documents = test::random_standings(5'000, 700, 7);
  std::vector<Standing> expected;
  ExternalSort<Standing> sort({.memory = 1 << 14, .folder = folder.path()});
  for (uint64_t number = 0; number < documents.size(); ++number) {
    expected.push_back(documents.standing(number));
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
}  // namespace sluice::dedup
