// Where each pair of neighbouring tokens stands in a corpus, kept up to date while pairs are
// merged: the engine of training and of replaying a vocabulary's merges.
//
//   PairIndex index(text, /*tokens=*/65'536);
//   index.build(/*at_least=*/2, [](PairKey pair, uint64_t count) { return true; });
//   index.merge(pair, result, [](PairKey pair, uint64_t count) { return true; });
//
// Only pairs that the caller accepts are kept: it is asked for each pair of the text, and then for
// each pair with the token just made, with its count (saying how often two tokens are neighbours,
// words times their counts; in "aaa" a and a are so twice). A kept pair's count is exact from then
// on; all others are forgotten until the next build().
//
// A pair arises when the later of its tokens is made, at every place at once; later merges only
// take places away. So a pair's places are written once, as an ascending list, and checked against
// the text when the pair is merged. Merging costs time linear in these places; over a whole
// training each byte of a distinct word adds at most three places a build.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "bpe/pair_map.h"
#include "bpe/symbol_text.h"

namespace sluice::bpe {

class PairIndex {
 public:
  using Position = SymbolText::Position;

  // `tokens`: as the text's.
  PairIndex(SymbolText& text, uint64_t tokens) : text_(text), left_(tokens), right_(tokens) {}

  // Lays the text out anew and lists the pairs that occur `at_least` so often (1 or more) and that
  // `accept(key, count)` is true for.
  template <class Accept>
  void build(uint64_t at_least, Accept&& accept);

  // 0 for a pair that is not kept.
  uint64_t count(PairKey pair) {
    const Pair* kept = pairs_.find(pair);
    return kept == nullptr ? 0 : kept->count;
  }

  // Makes the pair the token `result` in all words. Returns how often it was made, words times
  // their counts; nothing happens if the pair is not kept.
  template <class Accept>
  uint64_t merge(PairKey pair, TokenId result, Accept&& accept);

  void clear();

 private:
  struct Pair {
    uint64_t count = 0;
    Position* places = nullptr;
    uint32_t size = 0;
  };
  // What is gathered of the pairs of a new token with one other, on one side of it.
  struct Side {
    uint64_t count = 0;
    uint32_t places = 0;
    Position* next = nullptr;  // where to write the next place; null if the pair is not kept
  };

  void count_pairs(uint64_t at_least);
  Position* allocate(size_t count);
  uint64_t gather(TokenId result, std::span<const Position> made);
  void list(TokenId result, std::span<const Position> made);
  void take_away(PairKey pair, uint64_t count) {
    if (Pair* kept = pairs_.find(pair)) kept->count -= count;
  }
  template <class Accept>
  void keep(PairKey pair, Side& side, Accept& accept);

  SymbolText& text_;
  PairMap<Pair> pairs_;

  // By the other token; `left_touched_` and `right_touched_` list those in use.
  std::vector<Side> left_;
  std::vector<Side> right_;
  std::vector<TokenId> left_touched_;
  std::vector<TokenId> right_touched_;

  std::vector<std::unique_ptr<Position[]>> blocks_;
  Position* free_ = nullptr;
  size_t free_count_ = 0;
};

template <class Accept>
void PairIndex::build(uint64_t at_least, Accept&& accept) {
  clear();
  text_.compact();
  count_pairs(at_least);
  PairMap<Pair> counted = std::move(pairs_);
  pairs_.clear();
  counted.for_each([&](PairKey key, const Pair& pair) {
    if (pair.count < at_least || !accept(key, pair.count)) return;
    pairs_[key] = {pair.count, allocate(pair.size), 0};
  });
  counted.clear();
  text_.for_each_pair([&](Position at, TokenId left, TokenId right, uint64_t) {
    if (Pair* pair = pairs_.find(pair_key(left, right))) pair->places[pair->size++] = at;
  });
}

template <class Accept>
uint64_t PairIndex::merge(PairKey pair, TokenId result, Accept&& accept) {
  Pair* kept = pairs_.find(pair);
  if (kept == nullptr) return 0;
  const TokenId left = left_of(pair);
  const TokenId right = right_of(pair);
  const std::span<Position> places(kept->places, kept->size);
  const std::span<const Position> made = places.first(text_.join(left, right, result, places));
  *kept = {};

  const uint64_t times = gather(result, made);
  // Each pair with the new token was one with a part of it; between two new tokens it was right and
  // left. (The merged pair itself, in "aaa", is no longer counted.)
  for (const TokenId other : left_touched_) {
    const PairKey was = pair_key(other == result ? right : other, left);
    if (was != pair) take_away(was, left_[other].count);
    keep(pair_key(other, result), left_[other], accept);
  }
  for (const TokenId other : right_touched_) {
    const PairKey was = pair_key(right, other);
    if (was != pair) take_away(was, right_[other].count);
    keep(pair_key(result, other), right_[other], accept);
  }
  list(result, made);
  return times;
}

template <class Accept>
void PairIndex::keep(PairKey pair, Side& side, Accept& accept) {
  if (!accept(pair, side.count)) return;
  side.next = allocate(side.places);
  pairs_[pair] = {side.count, side.next, side.places};
}

}  // namespace sluice::bpe
