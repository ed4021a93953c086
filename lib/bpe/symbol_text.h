// The distinct words of a corpus as tokens, in one array in which a pair of neighbours is merged in
// constant time wherever it stands.
//
//   SymbolText text(words.by_count(), byte_ids, /*tokens=*/65'536);
//   text.for_each_pair([](SymbolText::Position, TokenId left, TokenId right, uint64_t count) {…});
//   text.join(left, right, result, positions);            // at once in all words
//   text.before(position), text.after(position, result);  // the tokens beside it
//
// A token covers as many slots as it has bytes: its id stands in the first, the distance back to
// the first in the last, and between words lies a boundary. So the neighbour on the right is found
// by the token's width, the one on the left by the slot before, and nothing ever moves until
// compact() lays the tokens out anew, one slot each.
//
// Words lie in the order given, which is that of their counts; a position's count is found through
// the few ranges of equal counts. Bytes that have no token are left out.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "bpe/vocabulary.h"
#include "bpe/word_counts.h"

namespace sluice::bpe {

class SymbolText {
 public:
  using Position = uint32_t;
  struct Neighbour {
    TokenId token = kNoToken;  // kNoToken: the word ends here
    Position at = 0;
  };

  // `words`: best in the order of their counts; those of one token are left out. `byte_ids`:
  // kNoToken where a byte has no token. `tokens`: one more than the highest id that will ever be
  // joined to. Throws ConfigError if the words have more than 4 GiB.
  SymbolText(std::span<const WordCount> words, const std::array<TokenId, 256>& byte_ids,
             uint64_t tokens);

  size_t slots() const { return slots_.size(); }
  // Sum of the words' counts times their pairs of neighbours, before anything was joined.
  uint64_t pairs() const { return pairs_; }

  // Lays the tokens out anew and drops words of one token: positions change.
  void compact();

  // Calls use(position of left, left, right, count of the word) for all neighbours, by position.
  // Only after construction or compact(), before any join().
  template <class Use>
  void for_each_pair(Use&& use) const;

  // Makes a token of left and right at those of `positions` (ascending) where they stand, leftmost
  // first where they overlap. Leaves these positions at the front of `positions`; returns how many.
  size_t join(TokenId left, TokenId right, TokenId result, std::span<Position> positions);

  Neighbour before(Position at) const {
    const uint32_t slot = slots_[at - 1];
    if (slot < kFlag) return {slot, at - 1};
    if (slot == kBoundary) return {};
    const Position start = at - 1 - (slot & ~kFlag);
    return {slots_[start], start};
  }
  TokenId after(Position at, TokenId token) const {
    const uint32_t slot = slots_[at + widths_[token]];
    return slot == kBoundary ? kNoToken : slot;
  }

  // How often the words at ascending positions occur.
  class CountCursor {
   public:
    explicit CountCursor(const SymbolText& text) : text_(text) {}
    uint64_t at(Position position) {
      const uint32_t first = text_.range_of_block_[position >> kBlockBits];
      if (first > range_) range_ = first;
      while (text_.ranges_[range_].end <= position) ++range_;
      return text_.ranges_[range_].count;
    }

   private:
    const SymbolText& text_;
    uint32_t range_ = 0;
  };

 private:
  friend class CountCursor;
  // A slot below kFlag is the id of a token that begins here.
  static constexpr uint32_t kFlag = uint32_t{1} << 31;  // | distance to the token's first slot
  static constexpr uint32_t kBoundary = ~uint32_t{0};
  static constexpr uint32_t kInside = kBoundary - 1;
  static constexpr unsigned kBlockBits = 6;

  // Slots up to `end` (exclusive) are of words that occur `count` times.
  struct Range {
    Position end = 0;
    uint64_t count = 0;
  };

  void index_ranges();

  std::vector<uint32_t> slots_;
  std::vector<uint32_t> widths_;  // by token: slots
  std::vector<Range> ranges_;
  std::vector<uint32_t> range_of_block_;  // of each block's first slot
  uint64_t pairs_ = 0;
};

template <class Use>
void SymbolText::for_each_pair(Use&& use) const {
  Position at = 1;
  for (const Range& range : ranges_) {
    for (; at < range.end; ++at) {
      const uint32_t left = slots_[at - 1];
      const uint32_t right = slots_[at];
      if (left != kBoundary && right != kBoundary) use(at - 1, left, right, range.count);
    }
  }
}

}  // namespace sluice::bpe
