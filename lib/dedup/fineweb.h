// FineWeb's recipe, number by number: the shingles and signatures of datatrove a649de79 with its
// settings for FineWeb (Penedo et al. 2024), so that a run removes the documents that it removed.
//
//   const FinewebSketcher sketcher({.hash = ShingleHash::sha1});
//   FinewebSketcher::Scratch scratch;
//   sketcher.shingle(text, scratch, shingles);          // none for fewer than 5 words
//   sketcher.sign(shingles, signature);                 // 112 values of 61 bits
//   sketcher.band_hash(signature, band, group);
//
// The text in lower case; numbers to 0; 129 code points of punctuation to spaces; marks dropped;
// words between white space; each run of 5, joined by a space, hashed by SHA-1's first eight bytes
// (little-endian) or XXH64; minima of (h * a + b mod 2^64) mod 2^61 - 1. The a and b are those that
// numpy's RandomState draws from the seed. What differs is the choice of words: datatrove asks a
// tokenizer of the language for them.
//
// Thread-safe: a FinewebSketcher is immutable. Vector and scalar kernels agree bit for bit.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/buffer.h"
#include "dedup/banding.h"
#include "unicode/text_normalizer.h"

namespace sluice::dedup {

TextNormalizer::Options fineweb_normalization();

enum class ShingleHash : uint8_t { sha1, xxh64 };

class FinewebSketcher {
 public:
  struct Options {
    ShingleHash hash = ShingleHash::sha1;
    uint32_t ngram = 5;  // words; 1..64
    Banding banding = {};
    uint32_t seed = 1;
  };
  struct Scratch {
    Buffer normalized;
    std::vector<size_t> words;  // where each begins
  };

  // Throws ConfigError if an option is out of range.
  explicit FinewebSketcher(const Options& options);

  // Replaces `shingles`: one a run of words, repeated ones repeated.
  void shingle(std::string_view text, Scratch& scratch, std::vector<uint64_t>& shingles) const;

  // Replaces `signature` by bands * rows minima; by nothing if there are no shingles.
  void sign(std::span<const uint64_t> shingles, std::vector<uint64_t>& signature) const;

  // As Minhash::band_hash(): equal where the rows are, but for accidents of 2^-64.
  uint64_t band_hash(std::span<const uint64_t> signature, uint32_t band, uint64_t group = 0) const;

  uint32_t hashes() const { return options_.banding.hashes(); }
  const Options& options() const { return options_; }

  // The a and b of each hash function.
  std::span<const uint64_t> multipliers() const { return {multipliers_.data(), hashes()}; }
  std::span<const uint64_t> addends() const { return {addends_.data(), hashes()}; }

 private:
  Options options_;
  TextNormalizer normalizer_;
  // As many as whole vectors take; those behind hashes() are computed and dropped.
  std::vector<uint64_t> multipliers_;
  std::vector<uint64_t> addends_;
};

}  // namespace sluice::dedup
