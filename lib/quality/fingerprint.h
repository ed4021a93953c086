// What strings are looked up by: 64 bits that are the same for equal bytes, made in a few
// instructions for up to 16 bytes. For tables in memory alone: no file holds these values.
//
//   const ShortBytes bytes = ShortBytes::load(text, word.begin, word.size);  // size <= 16
//   fingerprint(bytes, word.size)
//   fingerprint(text, line.begin, line.size)                                 // of any size
//
// Equal fingerprints are a hint; whoever looks up compares the bytes (first_of.h). They depend on
// keys that are drawn when the program starts, so that nobody can write a text whose words all fall
// together in a table (Crosby and Wallach, USENIX Security 2003). No result depends on them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace sluice::quality {

// The halves of a 128-bit product, one upon the other: every bit of both depends on all of them.
inline uint64_t mix(uint64_t a, uint64_t b) {
  __extension__ using uint128 = unsigned __int128;
  const uint128 product = uint128{a} * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

class HashKeys {
 public:
  constexpr HashKeys(uint64_t low, uint64_t high) : low_(low), high_(high) {}

  static const HashKeys& current() { return current_; }
  // For tests. What was hashed before is of no use behind it.
  static void set_current(const HashKeys& keys) { current_ = keys; }

  uint64_t low() const { return low_; }
  uint64_t high() const { return high_; }

 private:
  static HashKeys draw();

  static HashKeys current_;

  uint64_t low_;
  uint64_t high_;
};

// Up to 16 bytes as two numbers; behind the end there are zeros.
struct ShortBytes {
  static constexpr size_t kLongest = 16;

  uint64_t low = 0;
  uint64_t high = 0;

  // Sixteen, all of which may be read.
  static ShortBytes whole(const char* from) {
    static_assert(std::endian::native == std::endian::little);
    ShortBytes bytes;
    std::memcpy(&bytes.low, from, sizeof bytes.low);
    std::memcpy(&bytes.high, from + sizeof bytes.low, sizeof bytes.high);
    return bytes;
  }

  static ShortBytes load(std::string_view text, size_t begin, size_t size) {
    if (begin + kLongest > text.size()) {
      if (size == 0) return {};  // of an empty text, which may have no bytes to point at
      std::array<char, kLongest> bytes{};
      std::memcpy(bytes.data(), text.data() + begin, size);
      return whole(bytes.data());
    }
    return load(text.data() + begin, size);
  }

  // The first `size` of sixteen that may be read.
  static ShortBytes load(const char* from, size_t size) {
    const ShortBytes bytes = whole(from);
    const ShortBytes mask = whole(kMasks.data() + kLongest - size);
    return {bytes.low & mask.low, bytes.high & mask.high};
  }

  // Bytes of all ones, then zeros: `size` ones are read from somewhere between.
  static constexpr std::array<char, 2 * kLongest> kMasks = [] {
    std::array<char, 2 * kLongest> masks{};
    std::fill_n(masks.begin(), kLongest, static_cast<char>(0xFF));
    return masks;
  }();

  friend bool operator==(const ShortBytes&, const ShortBytes&) = default;
};

inline uint64_t fingerprint(const ShortBytes& bytes, size_t size) {
  const HashKeys& keys = HashKeys::current();
  return mix(bytes.low ^ keys.low(), bytes.high ^ keys.high() ^ size << 56);
}

// Of 16 bytes or more; the last block overlaps the one before it. Blocks do not wait for others.
inline uint64_t fingerprint_of_long(const char* from, size_t size) {
  const HashKeys keys = HashKeys::current();
  uint64_t hash = 0;
  uint64_t salt = keys.low() ^ size;
  const auto add = [&](const ShortBytes& block) {
    hash += mix(block.low ^ salt, block.high ^ keys.high());
    salt += 0x9E3779B97F4A7C15;
  };
  for (size_t at = 0; at + ShortBytes::kLongest < size; at += ShortBytes::kLongest) {
    add(ShortBytes::whole(from + at));
  }
  add(ShortBytes::whole(from + size - ShortBytes::kLongest));
  return hash;
}

// Of any size; the same as the first for short ones.
inline uint64_t fingerprint(std::string_view text, size_t begin, size_t size) {
  if (size > ShortBytes::kLongest) return fingerprint_of_long(text.data() + begin, size);
  return fingerprint(ShortBytes::load(text, begin, size), size);
}

}  // namespace sluice::quality
