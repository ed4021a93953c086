// Words of scripts that are written without spaces, by ICU's dictionaries.
//
//   DictionaryWords dictionary;              // one a thread; reused
//   dictionary.divide(text.substr(at, size), {size, SegmentKind::word}, out);   // appends
//
// ICU is given no more than one segment of the rules at a time; its dictionaries look at nothing
// beyond one. Han and kana are divided by KanjiWords (kanji_words.h) where it knows them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "unicode/kanji_words.h"
#include "unicode/segments.h"

struct UBreakIterator;

namespace sluice {

class DictionaryWords {
 public:
  // Who divides Han and kana; the words are the same, and ICU takes more time.
  enum class Kanji : uint8_t { ours_where_known, icu };

  // Throws std::runtime_error if ICU's data are missing.
  explicit DictionaryWords(Kanji kanji = Kanji::ours_where_known);

  // Appends the parts of a segment, each of the segment's kind. One that is not UTF-8, or that is
  // longer than ICU can count (1 GiB), stays whole.
  void divide(std::string_view text, const Segment& segment, std::vector<Segment>& out);

  // Bytes held, but ICU's own: two to three for each character of the longest run.
  size_t memory() const { return units_.capacity() * sizeof(char16_t) + scratch_.capacity(); }

 private:
  struct Close {
    void operator()(UBreakIterator* breaks) const;
  };
  bool divide_kanji(const Segment& segment, std::u16string_view units, std::vector<Segment>& out);

  std::unique_ptr<UBreakIterator, Close> breaks_;
  const KanjiWords* kanji_ = nullptr;  // null: ICU divides all
  std::u16string units_;
  std::vector<uint8_t> scratch_;
};

}  // namespace sluice
