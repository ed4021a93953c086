// What the pre-tokenizers' state machines are made of: classes of characters, runs of them, and the
// ends of white space and words that most of the patterns share.
//
//   const SplitScanner scan(text, categories);
//   const char* end = scan.word(at, kLetters);       // past the letters that begin at `at`
//
// A scanner sees the text as the regular expression does: up to its end and no further, but for
// loads of whole blocks, which may reach to the end of the text that holds it. The text must be
// valid UTF-8; a position is the first byte of a character.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bpe/ascii_block.h"
#include "unicode/general_category.h"

namespace sluice::bpe {

inline bool is_ascii(char c) { return static_cast<signed char>(c) >= 0; }
inline bool is_ascii_letter(char c) { return (static_cast<unsigned char>(c) | 0x20u) - 'a' < 26u; }
inline bool is_line_end(char c) { return c == '\r' || c == '\n'; }

class SplitScanner {
 public:
  struct Symbol {
    char32_t code_point;
    const char* next;
  };

  SplitScanner(std::string_view text, const CategoryTable& categories)
      : SplitScanner(text.data() + text.size(), text.data() + text.size(), categories) {}
  SplitScanner(const char* end, const char* readable_end, const CategoryTable& categories)
      : end_(end), readable_end_(readable_end), categories_(&categories) {}

  const char* end() const { return end_; }
  bool has_block(const char* at) const { return readable_end_ - at >= AsciiBlock::kSize; }

  // The character at `at`, which is not the end.
  static Symbol symbol(const char* at) {
    const auto byte = [at](int i) { return static_cast<unsigned char>(at[i]); };
    if (byte(0) < 0x80) {
      return {byte(0), at + 1};
    }
    if (byte(0) < 0xE0) {
      return {(byte(0) & 0x1Fu) << 6 | (byte(1) & 0x3Fu), at + 2};
    }
    if (byte(0) < 0xF0) {
      return {(byte(0) & 0x0Fu) << 12 | (byte(1) & 0x3Fu) << 6 | (byte(2) & 0x3Fu), at + 3};
    }
    return {(byte(0) & 0x07u) << 18 | (byte(1) & 0x3Fu) << 12 | (byte(2) & 0x3Fu) << 6 |
                (byte(3) & 0x3Fu),
            at + 4};
  }

  CategorySet sets(char32_t code_point) const { return categories_->sets(code_point); }
  bool is(char32_t code_point, CategorySet set) const { return categories_->is(code_point, set); }
  // Whether a character stands at `at` (which may be the end) and is of the set; is not of it.
  bool at_one_of(const char* at, CategorySet set) const {
    return at != end_ && is(symbol(at).code_point, set);
  }
  bool at_none_of(const char* at, CategorySet set) const {
    return at != end_ && !is(symbol(at).code_point, set);
  }

  // Past the run of characters of the set that begins at `at`; at most `limit` of them.
  const char* run(const char* at, CategorySet set, size_t limit = SIZE_MAX) const;
  // Past the run of characters that are not of the set.
  const char* run_of_others(const char* at, CategorySet set) const;
  // The same, faster, for sets with all ASCII letters and nothing else of ASCII.
  const char* word(const char* at, CategorySet set) const;
  // Past the run of \r and \n, and of `also`.
  const char* line_ends(const char* at, char also = '\n') const {
    while (at != end_ && (is_line_end(*at) || *at == also)) {
      ++at;
    }
    return at;
  }

  // Where the match of a white space alternative ends that begins at white space `at`:
  // \s+(?!\S)|\s+ leaves the last character of a run to what follows it, unless it is alone;
  const char* white_space(const char* at) const { return white_space_run(at, false); }
  // and with \s*[\r\n]+ before it, the match ends behind the last line end of the run, if any.
  const char* white_space_or_lines(const char* at) const { return white_space_run(at, true); }

  // Past 's|'t|'re|'ve|'m|'ll|'d at `at`, else `at`.
  const char* contraction(const char* at) const;
  // The same with (?i:…): U+017F, the long s, is an s.
  const char* caseless_contraction(const char* at) const;

 private:
  const char* white_space_run(const char* at, bool to_line_end) const;

  const char* end_;
  const char* readable_end_;
  const CategoryTable* categories_;
};

}  // namespace sluice::bpe
