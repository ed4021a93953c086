// What the words of class and id attributes say about content: "sidebar" and "related" against it,
// "entry" and "post" for it.
//
// A lexicon is learned from pages with known main text, not written by hand: a word's weight is the
// log-odds that text below an element so named is content, against the odds of all text, each
// domain counting once. Words stand in it only if several domains use them, so it knows no site.
//
//   for_each_word("postMeta js_related", use)  // of "post", "meta", "js", "related"
//   lexicon.weight(word_hash("sidebar"))       // -35: odds of e^(-35/16)
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/hash.h"

namespace sluice::extract {

inline uint32_t word_hash(std::string_view word) {
  return static_cast<uint32_t>(hash64(word) >> 32);
}

// A view of a model's constants.
struct Lexicon {
  struct Entry {
    uint32_t word;   // word_hash()
    int16_t weight;  // log-odds, in units of 1/16
  };
  std::span<const Entry> entries;  // sorted by `word`

  // 0 for a word that is not in it. O(log entries).
  int16_t weight(uint32_t word) const;
};

// Calls use(word) with each word of an attribute's value: its runs of ASCII letters in lower case,
// cut before a capital that follows a small letter. Words have 2 to 24 letters; others are passed
// over.
template <class Use>
void for_each_word(std::string_view value, Use use) {
  constexpr size_t kLongest = 24;
  char word[kLongest];
  size_t size = 0;
  bool small = false;  // the letter before was small
  const auto end_word = [&] {
    if (size >= 2 && size <= kLongest) use(std::string_view(word, size));
    size = 0;
  };
  for (const char byte : value) {
    const bool capital = byte >= 'A' && byte <= 'Z';
    if (!capital && (byte < 'a' || byte > 'z')) {
      end_word();
      continue;
    }
    if (capital && small) end_word();
    if (size < kLongest) word[size] = capital ? static_cast<char>(byte + ('a' - 'A')) : byte;
    size = size > kLongest ? size : size + 1;
    small = !capital;
  }
  end_word();
}

}  // namespace sluice::extract
