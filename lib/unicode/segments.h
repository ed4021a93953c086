// The segments of a text by Unicode's word boundaries, and its sentences (Unicode Standard Annex
// #29, revision 41, Unicode 15.0, as the root locale of CLDR 42 tailors it).
//
//   Segmenter segmenter;                                   // one a thread; reused
//   segmenter.split("It's 3.14 o'clock.", segments);       // It's| |3.14| |o'clock|.
//   segmenter.for_each(text, [&](Segment segment) { words += segment.is_word(); });
//   Segmenter::count_sentences("Dr. Wu left. Why? …");     // 4: an abbreviation ends one, too
//
// Alphabetic scripts are ours: generated tables, one pass, no library. Runs of scripts that are
// written without spaces (Han, kana, Thai, Lao, Khmer, Burmese) are divided by ICU's dictionaries;
// so only these depend on ICU's version. Segments and sentences are those of ICU 72's root locale
// (segments_icu_test.cpp compares them on all scripts). It departs from the annex in that @ is a
// letter ("user@example.org" is one word), that a colon joins no letters, and that Hangul syllables
// join each other alone ("3월" is two words).
//
// Linear; no allocation once the vectors have grown, but for ICU's own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

class DictionaryWords;

enum class SegmentKind : uint8_t {
  other,  // a punctuation mark, a symbol, an emoji
  word,   // it holds a letter, a kana, an ideograph or a number (ICU's UBRK_WORD_NUMBER and above)
  space,  // nothing but White_Space
};

struct Segment {
  uint32_t size = 0;  // bytes, at least 1
  SegmentKind kind = SegmentKind::other;

  bool is_word() const { return kind == SegmentKind::word; }
  bool is_space() const { return kind == SegmentKind::space; }

  friend bool operator==(const Segment&, const Segment&) = default;
};

// `text` is UTF-8; a byte of an ill-formed sequence counts as a symbol.
class Segmenter {
 public:
  Segmenter();
  ~Segmenter();
  Segmenter(Segmenter&&) noexcept;
  Segmenter& operator=(Segmenter&&) noexcept;

  // Replaces `out` by the segments, which cover the text: spaces and punctuation are segments, too.
  // Throws std::runtime_error where a dictionary is needed and ICU has none.
  void split(std::string_view text, std::vector<Segment>& out);

  // Calls see(segment) for each of them in turn, which spares a vector of the text's length.
  template <class See>
  void for_each(std::string_view text, See&& see) {
    size_t at = 0;
    while (at < text.size()) {
      for (const Segment& segment : next(text, at)) see(segment);
    }
  }

  // Bytes held: 8 for each word of the longest run of a script that dictionaries divide, and what
  // these need. A new Segmenter holds none.
  size_t memory() const;

  // Sentences that hold anything but white space.
  static uint64_t count_sentences(std::string_view text);

 private:
  // The next some hundred segments from `at` on, a boundary, which moves behind them. They live
  // until the next call.
  std::span<const Segment> next(std::string_view text, size_t& at);
  void append_segments(std::string_view text, size_t& at);

  std::vector<Segment> segments_;
  std::unique_ptr<DictionaryWords> dictionary_;  // opened when first needed
};

// What the segments depend on beside the text: "Unicode 15.0, ICU 72.1".
std::string segmenter_version();

}  // namespace sluice
