// Byte-pair encoding proper: of all neighbours that merge, the pair of the lowest rank merges
// first, and of equal ones the first in the text; until none is left.
//
//   MergeRoom room;
//   room.symbols = {…};                 // a word's bytes or characters, as tokens,
//   room.ranks = {…};                   // and for each the rank of the pair that begins with it
//   const WordMerger merger(merges);
//   merger.merge(room);                 // room.symbols are the word's tokens
//
// Up to kShort symbols by looking through all pairs for each merge, which beats any heap there;
// O(n log n) above.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bpe/merge_table.h"
#include "bpe/vocabulary.h"

namespace sluice::bpe {

// One thread's room to work in, kept from word to word.
struct MergeRoom {
  std::vector<TokenId> symbols;
  std::vector<uint32_t> ranks;  // the last one: MergeTable::kNoRank
  Merge last;                   // what merged last, if anything did
  // For long words: places by rank, and the word as a list.
  std::vector<uint64_t> heap;
  std::vector<uint32_t> next;
  std::vector<uint32_t> previous;
  uint64_t steps = 0;  // pairs looked up, groups of pairs looked through, places taken off the heap
};

class WordMerger {
 public:
  static constexpr size_t kShort = 256;

  explicit WordMerger(const MergeTable& merges) : merges_(&merges) {}

  void merge(MergeRoom& room) const {
    if (room.symbols.size() < 2) return;
    room.symbols.size() <= kShort ? merge_short(room) : merge_long(room);
  }

 private:
  void merge_short(MergeRoom& room) const;
  void merge_long(MergeRoom& room) const;

  const MergeTable* merges_;
};

}  // namespace sluice::bpe
