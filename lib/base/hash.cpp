#include "base/hash.h"

#include <openssl/sha.h>

#include "base/format.h"
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace sluice {

uint64_t hash64(std::string_view bytes, uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

double unit_interval(uint64_t hash) { return static_cast<double>(hash >> 11) * 0x1.0p-53; }

void IdSum::add(std::string_view id) {
  const XXH128_hash_t hash = XXH3_128bits(id.data(), id.size());
  IdSum one;
  one.high_ = hash.high64;
  one.low_ = hash.low64;
  *this += one;
}

IdSum& IdSum::operator+=(const IdSum& other) {
  const bool carry = __builtin_add_overflow(low_, other.low_, &low_);
  high_ += other.high_ + (carry ? 1 : 0);
  return *this;
}

std::string IdSum::hex() const { return hex64(high_) + hex64(low_); }

std::optional<IdSum> IdSum::parse(std::string_view hex) {
  if (hex.size() != 32) return std::nullopt;
  const auto high = parse_hex64(hex.substr(0, 16));
  const auto low = parse_hex64(hex.substr(16));
  if (!high || !low) return std::nullopt;
  IdSum sum;
  sum.high_ = *high;
  sum.low_ = *low;
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
