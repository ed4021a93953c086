// The words seen, with their tokens: bounded, exact, one thread's.
//
//   WordCache<2> cache(8 << 20);                        // words of up to 15 bytes
//   const auto key = WordKey<2>::of(data, size, readable, /*part=*/false);
//   cache.prefetch(key);
//   if (const WordEntry<2>* entry = cache.find(key)) use(entry->count());
//
// Words are their own keys, so that equal keys are equal words. Two words share a bucket; a
// third takes the place of the one that was asked for less lately.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "base/large_pages.h"
#include "bpe/vocabulary.h"

namespace sluice::bpe {

// A word of up to kLongest bytes, in `kWords` numbers of 8 bytes.
template <size_t kWords>
struct WordKey {
  static constexpr size_t kLongest = 8 * kWords - 1;

  // The last byte: the word's size, never 0, and whether it is a part.
  std::array<uint64_t, kWords> words{};

  friend bool operator==(const WordKey& a, const WordKey& b) {
    uint64_t differences = 0;  // without a branch or a call
    for (size_t i = 0; i < kWords; ++i) differences |= a.words[i] ^ b.words[i];
    return differences == 0;
  }

  // `readable`: bytes that may be read from `data` on, `size` or more. `part`: of a longer piece,
  // whose tokens may differ from those of the same word as a piece.
  static WordKey of(const char* data, size_t size, size_t readable, bool part) {
    static_assert(std::endian::native == std::endian::little);
    WordKey key;
    if (readable < sizeof(key.words)) {
      std::memcpy(key.words.data(), data, size);
    } else {
      std::memcpy(key.words.data(), data, sizeof(key.words));
      std::array<uint64_t, kWords> mask;  // of the bytes below `size`
      std::memcpy(mask.data(), kMasks.data() + sizeof(mask) - size, sizeof(mask));
      for (size_t i = 0; i < kWords; ++i) key.words[i] &= mask[i];
    }
    key.words.back() |= uint64_t{size | (part ? 0x80u : 0u)} << 56;
    return key;
  }

  uint64_t hash() const {
    uint64_t mixed = words[0] * 0x9E3779B97F4A7C15u;
    for (size_t i = 1; i < kWords; ++i) {
      mixed = std::rotl(mixed, 29) ^ words[i] * (0xD6E8FEB86659FD93u + 2 * i);
    }
    return (mixed ^ mixed >> 32) * 0xC2B2AE3D27D4EB4Fu;
  }

 private:
  // As many bytes of all ones as a key has, then zeros: read from somewhere between.
  static constexpr auto kMasks = [] {
    std::array<unsigned char, 16 * kWords> masks{};
    std::fill_n(masks.begin(), 8 * kWords, static_cast<unsigned char>(0xFF));
    return masks;
  }();
};

using ShortKey = WordKey<2>;  // nearly all words of most languages
using LongKey = WordKey<6>;   // long ones, where a character has two bytes or three, and runs

template <size_t kWords>
class WordEntry {
 public:
  // How many tokens an entry has room for. Of words with more it knows the number alone.
  static constexpr size_t kMostIds = 5;

  WordEntry() = default;
  WordEntry(const WordKey<kWords>& key, std::span<const TokenId> ids) : key_(key) {
    const auto id = [ids](size_t i) { return i < ids.size() ? uint64_t{ids[i]} : 0; };
    first_ = id(0) | id(1) << kBits | id(2) << 2 * kBits;
    second_ = id(3) | id(4) << kBits | uint64_t{ids.size()} << 2 * kBits;
  }

  const WordKey<kWords>& key() const { return key_; }
  size_t count() const { return static_cast<size_t>(second_ >> 2 * kBits); }
  bool has_ids() const { return count() <= kMostIds; }
  // The `i`th token; i < count(), where has_ids().
  TokenId id(size_t i) const {
    return static_cast<TokenId>((i < 3 ? first_ >> i * kBits : second_ >> (i - 3) * kBits) & kMask);
  }

 private:
  static constexpr int kBits = 21;
  static constexpr uint64_t kMask = (uint64_t{1} << kBits) - 1;
  static_assert(kMostTokens <= size_t{1} << kBits);

  WordKey<kWords> key_;
  uint64_t first_ = 0;
  uint64_t second_ = 0;
};

template <size_t kWords>
class WordCache {
 public:
  using Key = WordKey<kWords>;
  using Entry = WordEntry<kWords>;

  explicit WordCache(size_t bytes)
      : buckets_(std::bit_floor(std::max<size_t>(bytes / sizeof(Bucket), 2))),
        shift_(64 - std::countr_zero(buckets_.size())) {}

  void prefetch(const Key& key) const { __builtin_prefetch(&buckets_[bucket_of(key)]); }

  const Entry* find(const Key& key) {
    Bucket& bucket = buckets_[bucket_of(key)];
    if (bucket.entries[0].key() == key) return &bucket.entries[0];
    if (bucket.entries[1].key() != key) return nullptr;
    std::swap(bucket.entries[0], bucket.entries[1]);
    return &bucket.entries[0];
  }
  void insert(const Key& key, std::span<const TokenId> ids) {
    Bucket& bucket = buckets_[bucket_of(key)];
    if (bucket.entries[0].key() != key) bucket.entries[1] = Entry(key, ids);
  }

 private:
  struct alignas(64) Bucket {
    std::array<Entry, 2> entries;
  };
  size_t bucket_of(const Key& key) const { return static_cast<size_t>(key.hash() >> shift_); }

  ZeroedTable<Bucket> buckets_;  // an entry of zeros has no word's key
  int shift_;
};

}  // namespace sluice::bpe
