// The first of equal things: a hash table of numbers (places in a list), whose owner says which
// are equal.
//
//   FirstOf first;
//   first.clear(lines.size());
//   for (uint32_t i = 0; i < lines.size(); ++i) {
//     const auto equals = [&](uint32_t j) { return lines[j] == lines[i]; };
//     const uint32_t earlier = first.find_or_add(hash_of(lines[i]), i, equals);
//     if (earlier != i) …                       // lines[i] was there before
//   }
//
// Exact: a hash finds, equality decides. Expected time is constant where texts do not know the
// hashes (fingerprint.h); steps() lets tests see it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "quality/scratch.h"

namespace sluice::quality {

class FirstOf {
 public:
  // Forgets everything and makes room for as many things: 16 bytes each (a table that is half full
  // at most). Of very many things half are taken to be different; it doubles where there are more.
  void clear(size_t things) { reset((is_huge(things) ? 1 : 2) * things + 2); }

  // The thing that is equal, if it was added before, otherwise `thing` (below 2^32 - 1), which is
  // added. `hash`: its upper bits should differ; `equals(earlier)` is asked of those that share it.
  template <class Equals>
  uint32_t find_or_add(uint32_t hash, uint32_t thing, Equals&& equals) {
    for (size_t at = home(hash);; at = next(at)) {
      ++steps_;
      Slot& slot = slots_[at];
      if (slot.thing == kNone) {
        slot = {hash, thing};
        if (--left_ == 0) grow();
        return thing;
      }
      if (slot.hash == hash && equals(slot.thing)) return slot.thing;
    }
  }

  // Of the owner: bytes hashed or compared.
  void add_steps(uint64_t steps) { steps_ += steps; }
  // Slots looked at since this was made, and what was added.
  uint64_t steps() const { return steps_; }
  size_t memory() const { return slots_.capacity() * sizeof(Slot); }
  void release() { slots_ = std::vector<Slot>(); }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  struct Slot {
    uint32_t hash = 0;
    uint32_t thing = kNone;
  };

  size_t home(uint32_t hash) const { return uint64_t{hash} * size_ >> 32; }
  size_t next(size_t at) const { return at + 1 == size_ ? 0 : at + 1; }

  void reset(size_t slots) {
    size_ = std::min<size_t>(slots, UINT32_MAX);  // home(); there are no more things
    left_ = size_ == UINT32_MAX ? size_ : size_ / 2;
    slots_.assign(size_, Slot{});
  }

  void grow() {
    const std::vector<Slot> before = std::move(slots_);
    reset(2 * size_);
    for (const Slot& slot : before) {
      if (slot.thing == kNone) continue;
      size_t at = home(slot.hash);
      while (slots_[at].thing != kNone) at = next(at);
      slots_[at] = slot;
      --left_;
    }
  }

  std::vector<Slot> slots_;
  uint64_t size_ = 0;
  size_t left_ = 0;  // things until it is half full
  uint64_t steps_ = 0;
};

}  // namespace sluice::quality
