#include "base/record_sort.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace sluice {
namespace {

// Below this, comparing is faster than counting.
constexpr size_t kFew = 192;
// So many lie, twice, in a core's cache, where passes over them cost little. More are first dealt
// out by their leading digit, into parts of about half as many.
constexpr size_t kCached = size_t{1} << 14;
constexpr unsigned kMostDealBits = 11;
// So many can be told apart with two digits of at most so many bits, but for a few.
constexpr unsigned kMostDigitBits = 11;
constexpr unsigned kSpareBits = 7;

using Records = std::span<SortRecord>;

// Calls use(digit_of), the fastest way to get bits [low, low + width) of (key, value) as one number
// of 128 bits. What lies above bit 127 is 0.
template <class Use>
void with_digit(unsigned low, unsigned width, Use&& use) {
  const uint64_t mask = (uint64_t{1} << width) - 1;
  if (low >= 64) {
    use([=](const SortRecord& record) { return record.key >> (low - 64) & mask; });
  } else if (low + width <= 64) {
    use([=](const SortRecord& record) { return record.value >> low & mask; });
  } else {
    use([=](const SortRecord& record) {
      return (record.value >> low | record.key << (64 - low)) & mask;
    });
  }
}

// From which bit down records differ: the number of the highest differing one + 1.
unsigned differing_bits(std::span<const SortRecord> records) {
  SortRecord differ;
  const SortRecord first = records.front();
  for (const SortRecord& record : records) {
    differ.key |= record.key ^ first.key;
    differ.value |= record.value ^ first.value;
  }
  if (differ.key != 0) return 64 + static_cast<unsigned>(std::bit_width(differ.key));
  return static_cast<unsigned>(std::bit_width(differ.value));
}

bool agree_above(const SortRecord& one, const SortRecord& other, unsigned bit) {
  if (bit >= 64) return ((one.key ^ other.key) >> (bit - 64)) == 0;
  return one.key == other.key && ((one.value ^ other.value) >> bit) == 0;
}

// Deals the records out by the digit of places.size() = 2^width values at bit `low`, stable;
// places[digit] is then where the part of that digit ends.
template <class Count>
void deal(std::span<const SortRecord> from, Records into, unsigned low, unsigned width,
          std::span<Count> places) {
  std::fill(places.begin(), places.end(), Count{0});
  with_digit(low, width, [&](auto digit_of) {
    for (const SortRecord& record : from) ++places[digit_of(record)];
    Count place = 0;
    for (Count& count : places) place += std::exchange(count, place);
    for (const SortRecord& record : from) into[places[digit_of(record)]++] = record;
  });
}

// Sorts `records`, into `other` if that is asked for, else in place; the other one is scratch.
void sort(Records records, Records other, bool into_other);

void sort_large(Records records, Records other, unsigned differing, bool into_other) {
  const auto parts = static_cast<unsigned>(std::bit_width(records.size() / (kCached / 2)));
  const unsigned width = std::min({parts, kMostDealBits, differing});
  std::array<size_t, size_t{1} << kMostDealBits> room;
  const auto ends = std::span(room).first(size_t{1} << width);
  deal(records, other, differing - width, width, ends);
  size_t first = 0;
  for (const size_t end : ends) {
    if (end > first) {
      sort(other.subspan(first, end - first), records.subspan(first, end - first), !into_other);
    }
    first = end;
  }
}

// By the leading bits that tell so many random records apart, but for a few.
void sort_cached(Records records, Records other, unsigned differing, bool into_other) {
  const auto telling = static_cast<unsigned>(std::bit_width(records.size() - 1)) + kSpareBits;
  const unsigned width = (std::min(telling, differing) + 1) / 2;
  const unsigned low = differing - std::min(differing, 2 * width);
  static_assert(kCached << kSpareBits <= size_t{1} << 2 * kMostDigitBits);
  std::array<uint32_t, size_t{1} << kMostDigitBits> room;
  const auto places = std::span(room).first(size_t{1} << width);
  deal(records, other, low, width, places);
  deal(other, records, low + width, width, places);
  if (into_other) std::copy(records.begin(), records.end(), other.begin());
  const Records sorted = into_other ? other : records;
  const Records scratch = into_other ? records : other;
  if (low == 0) return;
  for (size_t first = 0; first < sorted.size();) {
    size_t end = first + 1;
    bool in_order = true;
    while (end < sorted.size() && agree_above(sorted[end], sorted[first], low)) {
      in_order &= sorted[end - 1] <= sorted[end];
      ++end;
    }
    if (!in_order) sort(sorted.subspan(first, end - first), scratch.first(end - first), false);
    first = end;
  }
}

void sort(Records records, Records other, bool into_other) {
  if (records.size() <= kFew) {
    std::sort(records.begin(), records.end());
    if (into_other) std::copy(records.begin(), records.end(), other.begin());
    return;
  }
  // Each step down leaves records that differ in at least two bits less: at most 64 steps.
  const unsigned differing = differing_bits(records);
  if (differing == 0) {
    if (into_other) std::copy(records.begin(), records.end(), other.begin());
  } else if (records.size() > kCached) {
    sort_large(records, other, differing, into_other);
  } else {
    sort_cached(records, other, differing, into_other);
  }
}

}  // namespace

void sort_records(std::span<SortRecord> records, std::span<SortRecord> scratch) {
  sort(records, scratch.first(records.size()), /*into_other=*/false);
}

}  // namespace sluice
