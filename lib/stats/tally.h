// Counting documents: how many, how large, how many tokens, and which.
//
//   Tally tally;
//   tally.add({.id = "…", .bytes = 1200, .tokens = 310});
//
// Tallies and histograms add up, in any order and any grouping, to the same value. A sum that does
// not fit 64 bits is a CheckError, never a wrap; what was added up is then worthless.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/hash.h"

namespace sluice::stats {

// One document as the ledger sees it.
struct Measure {
  std::string_view id = {};
  uint64_t bytes = 0;   // of its text in UTF-8 (for extract's input: of the payload)
  uint64_t tokens = 0;  // 0 where tokens are not counted (Ledger::tokens says so)
};

struct Counts {
  uint64_t documents = 0;
  uint64_t bytes = 0;
  uint64_t tokens = 0;

  void add(const Measure& measure);
  Counts& operator+=(const Counts& other);
  friend bool operator==(const Counts&, const Counts&) = default;
};

// Counts, and the multiset of ids: it makes "in = out + rejects" a statement about documents, not
// about numbers. Adding costs one XXH3 of the id.
struct Tally : Counts {
  IdSum ids;

  void add(const Measure& measure);
  Tally& operator+=(const Tally& other);
  friend bool operator==(const Tally&, const Tally&) = default;
};

// Documents and tokens by tokens a document, in buckets a fourth of an octave wide: bucket 0 holds
// 0 tokens, bucket i > 0 the whole numbers t with 2^((i - 1) / 4) <= t < 2^(i / 4), so i = 1 +
// floor(4 log2(t)). Some buckets of small numbers hold none (no whole number lies between 2^(1/4)
// and 2^(2/4)). The last one, from 2^40, is open above. The report needs the distribution for
// sum(len^2) / sum(len).
struct Lengths {
  static constexpr size_t kBuckets = 162;
  std::array<uint64_t, kBuckets> documents{};
  std::array<uint64_t, kBuckets> tokens{};

  static size_t bucket_of(uint64_t tokens);
  // The smallest whole number at or above the bucket's lower end: 0, 1, 2, 2, 2, 2, 3, 3, 4, 4, 5,
  // … bucket_of(t) is the last bucket whose lower edge is at most t. `bucket` < kBuckets.
  static uint64_t lower_edge(size_t bucket);

  void add(uint64_t tokens_of_document);
  Lengths& operator+=(const Lengths& other);
  friend bool operator==(const Lengths&, const Lengths&) = default;
};

}  // namespace sluice::stats
