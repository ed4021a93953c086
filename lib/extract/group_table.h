// Numbers for keys, from 0 in the order of first use: which things of a page are alike.
//
// Cleared in constant time, so it can be reused from page to page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sluice::extract {

class GroupTable {
 public:
  // `clears`: how many count as done, below 2^32 - 1: to test what comes of 2^32 of them.
  explicit GroupTable(uint32_t clears = 0) : generation_(clears + 1) {}

  void clear() {
    ++generation_;
    size_ = 0;
    if (generation_ == 0) slots_.assign(slots_.size(), Slot{});
    if (generation_ == 0) generation_ = 1;
  }

  size_t size() const { return size_; }

  // The number of a key (a hash: its upper bits choose the place).
  uint32_t operator[](uint64_t key) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    Slot& slot = find(key);
    if (slot.generation != generation_) slot = {key, generation_, size_++};
    return slot.number;
  }

 private:
  struct Slot {
    uint64_t key = 0;
    uint32_t generation = 0;
    uint32_t number = 0;
  };

  Slot& find(uint64_t key) {
    const size_t mask = slots_.size() - 1;
    size_t at = static_cast<size_t>(key * 0x9E3779B97F4A7C15U >> 20) & mask;
    while (slots_[at].generation == generation_ && slots_[at].key != key) at = (at + 1) & mask;
    return slots_[at];
  }

  void grow() {
    std::vector<Slot> before(slots_.empty() ? 256 : slots_.size() * 2);
    before.swap(slots_);
    for (const Slot& slot : before) {
      if (slot.generation == generation_) find(slot.key) = slot;
    }
  }

  std::vector<Slot> slots_;
  uint32_t generation_;  // of the slots in use; never 0, which is that of empty ones
  uint32_t size_ = 0;
};

}  // namespace sluice::extract
