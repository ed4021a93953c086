// Words and phrases that a text should not hold, from a list.
//
//   const BadWords list(content_of("en"), {.boundaries = true});
//   list.find("a Naughty, naughty text").count         // 2
//   list.find("a Naughty, naughty text").first         // "naughty"
//
// A list has a word or phrase a line, as LDNOOBW's have
// (https://github.com/LDNOOBW/List-of-Dirty-Naughty-Obscene-and-Otherwise-Bad-Words). Lists and
// texts are compared in normal form C (unicode/normalize.h) and lower case (str.lower of Python,
// unicode/letter_case.h). With boundaries, what is before and behind a word must be no letter,
// digit or "_" (\w of Python's re, to which combining marks do not belong); without, it may be
// anywhere, as languages written without spaces need it. So C4 and datatrove (a649de79,
// filters/c4_filters.py, C4BadWordsFilter) define it, the normal form aside; their boundaries are
// off for Japanese, Thai and Chinese.
//
// Immutable. Time: that of normalising and lowering the text, and a step a byte
// (base/aho_corasick.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/aho_corasick.h"

namespace sluice::quality {

class BadWords {
 public:
  struct Options {
    bool boundaries = true;
    // Entries that are none, in any case, as C4 has some for Japanese and Chinese.
    std::vector<std::string> except = {};
  };

  BadWords(std::string_view list, const Options& options);

  struct Found {
    uint64_t count = 0;           // of occurrences; those within others count, too
    std::string_view first = {};  // the one that ends first; a view of this
  };
  // `text`: valid UTF-8.
  Found find(std::string_view text) const;

  size_t size() const { return words_.size(); }

 private:
  std::vector<std::string> words_;
  AhoCorasick automaton_;
  bool boundaries_;
};

}  // namespace sluice::quality
