// Hashes with values that are part of file formats: XXH3 (64 and 128 bits), the same on every
// machine.
//
//   hash64("text", seed)              seeded choices: sampling, partitions
//   IdSum sum; sum.add("urn:uuid:…")  a multiset of ids as one number, whatever the order
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sluice {

uint64_t hash64(std::string_view bytes, uint64_t seed = 0);

struct Hash128 {
  uint64_t high = 0;
  uint64_t low = 0;
  friend auto operator<=>(const Hash128&, const Hash128&) = default;
};
Hash128 hash128(std::string_view bytes);

// A value in [0, 1) with 53 bits, from the upper bits of a hash: `unit_interval(hash64(id, seed)) <
// share` chooses the same documents on every machine and in every order.
double unit_interval(uint64_t hash);

// The fingerprint of a multiset of byte strings: the sum of their 128-bit hashes, modulo 2^128.
//
// Addition commutes, so shards, threads and tools can add up in any order; a multiset that is split
// in two adds up to the whole. Two different multisets collide by accident with probability 2^-128
// a pair; it is no defence against somebody who wants a collision.
class IdSum {
 public:
  void add(std::string_view id) { add(hash128(id)); }
  void add(const Hash128& hash);
  IdSum& operator+=(const IdSum& other);
  friend IdSum operator+(IdSum left, const IdSum& right) { return left += right; }
  friend bool operator==(const IdSum&, const IdSum&) = default;

  // 32 lower-case hexadecimal digits, most significant first.
  std::string hex() const;
  static std::optional<IdSum> parse(std::string_view hex);

 private:
  Hash128 sum_;
};

// SHA-256 of what is appended, as 64 hexadecimal digits: digests that people compare
// (configurations, models, tokenizers).
std::string sha256_hex(std::string_view bytes);

}  // namespace sluice
