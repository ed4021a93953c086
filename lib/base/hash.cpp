#include "base/hash.h"

#include <openssl/sha.h>

#include <array>

#include "base/format.h"
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace sluice {

uint64_t hash64(std::string_view bytes, uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

double unit_interval(uint64_t hash) { return static_cast<double>(hash >> 11) * 0x1.0p-53; }

Hash128 hash128(std::string_view bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {.high = hash.high64, .low = hash.low64};
}

void IdSum::add(const Hash128& hash) {
  const bool carry = __builtin_add_overflow(sum_.low, hash.low, &sum_.low);
  sum_.high += hash.high + (carry ? 1 : 0);
}

IdSum& IdSum::operator+=(const IdSum& other) {
  add(other.sum_);
  return *this;
}

std::string IdSum::hex() const { return hex64(sum_.high) + hex64(sum_.low); }

std::optional<IdSum> IdSum::parse(std::string_view hex) {
  if (hex.size() != 32) return std::nullopt;
  const auto high = parse_hex64(hex.substr(0, 16));
  const auto low = parse_hex64(hex.substr(16));
  if (!high || !low) return std::nullopt;
  IdSum sum;
  sum.sum_ = {.high = *high, .low = *low};
  return sum;
}

std::string sha256_hex(std::string_view bytes) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest;
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest.data());
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : digest) {
    text.push_back(kDigits[byte >> 4]);
    text.push_back(kDigits[byte & 15]);
  }
  return text;
}

}  // namespace sluice
