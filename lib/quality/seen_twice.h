// Which of many hashes are there twice: all that are, and one in 24 or so of those that are not.
// What is left after it is few enough for a table.
//
//   SeenTwice seen;
//   seen.clear(things.size());
//   for (uint32_t hash : hashes) seen.add(hash);
//   for (uint32_t hash : hashes) if (seen.twice(hash)) …
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sluice::quality {

class SeenTwice {
 public:
  // Forgets everything and makes room for as many things. Memory: 24 bytes each.
  void clear(size_t things) {
    slots_ = std::min<size_t>(things * kSlots + 64, UINT32_MAX);
    times_.assign(slots_, 0);
  }

  // By the upper bits of the hash. A slot holds 0, 1, 3, 7, … 255, which needs no branch.
  void add(uint32_t hash) {
    uint8_t& times = times_[slot(hash)];
    times = static_cast<uint8_t>(2 * times + 1);
  }

  bool twice(uint32_t hash) const { return (times_[slot(hash)] & 2) != 0; }

  size_t memory() const { return times_.capacity(); }
  void release() { times_ = std::vector<uint8_t>(); }

 private:
  static constexpr size_t kSlots = 24;

  size_t slot(uint32_t hash) const { return uint64_t{hash} * slots_ >> 32; }

  std::vector<uint8_t> times_;
  uint64_t slots_ = 0;
};

}  // namespace sluice::quality
