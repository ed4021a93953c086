// The words of a text: runs of letters of one script, folded (letters.h).
//
//   Words words;                                       // reused
//   split_words(letters, "Die BÄUME, https://x.de", words);
//   for (const Word& word : words) words.letters(word) // "die", "bäume"
//
// What names no language is left out: URLs, e-mail addresses and names that begin with '@', tags
// and character references, words with a digit, a full stop or an underscore inside (x86, foo.bar,
// my_name). Such words' letters, and the signs that programs are full of, are counted as symbols;
// a tag is one, a URL none.
//
// Linear in the text; no allocation once the vectors have grown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "langid/letters.h"

namespace sluice::langid {

struct Word {
  uint32_t begin = 0;   // of its letters, in Words
  uint16_t length = 0;  // 1..kLongestWord letters
  uint8_t script = 0;   // as the model numbers them
  uint8_t symbols = 0;  // since the word before, at most 255
};

class Words {
 public:
  void clear() {
    words_.clear();
    letters_.clear();
  }
  auto begin() const { return words_.begin(); }
  auto end() const { return words_.end(); }
  size_t size() const { return words_.size(); }
  bool empty() const { return words_.empty(); }
  const Word& operator[](size_t i) const { return words_[i]; }
  std::span<const char32_t> letters(const Word& word) const {
    return std::span(letters_).subspan(word.begin, word.length);
  }

 private:
  friend class WordSplitter;

  std::vector<Word> words_;
  std::vector<char32_t> letters_;
};

// Longer runs of letters are cut.
inline constexpr size_t kLongestWord = 40;

// Appends the words of `text`, which is valid UTF-8 in form NFC (unicode/normalize.h). Returns how
// many symbols come after the last word.
uint32_t split_words(const LetterTable& letters, std::string_view text, Words& out);

}  // namespace sluice::langid
