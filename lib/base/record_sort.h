// Sorts records of 16 bytes by their bits: band records, pairs, edges.
//
//   sort_records(records, scratch);      // by key, then by value
//
// Radix sort: records are dealt out by the leading bits in which they differ until a part fits in a
// core's cache, and there sorted by as many bits as it takes to tell nearly all of them apart, in
// two passes; the few that agree on those are sorted by the rest. Random keys take one pass through
// memory; keys made to be bad take at most 64.
#pragma once

#include <compare>
#include <cstdint>
#include <span>

namespace sluice {

struct SortRecord {
  uint64_t key = 0;
  uint64_t value = 0;
  friend auto operator<=>(const SortRecord&, const SortRecord&) = default;
};

// `scratch` is as long as `records` and does not overlap them; what it holds afterwards is
// unspecified. Time: O(records).
void sort_records(std::span<SortRecord> records, std::span<SortRecord> scratch);

}  // namespace sluice
