// A hash table from a pair of tokens to a value: what training keeps of each pair of neighbours.
//
//   PairMap<uint64_t> counts;
//   counts[pair_key(left, right)] += 1;
//   if (const uint64_t* count = counts.find(key)) …
//
// Open addressing with linear probing, at most 2/3 full; no erasing. References and pointers last
// until the next operator[].
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bpe/vocabulary.h"

namespace sluice::bpe {

// Pairs in the order of their keys are in the order of (left id, right id).
using PairKey = uint64_t;
constexpr PairKey pair_key(TokenId left, TokenId right) { return PairKey{left} << 32 | right; }
constexpr TokenId left_of(PairKey key) { return static_cast<TokenId>(key >> 32); }
constexpr TokenId right_of(PairKey key) { return static_cast<TokenId>(key); }

template <class Value>
class PairMap {
 public:
  struct Entry {
    PairKey key = kFree;
    Value value{};
  };

  size_t size() const { return used_; }

  Value* find(PairKey key) {
    if (used_ == 0) return nullptr;
    Entry& entry = entries_[place_of(key)];
    return entry.key == key ? &entry.value : nullptr;
  }

  // Makes the value if there is none yet.
  Value& operator[](PairKey key) {
    if ((used_ + 1) * 3 > entries_.size() * 2) grow();
    Entry& entry = entries_[place_of(key)];
    if (entry.key == kFree) {
      entry.key = key;
      ++used_;
    }
    return entry.value;
  }

  // Gives the memory back.
  void clear() {
    entries_ = std::vector<Entry>();
    used_ = 0;
  }

  // Calls use(key, value) for each, in the order of the table.
  template <class Use>
  void for_each(Use&& use) {
    for (Entry& entry : entries_) {
      if (entry.key != kFree) use(entry.key, entry.value);
    }
  }

 private:
  static constexpr PairKey kFree = ~PairKey{0};  // no pair: kNoToken twice

  static size_t hash(PairKey key) {
    const uint64_t mixed = (key ^ (key >> 29)) * 0x9E3779B97F4A7C15;
    return mixed ^ (mixed >> 32);
  }

  size_t place_of(PairKey key) const {
    const size_t mask = entries_.size() - 1;
    size_t at = hash(key) & mask;
    while (entries_[at].key != key && entries_[at].key != kFree) at = (at + 1) & mask;
    return at;
  }

  void grow() {
    std::vector<Entry> old = std::move(entries_);
    entries_ = std::vector<Entry>(old.empty() ? size_t{1} << 8 : old.size() * 2);
    for (const Entry& entry : old) {
      if (entry.key != kFree) entries_[place_of(entry.key)] = entry;
    }
  }

  std::vector<Entry> entries_;  // a power of two
  size_t used_ = 0;
};

}  // namespace sluice::bpe
