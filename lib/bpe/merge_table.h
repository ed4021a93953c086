// Which pairs of tokens merge, when, and into what.
//
//   const MergeTable merges(vocabulary, index);
//   const uint32_t rank = merges.rank(left, right);   // MergeTable::kNoRank: never
//   merges.result(rank);                              // the token they become
//
// For Semantics::rank, where any two tokens merge whose concatenation is a token, all the ways to
// halve each token are in the table, and a rank is the token's id. One probe costs a load or two:
// pair and rank share eight bytes (21 + 21 + 22 bits), and half of the slots are free.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bpe/token_index.h"
#include "bpe/vocabulary.h"

namespace sluice::bpe {

class MergeTable {
 public:
  static constexpr uint32_t kNoRank = ~uint32_t{0};

  MergeTable(const Vocabulary& vocabulary, const TokenIndex& index);

  uint32_t rank(TokenId left, TokenId right) const {
    const uint64_t pair = uint64_t{left} << kIdBits | right;
    for (size_t at = slot_of(pair);; at = (at + 1) & mask_) {
      const uint64_t slot = slots_[at];
      if (slot >> kRankBits == pair) return static_cast<uint32_t>(slot & kRankMask);
      if (slot == kFree) return kNoRank;
    }
  }
  TokenId result(uint32_t rank) const { return results_[rank]; }

 private:
  static constexpr int kIdBits = 21;
  static constexpr int kRankBits = 22;
  static constexpr uint64_t kRankMask = (uint64_t{1} << kRankBits) - 1;
  static constexpr uint64_t kFree = ~uint64_t{0};
  static_assert(kMostTokens <= size_t{1} << kIdBits && kMostMerges <= size_t{1} << kRankBits);

  struct Entry {
    uint64_t pair;
    uint32_t rank;
  };
  static std::vector<Entry> halves(const Vocabulary& vocabulary, const TokenIndex& index);
  void fill(const std::vector<Entry>& entries);

  size_t slot_of(uint64_t pair) const {
    return static_cast<size_t>((pair ^ pair >> 17) * 0x9E3779B97F4A7C15u >> shift_);
  }

  std::vector<uint64_t> slots_;
  size_t mask_ = 0;
  int shift_ = 0;
  std::vector<TokenId> results_;  // by rank
};

}  // namespace sluice::bpe
