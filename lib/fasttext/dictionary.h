// From words and from hashed n-grams to rows of the input matrix.
//
//   const WordIndex words(file);
//   words.find(file, "the", hash_of("the"));    // its entry, or kNone
//   const BucketRows buckets(file);
//   buckets.row(buckets.bucket(hash));          // its row, or kNone: pruned away
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/large_pages.h"
#include "fasttext/format.h"
#include "fasttext/ngrams.h"

namespace sluice::fasttext {

inline constexpr uint32_t kNone = UINT32_MAX;

// Words and labels by their text. Of two that are the same the last one is found. Memory: 8 bytes
// a slot, one and a half to three slots an entry.
class WordIndex {
 public:
  // Slots that a word may lie behind its own. Words of people's languages never come near: with two
  // slots of three taken, some are this far behind once in 1e8 models of ten million words. But
  // words can be made that all begin at one slot, with which a small file would take hours.
  static constexpr size_t kMostProbes = 512;

  // `name`: of the file, for complaints. Throws ConfigError where kMostProbes are not enough.
  WordIndex(const ModelFile& file, std::string_view name);

  // The entry of a word, whose hash is hash_of(word). `file` is that of the constructor.
  uint32_t find(const ModelFile& file, std::string_view word, uint32_t hash) const {
    for (size_t at = first(hash);; at = (at + 1) & mask_) {
      const Slot& slot = slots_[at];
      if (slot.entry == kNone) return kNone;
      if (slot.hash == hash && file.text(slot.entry) == word) return slot.entry;
    }
  }

 private:
  struct Slot {
    uint32_t hash = 0;
    uint32_t entry = kNone;
  };
  // The low bits of FNV are mixed well by the last byte alone; a product brings in the others.
  size_t first(uint32_t hash) const { return (hash * 0x9E3779B97F4A7C15u >> 32) & mask_; }

  std::vector<Slot, LargePageAllocator<Slot>> slots_;
  size_t mask_ = 0;
};

// Rows of hashed n-grams. Where a model was pruned only some buckets have one: those stand in a
// bitmap, with the number of those before each word of it, so that the many n-grams that have none
// cost one look into memory that the cache holds.
class BucketRows {
 public:
  explicit BucketRows(const ModelFile& file);

  bool is_pruned() const { return is_pruned_; }
  // Where no bucket has a row: no n-gram needs to be looked at.
  bool is_empty() const { return is_pruned_ && rows_.empty(); }

  uint32_t bucket(uint32_t hash) const { return buckets_.of(hash); }
  uint32_t bucket(uint64_t hash) const { return static_cast<uint32_t>(hash % buckets_.divisor()); }

  // Of a bucket, where is_pruned() is false …
  uint32_t whole_row(uint32_t bucket) const { return words_ + bucket; }
  // … and true: whether it has one at all, and if so which.
  bool has_row(uint32_t bucket) const {
    if (bitmap_.empty()) return search(bucket) != kNone;
    return (bitmap_[bucket / 64] >> bucket % 64 & 1) != 0;
  }
  uint32_t pruned_row(uint32_t bucket) const {
    if (bitmap_.empty()) return search(bucket);
    const uint64_t below = bitmap_[bucket / 64] & ((uint64_t{1} << bucket % 64) - 1);
    return rows_[ranks_[bucket / 64] + static_cast<uint32_t>(std::popcount(below))];
  }
  uint32_t row(uint32_t bucket) const {
    if (!is_pruned_) return whole_row(bucket);
    return has_row(bucket) ? pruned_row(bucket) : kNone;
  }

 private:
  uint32_t search(uint32_t bucket) const;

  Remainder buckets_;
  uint32_t words_ = 0;
  bool is_pruned_ = false;
  std::vector<uint64_t> bitmap_;  // empty if there are too many buckets for it
  std::vector<uint32_t> ranks_;
  std::vector<uint32_t> keys_;  // sorted buckets, where there is no bitmap
  std::vector<uint32_t> rows_;  // in the order of their buckets
};

}  // namespace sluice::fasttext
