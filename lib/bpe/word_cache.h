// The words seen, with their tokens: bounded, exact, one thread's.
//
//   WordCache cache(8 << 20);
//   const WordKey key = WordKey::of(data, size, readable);
//   cache.prefetch(key);
//   if (const WordCache::Entry* entry = cache.find(key)) use(entry->count());
//
// Words of up to 15 bytes are their own keys, so that equal keys are equal words. Two words share a
// cache line; the one that was asked for last stays when a third comes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "bpe/vocabulary.h"

namespace sluice::bpe {

struct WordKey {
  static constexpr size_t kLongest = 15;

  uint64_t low = 0;
  uint64_t high = 0;  // its last byte: the word's size, never 0, and whether it is a part

  friend bool operator==(const WordKey&, const WordKey&) = default;

  // `readable`: bytes that may be read from `data` on, `size` or more. `part`: of a longer piece,
  // whose tokens may differ from those of the same word as a piece.
  static WordKey of(const char* data, size_t size, size_t readable, bool part) {
    std::array<uint64_t, 2> words = {};
    if (readable >= sizeof(words)) {
      std::memcpy(words.data(), data, sizeof(words));
    } else {
      std::memcpy(words.data(), data, size);
    }
    const uint64_t low_mask = size >= 8 ? ~uint64_t{0} : (uint64_t{1} << 8 * size) - 1;
    const uint64_t high_mask = size <= 8 ? 0 : (uint64_t{1} << 8 * (size - 8)) - 1;
    static_assert(std::endian::native == std::endian::little);
    return {words[0] & low_mask,
            (words[1] & high_mask) | uint64_t{size | (part ? 0x80u : 0u)} << 56};
  }

  uint64_t hash() const {
    const uint64_t mixed = low * 0x9E3779B97F4A7C15u ^ std::rotl(high * 0xD6E8FEB86659FD93u, 29);
    return (mixed ^ mixed >> 32) * 0xC2B2AE3D27D4EB4Fu;
  }
};

class WordCache {
 public:
  // How many tokens an entry has room for. Of words with more it knows the number alone.
  static constexpr size_t kMostIds = 5;

  class Entry {
   public:
    Entry() = default;
    Entry(const WordKey& key, std::span<const TokenId> ids) : key_(key) {
      const auto id = [ids](size_t i) { return i < ids.size() ? uint64_t{ids[i]} : 0; };
      first_ = id(0) | id(1) << kBits | id(2) << 2 * kBits;
      second_ = id(3) | id(4) << kBits | uint64_t{ids.size()} << 2 * kBits;
    }

    const WordKey& key() const { return key_; }
    uint32_t count() const { return static_cast<uint32_t>(second_ >> 2 * kBits); }
    // The `i`th token; i < count(), and count() <= kMostIds.
    TokenId id(size_t i) const {
      const uint64_t word = i < 3 ? first_ : second_;
      return static_cast<TokenId>(word >> (i < 3 ? i : i - 3) * kBits & kMask);
    }

   private:
    static constexpr int kBits = 21;
    static constexpr uint64_t kMask = (uint64_t{1} << kBits) - 1;
    static_assert(kMostTokens <= size_t{1} << kBits);

    WordKey key_;
    uint64_t first_ = 0;
    uint64_t second_ = 0;
  };

  explicit WordCache(size_t bytes) {
    const size_t buckets = std::bit_floor(std::max<size_t>(bytes / sizeof(Bucket), 2));
    buckets_.resize(buckets);
    shift_ = 64 - std::countr_zero(buckets);
  }

  void prefetch(const WordKey& key) const { __builtin_prefetch(&buckets_[bucket_of(key)]); }

  const Entry* find(const WordKey& key) {
    Bucket& bucket = buckets_[bucket_of(key)];
    if (bucket.entries[0].key() == key) return &bucket.entries[0];
    if (bucket.entries[1].key() != key) return nullptr;
    std::swap(bucket.entries[0], bucket.entries[1]);
    return &bucket.entries[0];
  }
  void insert(const WordKey& key, std::span<const TokenId> ids) {
    Bucket& bucket = buckets_[bucket_of(key)];
    bucket.entries[1] = bucket.entries[0];
    bucket.entries[0] = Entry(key, ids);
  }

 private:
  struct alignas(64) Bucket {
    std::array<Entry, 2> entries;
  };
  size_t bucket_of(const WordKey& key) const { return static_cast<size_t>(key.hash() >> shift_); }

  std::vector<Bucket> buckets_;
  int shift_ = 0;
};

}  // namespace sluice::bpe
