// What is looked up of a word: its n-grams of one to four letters, with its ends, and itself;
// of a run of Han and kana the n-grams of one to three.
//
//   for_each_feature(words.letters(word), unspaced, [&](uint32_t feature) { … });
//
// A feature is a hash; its upper bits are the row of the model's table. These hashes are part of
// the model: another formula needs another training.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sluice::langid {

namespace detail {
inline uint32_t mix(uint32_t hash, char32_t letter) {
  hash = (hash ^ letter) * 0x9E3779B1u;
  return hash ^ hash >> 15;
}
inline uint32_t finish(uint32_t hash, uint32_t kind) { return (hash + kind) * 0x85EBCA77u; }
}  // namespace detail

inline constexpr size_t kLongestGram = 4;
inline constexpr size_t kLongestUnspacedGram = 3;

// How many features a word of so many letters has at most.
inline size_t most_features(size_t letters) { return (letters + 1) * kLongestGram; }

// `unspaced`: the script is written without spaces, and a run of letters is no word.
template <class Use>
void for_each_feature(std::span<const char32_t> letters, bool unspaced, Use&& use) {
  constexpr uint32_t kGram = 0x12345;
  const size_t size = letters.size();
  if (unspaced) {
    for (size_t i = 0; i < size; ++i) {
      uint32_t hash = kGram;
      for (size_t n = 0; n < kLongestUnspacedGram && i + n < size; ++n) {
        hash = detail::mix(hash, letters[i + n]);
        use(detail::finish(hash, static_cast<uint32_t>(n)));
      }
    }
    return;
  }
  constexpr char32_t kEnd = U'_';
  uint32_t whole = 0;
  uint32_t opened = detail::mix(kGram, kEnd);
  for (size_t n = 1; n < kLongestGram && n <= size; ++n) {
    opened = detail::mix(opened, letters[n - 1]);
    use(detail::finish(opened, static_cast<uint32_t>(n)));
  }
  for (size_t i = 0; i < size; ++i) {
    uint32_t hash = kGram;
    size_t n = 0;
    for (; n < kLongestGram && i + n < size; ++n) {
      hash = detail::mix(hash, letters[i + n]);
      use(detail::finish(hash, static_cast<uint32_t>(n)));
    }
    if (n < kLongestGram) {
      use(detail::finish(detail::mix(hash, kEnd), static_cast<uint32_t>(n)));
    }
    whole = detail::mix(whole, letters[i]);
  }
  use(detail::finish(whole, kLongestGram));
}

}  // namespace sluice::langid
