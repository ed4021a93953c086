// Bands of signatures: which pairs of documents are looked at more closely.
//
// A signature of bands * rows values is cut into bands. Two documents are candidates where all rows
// of at least one band agree: with Jaccard similarity J, with probability 1 - (1 - J^rows)^bands
// (Leskovec, Rajaraman, Ullman, Mining of Massive Datasets, section 3.4). That curve rises where
// J is about (1 / bands)^(1 / rows).
//
//   recall({.bands = 14, .rows = 8}, 0.8);       // 0.924: how often such a pair is found
//   choose_banding(0.8, 128);                    // 9 bands of 13 rows
//
// Pure functions of numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sluice::dedup {

inline constexpr uint32_t kMostBands = 1024;
inline constexpr uint32_t kMostRows = 64;
inline constexpr uint32_t kMostHashes = 4096;

struct Banding {
  uint32_t bands = 14;  // 1..1024
  uint32_t rows = 8;    // 1..64; bands * rows <= 4096

  uint32_t hashes() const { return bands * rows; }
  // Throws ConfigError if a number is out of range.
  void check() const;
  friend bool operator==(const Banding&, const Banding&) = default;
};

// Probability that a pair with this Jaccard similarity (0..1) shares at least one band.
double recall(const Banding& banding, double jaccard);

// The bands and rows, bands * rows <= `hashes`, that err least about `threshold` (0..1): with the
// least of
//   w * (integral of recall(J) from 0 to threshold)
//     + (1 - w) * (integral of 1 - recall(J) from threshold to 1),
// w (0..1) being the weight of false positives, for J evenly distributed (as datasketch chooses
// them). Of equal ones, that with the fewest hashes. `hashes` is in 1..4096. Throws ConfigError if
// anything is out of range.
Banding choose_banding(double threshold, uint32_t hashes, double false_positive_weight = 0.5);

// The hash of the rows of one band, of its number and of the documents' group, so that documents
// meet only in the same band and group. All 64 bits are mixed; part of stage files.
uint64_t hash_band(std::span<const std::byte> rows, uint32_t band, uint64_t group);

}  // namespace sluice::dedup
