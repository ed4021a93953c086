// The sums of table rows of words that were met before: half of the words of a page come again.
//
//   WordCache cache;                                  // one a thread, about 0.2 MB; of one model
//   WordCache::Entry& entry = cache.place(word_hash(letters));
//   if (!WordCache::holds(entry, letters)) …          // add up, and keep in `entry`
//
// Only a matter of speed: a word's sum is the same whether it was found or added up.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "langid/scoring.h"

namespace sluice::langid {

class WordCache {
 public:
  // Longer words are not kept.
  static constexpr size_t kLongest = 16;

  struct Entry {
    std::array<char32_t, kLongest> letters{};
    uint32_t length = 0;    // 0: of no word
    uint32_t features = 0;  // how many rows were added up
    NarrowSum sum{};
  };

  // The place of the words with this hash (repetition.h); it may hold another of them.
  Entry& place(uint32_t hash) {
    if (entries_.empty()) entries_.resize(size_t{1} << kBits);
    return entries_[hash >> (32 - kBits)];
  }

  static bool holds(const Entry& entry, std::span<const char32_t> letters) {
    return entry.length == letters.size() &&
           std::equal(letters.begin(), letters.end(), entry.letters.begin());
  }

 private:
  static constexpr int kBits = 10;
  std::vector<Entry> entries_;
};

}  // namespace sluice::langid
