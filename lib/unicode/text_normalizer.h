// Texts as comparisons want them: without what differs between two copies of the same words. One
// pass does all that deduplication, decontamination and filters ask for.
//
//   const TextNormalizer normalizer({.lower = true, .punctuation = Punctuation::all});
//   Buffer out;                                     // one a thread; its memory is reused
//   normalizer.normalize("  Crème-brûlée, ΟΔΟΣ!\n3.14", out);     // creme brulee οδος 3 14
//
// The result is that of these steps, one after the other (text_normalizer_test.cpp compares them):
//   lower        lower case of the whole text, as Python's str.lower: full mappings (İ becomes i
//                and a dot above, Σ at the end of a word ς), no language's own.
//   digits       each number, [\p{Nd}]+ or two such around one of . , ، ٫ ⎖ ⎗ ⎘, becomes 0.
//   punctuation  each code point of the set becomes a space.
//   marks        see Marks.
//   space        each run of white space becomes one space; none at either end. White space is what
//                Python's str.isspace says: White_Space, and U+001C..001F.
// Compatibility forms (NFKC: full-width letters, ligatures) stay as they are.
//
// Thread-safe: a TextNormalizer is immutable. Building one takes some milliseconds. Normal forms
// and categories are those of Unicode 15.0; case and scripts are those of the system's ICU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/buffer.h"
#include "unicode/ascii_fold.h"

namespace sluice {

// What becomes a space.
enum class Punctuation : uint8_t {
  keep,
  all,     // P*, S* and Cc but white space
  listed,  // TextNormalizer::Options::listed
};

// What becomes of combining marks and of characters that hold one.
enum class Marks : uint8_t {
  keep,     // the text's own spelling
  compose,  // normal form C: canonically equal spellings become one
  // Form C of form D without format characters (Cf) and without the marks that a reader may do
  // without (is_optional_mark()): accents of Latin, Greek and Cyrillic, Hebrew's and Arabic's vowel
  // points. Marks that spell a script stay: of Indic scripts, Thai, Khmer, …, and kana.
  drop,
  drop_all,  // form D without category Mn, as FineWeb; spoils Indic scripts, Thai and Hangul
};

// A nonspacing mark (Mn) of Latin, Greek, Cyrillic, Hebrew, Arabic or Syriac, or of several scripts
// (Script=Inherited: U+0301, variation selectors, …), but not the voicing marks of kana.
bool is_optional_mark(char32_t code_point);

class TextNormalizer {
 public:
  struct Options {
    bool lower = true;
    bool digits = false;
    Punctuation punctuation = Punctuation::all;
    std::u32string listed = {};  // with Punctuation::listed
    Marks marks = Marks::drop;
    bool space = true;

    friend bool operator==(const Options&, const Options&) = default;
  };

  explicit TextNormalizer(const Options& options);

  // Replaces `out` by the normal form of `text`, which is valid UTF-8; a byte at which no
  // well-formed sequence begins stands for itself. The result is at most three times as long;
  // address space for so much is taken, memory for what is written. Linear, whatever the text.
  void normalize(std::string_view text, Buffer& out) const;

  // The same words, for who only asks for them: spaces may stand at both ends and one behind the
  // other. Takes two thirds of the time.
  void normalize_words(std::string_view text, Buffer& out) const;

  // Whether a code point by itself becomes a space, and so parts words: white space where it is
  // squeezed, and punctuation that is not kept. Case comes first: of a letter, ask its lower one.
  bool becomes_space(char32_t code_point) const;

  const Options& options() const { return options_; }

 private:
  friend class TextNormalizerPass;

  // What becomes of a code point by itself; most texts ask for nothing else.
  enum class Action : uint8_t {
    copy,
    space,
    drop,
    replace,
    digit,     // begins a number
    sigma,     // final or not: its neighbours tell
    syllable,  // Hangul, to be taken apart
    run,       // its form depends on its neighbours
  };
  struct Entry {
    Action action = Action::copy;
    uint8_t size = 0;  // bytes of what replaces it; 0: nothing does
    uint16_t at = 0;   // in replacements_
  };
  static constexpr int kBlockShift = 6;  // as many code points as share all bytes of UTF-8 but one
  static constexpr char32_t kBlockSize = 1 << kBlockShift;

  Entry find(char32_t code_point) const {
    return entries_[size_t{block_of_[code_point >> kBlockShift]} << kBlockShift |
                    (code_point & (kBlockSize - 1))];
  }
  Entry make_entry(char32_t code_point);
  Entry replaced_by(std::string_view bytes, Action action);
  bool is_dropped(char32_t code_point) const;
  bool depends_on_neighbours(std::string_view mapped) const;
  std::string lowered(char32_t code_point) const;
  std::string mapped(char32_t code_point) const;
  void add_ascii(char32_t code_point);

  Options options_;
  std::vector<uint16_t> block_of_;  // of each 64 code points; 0: all are copied
  std::vector<Entry> entries_;      // 64 a block
  std::string replacements_;
  AsciiFold ascii_;
  AsciiFold ascii_words_;  // the same for normalize_words()
};

}  // namespace sluice
