#include "bpe/pair_index.h"

namespace sluice::bpe {
namespace {

constexpr size_t kBlockPlaces = size_t{1} << 16;

// Sums by hash, for telling most of the rare pairs before they take room in a table.
constexpr unsigned kSieveBits = 20;
constexpr size_t kSieveFrom = size_t{1} << 16;  // slots: below, a sieve costs more than it saves

size_t sieve_of(PairKey key) {
  return (key ^ (key >> 23)) * 0x9E3779B97F4A7C15 >> (64 - kSieveBits);
}

}  // namespace

void PairIndex::count_pairs(uint64_t at_least) {
  const auto add = [&](PairKey key, uint64_t count) {
    Pair& pair = pairs_[key];
    pair.count += count;
    ++pair.size;
  };
  if (at_least < 2 || text_.slots() < kSieveFrom) {
    text_.for_each_pair([&](Position, TokenId left, TokenId right, uint64_t count) {
      add(pair_key(left, right), count);
    });
    return;
  }
  std::vector<uint64_t> sieve(size_t{1} << kSieveBits);
  text_.for_each_pair([&](Position, TokenId left, TokenId right, uint64_t count) {
    sieve[sieve_of(pair_key(left, right))] += count;
  });
  text_.for_each_pair([&](Position, TokenId left, TokenId right, uint64_t count) {
    const PairKey key = pair_key(left, right);
    if (sieve[sieve_of(key)] >= at_least) add(key, count);
  });
}

PairIndex::Position* PairIndex::allocate(size_t count) {
  if (count > free_count_) {
    free_count_ = std::max(kBlockPlaces, count);
    blocks_.push_back(std::make_unique_for_overwrite<Position[]>(free_count_));
    free_ = blocks_.back().get();
  }
  Position* places = free_;
  free_ += count;
  free_count_ -= count;
  return places;
}

// Adds up the neighbours of the new tokens. Between two new tokens the right one counts.
uint64_t PairIndex::gather(TokenId result, std::span<const Position> made) {
  left_touched_.clear();
  right_touched_.clear();
  const auto touch = [](std::vector<Side>& sides, std::vector<TokenId>& touched, TokenId other,
                        uint64_t count) {
    Side& side = sides[other];
    if (side.places == 0) {
      touched.push_back(other);
      side = {};
    }
    side.count += count;
    ++side.places;
  };
  uint64_t times = 0;
  SymbolText::CountCursor counts(text_);
  for (const Position at : made) {
    const uint64_t count = counts.at(at);
    times += count;
    const TokenId before = text_.before(at).token;
    if (before != kNoToken) touch(left_, left_touched_, before, count);
    const TokenId after = text_.after(at, result);
    if (after != kNoToken && after != result) touch(right_, right_touched_, after, count);
  }
  return times;
}

// Writes the places of the pairs that are kept.
void PairIndex::list(TokenId result, std::span<const Position> made) {
  for (const Position at : made) {
    const SymbolText::Neighbour before = text_.before(at);
    if (before.token != kNoToken) {
      Position*& next = left_[before.token].next;
      if (next != nullptr) *next++ = before.at;
    }
    const TokenId after = text_.after(at, result);
    if (after != kNoToken && after != result) {
      Position*& next = right_[after].next;
      if (next != nullptr) *next++ = at;
    }
  }
  for (const TokenId other : left_touched_) left_[other] = {};
  for (const TokenId other : right_touched_) right_[other] = {};
}

void PairIndex::clear() {
  pairs_.clear();
  blocks_.clear();
  free_ = nullptr;
  free_count_ = 0;
}

}  // namespace sluice::bpe
