#include "base/record_sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <utility>
#include <vector>

#include "sanitized.h"

namespace sluice {
namespace {

using Make = std::function<SortRecord(std::mt19937_64&, uint64_t)>;

void expect_sorted_like_std(size_t count, const Make& make, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<SortRecord> records(count);
  for (uint64_t number = 0; number < count; ++number) records[number] = make(random, number);
  std::vector<SortRecord> expected = records;
  std::sort(expected.begin(), expected.end());
  std::vector<SortRecord> scratch(count);
  sort_records(records, scratch);
  EXPECT_TRUE(records == expected) << count << " records, seed " << seed;
}

// Each is a way in which real records are unlike random ones.
const std::pair<const char*, Make> kKinds[] = {
    {"random",
     [](auto& random, uint64_t) {
       return SortRecord{random(), random()};
     }},
    {"band records",
     [](auto& random, uint64_t n) {
       return SortRecord{random() >> 8, n};
     }},
    {"one partition",
     [](auto& random, uint64_t n) {
       return SortRecord{random() >> 12 | uint64_t{7} << 52, n};
     }},
    {"giant buckets",
     [](auto& random, uint64_t n) {
       return SortRecord{random() % 3, n};
     }},
    {"pairs",
     [](auto& random, uint64_t) {
       return SortRecord{random() % 999, random() % 999};
     }},
    {"all equal",
     [](auto&, uint64_t) {
       return SortRecord{5, 5};
     }},
    {"keys that differ in the last bits",
     [](auto& random, uint64_t) {
       return SortRecord{(uint64_t{1} << 60) + random() % 5, random()};
     }},
    {"descending",
     [](auto&, uint64_t n) {
       return SortRecord{1, UINT64_MAX - n};
     }},
    {"few leading bits",
     [](auto& random, uint64_t) {
       return SortRecord{random() << 56, random() << 50};
     }},
    {"one far off",
     [](auto& random, uint64_t n) {
       return SortRecord{n == 0 ? UINT64_MAX : 1, random() % 256};
     }},
};

TEST(SortRecords, SortsAsComparingDoes) {
  for (const auto& [name, make] : kKinds) {
    SCOPED_TRACE(name);
    for (const size_t count : {0, 1, 2, 3, 192, 193, 1000, 70'000}) {
      for (uint64_t seed = 0; seed < (kSanitized ? 1 : 3); ++seed)
        expect_sorted_like_std(count, make, seed);
    }
  }
}

TEST(SortRecords, SortsRandomLengthsAndWidths) {
  std::mt19937_64 random(11);
  for (uint64_t round = 0; round < rounds_of(200); ++round) {
    const unsigned key_shift = random() % 64;
    const unsigned value_shift = random() % 64;
    expect_sorted_like_std(
        random() % 3000,
        [=](auto& source, uint64_t) {
          return SortRecord{source() >> key_shift, source() << value_shift};
        },
        round);
  }
}

}  // namespace
}  // namespace sluice
