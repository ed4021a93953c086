// Hashes of the words of a text, one after the other: what shingles and n-grams are made of.
//
//   normalizer.normalize_words(text, normalized);                // spaces between words
//   for_each_word_hash(normalized, /*by_script=*/true, [&](uint64_t word) { … });
//
// A word is what stands between spaces; with `by_script` each code point of an unspaced script
// (unicode/unspaced.h) is one, too. Hashes are part of file formats: the same on every machine, 64
// bits, of which those of short words are not mixed well. Different words of up to 16 bytes have
// different ones but with probability 2^-64.
//
// A template in a header, since what is done with a word is as little as hashing it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/buffer.h"
#include "base/hash.h"
#include "unicode/unspaced.h"
#include "unicode/utf8.h"
#include "unicode/word_edges.h"

namespace sluice {

namespace word_hashes_internal {

inline constexpr uint64_t kLength = 0xB7E151628AED2A6B;  // odd: the bits of e behind its point
inline constexpr uint64_t kFirst = 0x9E3779B97F4A7C15;   // of the golden ratio
inline constexpr uint64_t kSecond = 0x243F6A8885A308D3;  // of pi
inline constexpr size_t kShortWord = 16;                 // bytes that two loads take
inline constexpr size_t kChunk = 8192;  // bytes of text whose words are found at a time

inline uint64_t load(const char* from) {
  uint64_t bytes;
  std::memcpy(&bytes, from, sizeof bytes);
  return bytes;
}

// The bits of the first `bytes` (<= 8) of eight.
constexpr uint64_t first_bytes(size_t bytes) {
  return bytes == 0 ? 0 : ~uint64_t{0} >> (64 - 8 * bytes);
}

// By the size of a word: which bits of each half of sixteen bytes are its own.
struct Halves {
  uint64_t first = 0;
  uint64_t second = 0;
};
inline constexpr std::array<Halves, kShortWord + 1> kHalves = [] {
  std::array<Halves, kShortWord + 1> halves;
  for (size_t size = 0; size <= kShortWord; ++size) {
    const size_t first = size < 8 ? size : 8;
    halves[size] = {first_bytes(first), first_bytes(size - first)};
  }
  return halves;
}();

// The two halves of a product, so that every bit of either factor reaches every bit.
inline uint64_t multiply(uint64_t one, uint64_t other) {
  __extension__ typedef unsigned __int128 Wide;
  const Wide product = static_cast<Wide>(one) * other;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

// Without branches on the length, which differs from word to word. kShortWord bytes from the
// beginning on can be read.
inline uint64_t hash_word(std::string_view word) {
  if (word.size() > kShortWord) return hash64(word);
  const Halves halves = kHalves[word.size()];
  const uint64_t first = load(word.data()) & halves.first;
  const uint64_t second = load(word.data() + 8) & halves.second;
  return multiply(first ^ kFirst, second ^ kSecond) + word.size() * kLength;
}

// Whether any byte is 0xE0 or more: begins with three ones. Eight are looked at together; as many
// behind the word can be read.
inline bool has_high_byte(std::string_view word) {
  uint64_t high = 0;
  for (size_t at = 0; at < word.size(); at += 8) {
    const uint64_t bytes =
        load(word.data() + at) & first_bytes(std::min<size_t>(word.size() - at, 8));
    high |= bytes & bytes << 1 & bytes << 2;
  }
  return (high & 0x8080808080808080) != 0;
}

// The code points of unspaced scripts one by one, and what stands between them as words.
template <class Use>
void split_by_script(std::string_view word, Use& use) {
  size_t begin = 0;
  const auto use_up_to = [&](size_t end) {
    if (end != begin) use(hash_word(word.substr(begin, end - begin)));
  };
  for (size_t at = 0; at < word.size();) {
    const CodePoint next = decode_utf8(word, at);
    const size_t end = at + std::max(next.size, 1u);
    if (next.size != 0 && next.value >= kFirstUnspaced && is_unspaced(next.value)) {
      use_up_to(at);
      use(hash_word(word.substr(at, end - at)));
      begin = end;
    }
    at = end;
  }
  use_up_to(word.size());
}

}  // namespace word_hashes_internal

// Calls use(hash) for each word of a text as TextNormalizer leaves it: with one or more spaces
// between words, and no other white space.
template <class Use>
void for_each_word_hash(const Buffer& normalized, bool by_script, Use&& use) {
  namespace internal = word_hashes_internal;
  static_assert(Buffer::kPadding >= internal::kShortWord);
  const std::string_view text = normalized.view();
  const auto add_word = [&](size_t begin, size_t end, bool high) {
    const std::string_view word = text.substr(begin, end - begin);
    if (high && internal::has_high_byte(word)) {
      internal::split_by_script(word, use);
    } else {
      use(internal::hash_word(word));
    }
  };
  std::array<uint32_t, internal::kChunk + kWordEdgesRoom> places;
  WordEdges edges;
  size_t begun = 0;         // the word that the chunk before ended in …
  bool begun_high = false;  // … and whether it may hold a byte from 0xE0 on
  for (size_t chunk = 0; chunk < text.size(); chunk += internal::kChunk) {
    const bool in_word = edges.in_word;
    edges = find_word_edges(text.substr(chunk, internal::kChunk), in_word, places.data());
    const bool high = by_script && edges.high;
    size_t at = 0;
    if (in_word) {
      begun_high = begun_high || high;
      if (edges.count == 0) continue;
      add_word(begun, chunk + places[at++], begun_high);
    }
    for (; at + 2 <= edges.count; at += 2) {
      add_word(chunk + places[at], chunk + places[at + 1], high);
    }
    if (!edges.in_word) continue;
    begun = chunk + places[at];
    begun_high = high;
  }
  if (edges.in_word) add_word(begun, text.size(), begun_high);
}

}  // namespace sluice
