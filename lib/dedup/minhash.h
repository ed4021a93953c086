// MinHash signatures of documents.
//
// A signature summarises the set of a document's shingles (hashed word n-grams, shingles.h) by the
// minima of `bands * rows` hash functions. For two documents with Jaccard similarity J, each value
// agrees with probability J, so a band of r rows agrees with probability J^r (Broder 1997); how
// often one of b bands does, banding.h tells.
//
//   const Minhash minhash({.banding = {.bands = 14, .rows = 8}, .seed = 1});
//   minhash.sign(shingles, signature);                // 112 values; none if there are no shingles
//   minhash.band_hash(signature, band, group);        // what a band's records are matched by
//   append_sketch(signature, sketches);               // 112 bytes, to estimate J from later
//
// The hash functions are a * x + b modulo 2^32, a odd, of the lower half of a shingle: their bias
// is under 0.005 of J, as that of 61-bit ones. Of 10^7 different shingles, one half in 400 is that
// of another.
//
// Thread-safe: a Minhash is immutable. The same shingles give the same signature on every machine;
// vector and scalar kernels agree bit for bit (minhash_test.cpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dedup/banding.h"

namespace sluice::dedup {

class Minhash {
 public:
  struct Options {
    Banding banding = {};
    uint64_t seed = 1;
  };

  // Throws ConfigError if an option is out of range (banding.h).
  explicit Minhash(const Options& options);

  // Replaces `signature` by bands * rows minima, row by row and band by band.
  // `shingles`: mixed 64-bit hashes, in any order, duplicates allowed (they do not matter).
  // Time: O(shingles * bands * rows).
  void sign(std::span<const uint64_t> shingles, std::vector<uint32_t>& signature) const;

  // The hash of a band's rows, of the band's number and of `group`, so that documents meet only in
  // the same band and group. All 64 bits are mixed. `signature` is not empty; `band` < bands.
  uint64_t band_hash(std::span<const uint32_t> signature, uint32_t band, uint64_t group = 0) const;

  uint32_t hashes() const { return options_.banding.hashes(); }
  const Options& options() const { return options_; }

 private:
  Options options_;
  // As many as whole vectors take; those behind hashes() are computed and dropped.
  std::vector<uint32_t> multipliers_;
  std::vector<uint32_t> addends_;
};

// Appends one byte a value of the signature, from which J is estimated (verdict.h). Two bytes agree
// where the values do, and else with probability 1/256: J + (1 - J) / 256 in all (Li and König
// 2010, b-bit minwise hashing).
void append_sketch(std::span<const uint32_t> signature, std::vector<uint8_t>& sketch);

}  // namespace sluice::dedup
