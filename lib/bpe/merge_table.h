// Which pairs of symbols merge, when, and into what.
//
//   const MergeTable merges(ranked_pairs, results);
//   const uint32_t rank = merges.rank(left, right);   // MergeTable::kNoRank: never
//   merges.result(rank);                              // the symbol they become
//
// A hash table in which pair and rank share eight bytes (21 + 21 + 22 bits) and at least half of
// the slots are free, so that an answer takes a load or two: most pairs that are asked for never
// merge, and most of the time goes into waiting for memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/large_pages.h"
#include "bpe/token_index.h"
#include "bpe/vocabulary.h"

namespace sluice::bpe {

class MergeTable {
 public:
  static constexpr int kIdBits = 21;
  static constexpr int kRankBits = 22;
  static constexpr uint32_t kNoRank = ~uint32_t{0};
  static_assert(kMostTokens <= size_t{1} << kIdBits && kMostMerges <= size_t{1} << kRankBits);

  struct Pair {
    TokenId left = 0;
    TokenId right = 0;
    uint32_t rank = 0;
  };

  // `results`: by rank. Of a pair that stands there twice the last counts, as in Hugging Face's
  // map.
  MergeTable(std::span<const Pair> pairs, std::vector<TokenId> results);
  // The result of rank r is `first_result` + r.
  MergeTable(std::span<const Pair> pairs, TokenId first_result);

  uint32_t rank(TokenId left, TokenId right) const {
    const uint64_t pair = uint64_t{left} << kIdBits | right;
    for (size_t at = slot_of(pair);; at = (at + 1) & mask_) {
      const uint64_t slot = slots_[at];
      if (slot >> kRankBits == pair) return static_cast<uint32_t>(slot & kRankMask);
      if (slot == kFree) return kNoRank;
    }
  }
  void prefetch(TokenId left, TokenId right) const {
    __builtin_prefetch(&slots_[slot_of(uint64_t{left} << kIdBits | right)]);
  }
  TokenId result(uint32_t rank) const {
    return results_.empty() ? first_result_ + rank : results_[rank];
  }

 private:
  static constexpr uint64_t kRankMask = (uint64_t{1} << kRankBits) - 1;
  static constexpr uint64_t kFree = ~uint64_t{0};

  size_t slot_of(uint64_t pair) const {
    return static_cast<size_t>((pair ^ pair >> kIdBits) * 0x9E3779B97F4A7C15u >> shift_);
  }

  std::vector<uint64_t, LargePageAllocator<uint64_t>> slots_;
  size_t mask_ = 0;
  int shift_ = 0;
  std::vector<TokenId> results_;
  TokenId first_result_ = 0;
};

// A vocabulary's merges, of its tokens. For Semantics::rank, where any two tokens merge whose
// concatenation is a token, all the ways to halve each token, and a rank is the token's id.
MergeTable merges_of(const Vocabulary& vocabulary, const TokenIndex& index);

}  // namespace sluice::bpe
