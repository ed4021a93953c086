// Places within a word that no merge reaches across, because no token holds the two characters next
// to each other. The word's tokens are those of its parts: most of the characters of Chinese,
// Japanese or Thai stand at one, and the parts between are short and come again and again where
// whole sentences do not.
//
//   const Seams seams(tokens);
//   seams.next(word, 0);           // where the word's first part ends
//
// A filter that errs on one side: where it sees no seam there may be one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::bpe {

class Seams {
 public:
  explicit Seams(std::span<const std::string> tokens);

  // The first seam behind `at` (< word.size(), where a character begins), or word.size(). `word`
  // must be valid UTF-8.
  size_t next(std::string_view word, size_t at) const {
    const auto byte = [word](size_t i) { return static_cast<unsigned char>(word[i]); };
    uint32_t left = 0;
    for (size_t i = at;;) {
      // Packed, not decoded: any number will do that is a character's own.
      uint32_t right = byte(i);
      const size_t begin = i++;
      for (; i < word.size() && (byte(i) & 0xC0) == 0x80; ++i) right = right << 8 | byte(i);
      if (begin != at && !joined(left, right, byte(begin - 1), byte(begin))) return begin;
      if (i >= word.size()) return word.size();
      left = right;
    }
  }

 private:
  static constexpr int kPairBits = 19;

  static size_t pair_bit(uint32_t left, uint32_t right) {
    const uint64_t mixed = (uint64_t{left} << 32 | right) * 0x9E3779B97F4A7C15u;
    return static_cast<size_t>((mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9u >> (64 - kPairBits));
  }
  static bool has(const std::vector<uint64_t>& bits, size_t bit) {
    return (bits[bit / 64] >> bit % 64 & 1) != 0;
  }
  bool joined(uint32_t left, uint32_t right, unsigned char last, unsigned char first) const {
    return has(pairs_, pair_bit(left, right)) || has(halves_, size_t{last} << 8 | first);
  }
  void add(std::string_view token);

  std::vector<uint64_t> pairs_;   // hashed pairs of whole characters that stand in tokens
  std::vector<uint64_t> halves_;  // pairs of bytes where a token ends within a character
};

}  // namespace sluice::bpe
