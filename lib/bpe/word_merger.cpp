#include "bpe/word_merger.h"

#include <algorithm>
#include <array>
#include <functional>

namespace sluice::bpe {
namespace {

constexpr uint32_t kNone = ~uint32_t{0};

// Keys of pairs, looked through this many at a time.
constexpr size_t kGroup = 8;

// A pair's rank above its place, so that the smallest key is the pair to merge.
constexpr int kPlaceBits = 8;
static_assert(WordMerger::kShort == size_t{1} << kPlaceBits);
static_assert(MergeTable::kRankBits + kPlaceBits <= 32);
uint32_t key_of(uint32_t rank, size_t place) {
  return rank == MergeTable::kNoRank ? kNone : rank << kPlaceBits | static_cast<uint32_t>(place);
}

uint32_t smallest(const uint32_t* keys, size_t size) {
  std::array<uint32_t, kGroup> least;
  std::copy_n(keys, kGroup, least.begin());
  for (size_t at = kGroup; at < size; at += kGroup) {
    for (size_t i = 0; i < kGroup; ++i) least[i] = std::min(least[i], keys[at + i]);
  }
  for (size_t half = kGroup / 2; half > 0; half /= 2) {
    for (size_t i = 0; i < half; ++i) least[i] = std::min(least[i], least[i + half]);
  }
  return least[0];
}

// A place and the rank of the pair there; the smallest comes first.
uint64_t heap_entry(uint32_t rank, size_t place) { return uint64_t{rank} << 32 | place; }

}  // namespace

void WordMerger::merge_short(MergeRoom& room) const {
  TokenId* const symbols = room.symbols.data();
  const size_t size = room.symbols.size();
  const size_t padded = (size + kGroup - 1) / kGroup * kGroup;
  alignas(32) std::array<uint32_t, kShort> keys;
  std::array<uint16_t, kShort + 1> next;
  std::array<uint16_t, kShort + 1> previous;
  previous[0] = 0;
  for (size_t i = 0; i < size; ++i) {
    keys[i] = key_of(room.ranks[i], i);
    next[i] = static_cast<uint16_t>(i + 1);
    previous[i + 1] = static_cast<uint16_t>(i);
  }
  std::fill(keys.begin() + size, keys.begin() + padded, kNone);
  uint64_t steps = size;
  for (;;) {
    const uint32_t key = smallest(keys.data(), padded);
    steps += padded / kGroup;
    if (key == kNone) break;
    const size_t left = key & (kShort - 1);
    const size_t right = next[left];
    const size_t behind = next[right];
    room.last = {symbols[left], symbols[right]};
    symbols[left] = merges_->result(key >> kPlaceBits);
    next[left] = static_cast<uint16_t>(behind);
    previous[behind] = static_cast<uint16_t>(left);
    keys[right] = kNone;
    const size_t before = previous[left];
    if (left > 0) merges_->prefetch(symbols[before], symbols[left]);
    keys[left] =
        behind < size ? key_of(merges_->rank(symbols[left], symbols[behind]), left) : kNone;
    if (left > 0) keys[before] = key_of(merges_->rank(symbols[before], symbols[left]), before);
    steps += 2;
  }
  size_t tokens = 0;
  for (size_t i = 0; i < size; i = next[i]) symbols[tokens++] = symbols[i];
  room.symbols.resize(tokens);
  room.steps += steps;
}

void WordMerger::merge_long(MergeRoom& room) const {
  std::vector<TokenId>& symbols = room.symbols;
  const size_t size = symbols.size();
  room.next.resize(size);
  room.previous.resize(size);
  room.heap.clear();
  for (size_t i = 0; i < size; ++i) {
    const uint32_t rank = room.ranks[i];
    room.next[i] = static_cast<uint32_t>(i + 1);
    room.previous[i] = static_cast<uint32_t>(i - 1);  // none before the first: kNone
    if (rank != MergeTable::kNoRank) room.heap.push_back(heap_entry(rank, i));
  }
  std::ranges::make_heap(room.heap, std::greater<>());
  room.steps += size;

  // Entries whose pair has changed since stay in the heap, and are passed over when they come up.
  const auto update = [&](size_t place) {
    const size_t right = room.next[place];
    const uint32_t rank =
        right < size ? merges_->rank(symbols[place], symbols[right]) : MergeTable::kNoRank;
    room.ranks[place] = rank;
    if (rank != MergeTable::kNoRank) {
      room.heap.push_back(heap_entry(rank, place));
      std::ranges::push_heap(room.heap, std::greater<>());
    }
  };
  while (!room.heap.empty()) {
    const uint64_t top = room.heap.front();
    std::ranges::pop_heap(room.heap, std::greater<>());
    room.heap.pop_back();
    ++room.steps;
    const auto rank = static_cast<uint32_t>(top >> 32);
    const size_t left = top & kNone;
    if (room.ranks[left] != rank) continue;
    const size_t right = room.next[left];
    const size_t behind = room.next[right];
    room.last = {symbols[left], symbols[right]};
    symbols[left] = merges_->result(rank);
    room.ranks[right] = MergeTable::kNoRank;
    room.next[left] = static_cast<uint32_t>(behind);
    if (behind < size) room.previous[behind] = static_cast<uint32_t>(left);
    update(left);
    if (room.previous[left] != kNone) update(room.previous[left]);
    room.steps += 2;
  }
  size_t tokens = 0;
  for (size_t i = 0; i < size; i = room.next[i]) symbols[tokens++] = symbols[i];
  symbols.resize(tokens);
}

}  // namespace sluice::bpe
