// What the rules of word and sentence boundaries look at: the class of each code point, by Unicode
// 15.0 (Unicode Standard Annex #29, tables 3 and 4).
//
//   const BreakClasses& classes = BreakClasses::get();
//   classes.word(U'é');             // WordClass::letter
//   classes.sentence(U'。');        // SentenceClass::terminator
//
// Classes of words are Word_Break as the root locale of CLDR 42 tailors it, split where the scripts
// that need a dictionary, symbols of emoji sequences and white space are told apart. The tables
// are generated (scripts/generate-unicode-tables), so they are the same on every machine.
//
// Thread-safe; built on first use (about a millisecond), alive until the program ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace sluice {

enum class WordClass : uint8_t {
  other,
  other_space,  // white space that no rule names: tab, no-break space
  cr,
  lf,
  newline,
  space,  // WSegSpace
  pictograph,
  extend,  // Extend, Format
  zwj,
  letter,               // ALetter, and @
  pictographic_letter,  // a letter that is Extended_Pictographic
  hebrew,
  numeric,
  connector,        // ExtendNumLet
  connector_space,  // one that is white space: U+202F
  single_quote,
  double_quote,
  mid_letter,  // without the colon
  mid_number,
  mid_both,  // MidNumLet
  regional,
  hangul,           // syllables, which the root locale keeps apart from other letters
  other_ideograph,  // Ideographic, but not Han: Tangut, Nushu
  // Those whose words ICU's dictionaries find.
  complex_letter,  // Line_Break=SA: Thai, Lao, Khmer, Burmese and others
  complex_mark,    // of these, those that extend what is before them
  katakana,
  hiragana,
  ideograph,  // Han and Ideographic
  han,        // Han, but not Ideographic: radicals, iteration marks
};
constexpr bool needs_dictionary(WordClass value) { return value >= WordClass::complex_letter; }

enum class SentenceClass : uint8_t {
  other,
  cr,
  lf,
  separator,
  extend,  // Extend, Format
  space,
  lower,
  upper,
  other_letter,
  numeric,
  full_stop,   // ATerm
  terminator,  // STerm
  continues,   // SContinue
  close,
};

class BreakClasses {
 public:
  static const BreakClasses& get();

  // `code_point` <= U+10FFFF.
  WordClass word(char32_t code_point) const { return words_[code_point]; }
  SentenceClass sentence(char32_t code_point) const { return sentences_[code_point]; }

 private:
  BreakClasses();

  std::unique_ptr<WordClass[]> words_;
  std::unique_ptr<SentenceClass[]> sentences_;
};

}  // namespace sluice
