// Words and n-grams of a text as fastText has them, and their hashes.
//
// A word ends at a space, \t, \n, \v, \f, \r or NUL. Its n-grams are those of its characters with
// "<" before and ">" behind, but for these two alone: of "an" with lengths 2 to 3 they are "<a",
// "<an", "an", "an>", "n>". A character is a byte and the UTF-8 continuation bytes that follow it,
// whatever bytes those are, so nothing is invalid.
//
//   each_ngram("<an>", 2, 3, [](uint32_t hash) { … });
//
// Hashes are FNV-1a of 32 bits (Fowler, Noll, Vo) over bytes that are sign-extended before they are
// mixed in: fastText's models are bound to this spelling of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "unicode/utf8.h"

namespace sluice::fasttext {

inline constexpr std::string_view kEndOfSentence = "</s>";
inline constexpr std::string_view kLabelPrefix = "__label__";

inline constexpr uint32_t kHashBegin = 2166136261;

constexpr uint32_t hash_byte(uint32_t hash, char byte) {
  const auto extended = static_cast<uint32_t>(static_cast<int32_t>(static_cast<int8_t>(byte)));
  return (hash ^ extended) * 16777619;
}

constexpr uint32_t hash_of(std::string_view word) {
  uint32_t hash = kHashBegin;
  for (const char byte : word) hash = hash_byte(hash, byte);
  return hash;
}

// Of an n-gram of words: that of one word more. A single word's is its own hash, as signed number.
constexpr uint64_t hash_word(uint64_t ngram, int32_t word) {
  return ngram * 116049371 + static_cast<uint64_t>(int64_t{word});
}

constexpr bool is_separator(char byte) {
  constexpr uint64_t kSeparators = 1 | uint64_t{0x1F} << '\t' | uint64_t{1} << ' ';
  const auto code = static_cast<uint8_t>(byte);
  return code <= ' ' && (kSeparators >> code & 1) != 0;
}

// Calls take(hash) for each n-gram of `shortest` to `longest` characters of a word in brackets,
// from each character on and from the shortest to the longest. Time: O(size * longest).
template <class Take>
void each_ngram(std::string_view word, uint32_t shortest, uint32_t longest, Take take) {
  const size_t size = word.size();
  for (size_t begin = 0; begin < size; ++begin) {
    if (continues_character(word[begin])) continue;
    uint32_t hash = kHashBegin;
    size_t at = begin;
    for (uint32_t length = 1; length <= longest && at < size; ++length) {
      do {
        hash = hash_byte(hash, word[at++]);
      } while (at < size && continues_character(word[at]));
      const bool is_bracket = length == 1 && (begin == 0 || at == size);
      if (length >= shortest && !is_bracket) take(hash);
    }
  }
}

// hash % buckets, without a division (Lemire, Kaser, Kurz 2019, "Faster remainder by direct
// computation").
class Remainder {
 public:
  Remainder() = default;
  explicit Remainder(uint32_t divisor)  // not 0
      : divisor_(divisor), inverse_(UINT64_MAX / divisor + 1) {}

  uint32_t divisor() const { return divisor_; }
  uint32_t of(uint32_t value) const {
    const uint64_t fraction = inverse_ * value;
    return static_cast<uint32_t>((Wide{fraction} * divisor_) >> 64);
  }

 private:
  __extension__ typedef unsigned __int128 Wide;

  uint32_t divisor_ = 1;
  uint64_t inverse_ = 0;
};

}  // namespace sluice::fasttext
