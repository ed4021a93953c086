// Counting documents: how many, how large, how many tokens, and which.
//
//   Tally tally;
//   tally.add({.id = "…", .bytes = 1200, .tokens = 310});
//
// Tallies and histograms add up, in any order and any grouping, to the same value.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/hash.h"

namespace sluice::stats {

// One document as the ledger sees it.
struct Measure {
  std::string_view id;
  uint64_t bytes = 0;   // of its text in UTF-8 (for extract's input: of the payload)
  uint64_t tokens = 0;  // 0 where tokens are not counted (Ledger::tokens says so)
};

struct Tally {
  uint64_t documents = 0;
  uint64_t bytes = 0;
  uint64_t tokens = 0;
  IdSum ids;  // the multiset of ids: what makes "in = out + rejects" a statement about documents, not numbers

  void add(const Measure& measure);
  Tally& operator+=(const Tally& other);
  friend bool operator==(const Tally&, const Tally&) = default;
};

// Documents and tokens by tokens a document, in buckets whose edges are a fourth of an octave apart:
// bucket 0 holds 0 tokens, bucket i > 0 holds [edge(i), edge(i + 1)), edge(i) = the whole numbers nearest above 2^((i - 1) / 4)
// (equal edges make empty buckets). The report needs the distribution for sum(len^2) / sum(len).
struct Lengths {
  static constexpr size_t kBuckets = 162;  // up to 2^40 tokens; the last bucket holds all beyond
  std::array<uint64_t, kBuckets> documents{};
  std::array<uint64_t, kBuckets> tokens{};

  static size_t bucket_of(uint64_t tokens);
  static uint64_t lower_edge(size_t bucket);

  void add(uint64_t tokens);
  Lengths& operator+=(const Lengths& other);
  friend bool operator==(const Lengths&, const Lengths&) = default;
};

}  // namespace sluice::stats
