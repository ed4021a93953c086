// The rules of word boundaries as a finite-state machine over classes of characters (Unicode
// Standard Annex #29, WB3-WB999; rule numbers in the source are its).
//
//   WordState state = WordState::start;
//   while (at < size && (next = step(state, class_of(at))) != WordState::boundary) …
//
// A pending state (after "don" of "don'" and the quote) is left either for a letter, and the
// segment goes on, or for the boundary, and then the segment ended before the quote: the caller
// remembers where the last state was that is none. The table is built by the compiler, 1.8 KB.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "unicode/break_classes.h"
#include "unicode/segments.h"

namespace sluice {

// After "marked" an Extend, Format or ZWJ came (WB4) that changes what may follow or what the
// segment is; where it changes nothing, the state has no such twin.
enum class WordState : uint8_t {
  start,
  boundary,
  single,  // what only marks may follow: punctuation, symbols, a pair of regional indicators
  cr,
  line,          // LF and Newline: nothing may follow
  blank,         // WSegSpace
  single_space,  // a tab or a no-break space
  letter,
  hebrew,
  numeric,
  connector,        // no word: one alone, or marked
  connector_word,   // after a letter, a digit or another connector
  connector_space,  // U+202F
  regional,
  hangul,
  katakana,
  katakana_marked,
  kanji,         // Hiragana or an ideograph
  han,           // Han that is no ideograph, alone; a mark makes it no word again
  han_joined,    // the same behind other Han or kana
  ideograph,     // what only marks may follow, yet is a word: Tangut; Han and kana, marked
  hebrew_quote,  // WB7a
  hebrew_quote_marked,
  first_pending,
  letter_mid = first_pending,  // WB6
  hebrew_double,               // WB7b
  numeric_mid,                 // WB12
  count
};

constexpr bool is_pending(WordState state) { return state >= WordState::first_pending; }

// Of a segment that ends in this state.
constexpr SegmentKind kind_of(WordState state) {
  switch (state) {
    case WordState::letter:
    case WordState::hebrew:
    case WordState::numeric:
    case WordState::connector_word:
    case WordState::hangul:
    case WordState::katakana:
    case WordState::katakana_marked:
    case WordState::kanji:
    case WordState::han_joined:
    case WordState::ideograph:
    case WordState::hebrew_quote:
      return SegmentKind::word;
    case WordState::cr:
    case WordState::line:
    case WordState::blank:
    case WordState::single_space:
    case WordState::connector_space:
      return SegmentKind::space;
    default:
      return SegmentKind::other;
  }
}

namespace word_machine {

constexpr size_t kClasses = static_cast<size_t>(WordClass::han) + 1;

constexpr bool is_letter(WordClass value) {
  return value == WordClass::letter || value == WordClass::pictographic_letter ||
         value == WordClass::complex_letter;
}
constexpr bool is_connector(WordClass value) {
  return value == WordClass::connector || value == WordClass::connector_space;
}
constexpr bool is_pictographic(WordClass value) {
  return value == WordClass::pictograph || value == WordClass::pictographic_letter;
}

constexpr WordState begin(WordClass value) {
  if (is_letter(value)) return WordState::letter;
  switch (value) {
    case WordClass::other_space:
      return WordState::single_space;
    case WordClass::cr:
      return WordState::cr;
    case WordClass::lf:
    case WordClass::newline:
      return WordState::line;
    case WordClass::space:
      return WordState::blank;
    case WordClass::hebrew:
      return WordState::hebrew;
    case WordClass::numeric:
      return WordState::numeric;
    case WordClass::connector:
      return WordState::connector;
    case WordClass::connector_space:
      return WordState::connector_space;
    case WordClass::regional:
      return WordState::regional;
    case WordClass::hangul:
      return WordState::hangul;
    case WordClass::other_ideograph:
      return WordState::ideograph;
    case WordClass::katakana:
      return WordState::katakana;
    case WordClass::hiragana:
    case WordClass::ideograph:
      return WordState::kanji;
    case WordClass::han:
      return WordState::han;
    default:
      return WordState::single;
  }
}

// WB4: what a mark makes of a state.
constexpr WordState mark(WordState state) {
  switch (state) {
    case WordState::cr:
    case WordState::line:
      return WordState::boundary;
    case WordState::letter:
    case WordState::hebrew:
    case WordState::numeric:
    case WordState::regional:
    case WordState::katakana_marked:
    case WordState::ideograph:
    case WordState::hebrew_quote_marked:
    case WordState::letter_mid:
    case WordState::hebrew_double:
    case WordState::numeric_mid:
      return state;
    case WordState::connector:
    case WordState::connector_word:
    case WordState::connector_space:
      return WordState::connector;
    case WordState::katakana:
      return WordState::katakana_marked;
    case WordState::kanji:
      return WordState::ideograph;
    case WordState::hebrew_quote:
      return WordState::hebrew_quote_marked;
    default:
      return WordState::single;
  }
}

// What is one word with letters and numbers: WB5, WB8-WB10, WB13a, WB13b.
constexpr WordState join_alphanumeric(WordClass value) {
  if (is_letter(value)) return WordState::letter;
  if (value == WordClass::hebrew) return WordState::hebrew;
  if (value == WordClass::numeric) return WordState::numeric;
  if (is_connector(value)) return WordState::connector_word;
  return WordState::boundary;
}

// Runs of Han and kana are one segment, which dictionaries divide; a mark ends them.
constexpr WordState join_kanji(WordClass value) {
  if (value == WordClass::katakana) return WordState::katakana;
  if (value == WordClass::hiragana || value == WordClass::ideograph) return WordState::kanji;
  return value == WordClass::han ? WordState::han_joined : WordState::boundary;
}

constexpr WordState join_katakana(WordClass value) {  // WB13, WB13a
  if (value == WordClass::katakana) return WordState::katakana;
  return is_connector(value) ? WordState::connector_word : WordState::boundary;
}

// WB6, WB7a, WB7b and WB12: what may stand between two letters or digits.
constexpr WordState join_mid(WordState state, WordClass value) {
  const bool is_quote = value == WordClass::single_quote;
  const bool is_both = is_quote || value == WordClass::mid_both;
  if (state == WordState::numeric) {
    return is_both || value == WordClass::mid_number ? WordState::numeric_mid : WordState::boundary;
  }
  if (state == WordState::hebrew && is_quote) return WordState::hebrew_quote;
  if (state == WordState::hebrew && value == WordClass::double_quote) {
    return WordState::hebrew_double;
  }
  return is_both || value == WordClass::mid_letter ? WordState::letter_mid : WordState::boundary;
}

constexpr WordState join(WordState state, WordClass value) {
  const auto only = [](bool condition, WordState next) {
    return condition ? next : WordState::boundary;
  };
  switch (state) {
    case WordState::start:
      return begin(value);
    case WordState::cr:  // WB3
      return only(value == WordClass::lf, WordState::line);
    case WordState::blank:  // WB3d
      return only(value == WordClass::space, WordState::blank);
    case WordState::letter:
    case WordState::hebrew:
    case WordState::numeric: {
      const WordState next = join_alphanumeric(value);
      return next != WordState::boundary ? next : join_mid(state, value);
    }
    case WordState::connector:
    case WordState::connector_word:
    case WordState::connector_space:
      return value == WordClass::katakana ? WordState::katakana : join_alphanumeric(value);
    case WordState::regional:  // WB15, WB16
      return only(value == WordClass::regional, WordState::single);
    case WordState::hangul:
      return only(value == WordClass::hangul, WordState::hangul);
    case WordState::katakana: {
      const WordState next = join_katakana(value);
      return next != WordState::boundary ? next : join_kanji(value);
    }
    case WordState::katakana_marked:
      return join_katakana(value);
    case WordState::kanji:
    case WordState::han:
    case WordState::han_joined:
      return join_kanji(value);
    case WordState::hebrew_quote:
    case WordState::hebrew_quote_marked:
    case WordState::letter_mid:  // WB7
      return value == WordClass::hebrew ? WordState::hebrew
                                        : only(is_letter(value), WordState::letter);
    case WordState::hebrew_double:  // WB7c
      return only(value == WordClass::hebrew, WordState::hebrew);
    case WordState::numeric_mid:  // WB11
      return only(value == WordClass::numeric, WordState::numeric);
    default:
      return WordState::boundary;
  }
}

struct Table {
  std::array<std::array<WordState, kClasses>, static_cast<size_t>(WordState::count)> next;
};

inline constexpr Table kTable = [] {
  Table table{};
  for (size_t state = 0; state < table.next.size(); ++state) {
    for (size_t value = 0; value < kClasses; ++value) {
      const auto from = static_cast<WordState>(state);
      const auto by = static_cast<WordClass>(value);
      const bool is_mark =
          by == WordClass::extend || by == WordClass::complex_mark || by == WordClass::zwj;
      table.next[state][value] = is_mark ? mark(from) : join(from, by);
    }
  }
  return table;
}();

}  // namespace word_machine

inline WordState step(WordState state, WordClass value) {
  return word_machine::kTable.next[static_cast<size_t>(state)][static_cast<size_t>(value)];
}

// WB3c, for a class that is_pictographic() right behind a ZWJ of a state that is not pending.
constexpr WordState join_emoji(WordClass value) { return word_machine::begin(value); }

}  // namespace sluice
