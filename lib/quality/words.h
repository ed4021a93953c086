// What a word is: the choice that decides more than any threshold, so it has a name and a version.
//
//   const WordDefinition definition = WordDefinition::parse("uax29");
//   WordSplitter splitter;                                  // one a thread; reused
//   splitter.split(definition, "It's 3.14 o'clock.", words);  // It's, 3.14, o'clock, .
//
//   whitespace      what Python's str.split() gives: runs of anything but white space
//   uax29           the segments of UAX #29 (unicode/segments.h) but white space; punctuation marks
//                   are words of their own, as those of spaCy and NLTK are
//   uax29_alnum     those of them whose first character is a letter or a number (dclm)
//   fasttext_alnum  fastText's tokens, runs of anything but ASCII's white space and NUL, that begin
//                   with a letter or a number (dclm)
//   wordpunct       NLTK's WordPunctTokenizer: \w+|[^\w\s]+, where \w is Python's: letters, numbers
//                   and "_", but no marks, so that it cuts Hindi words at their vowel signs
//   regex:RE        the matches of an RE2 expression, from left to right; empty ones are no words
//
// Splitting is linear in the text, but for expressions that look far ahead for what may follow a
// match: a(.*b)? reads to the end of the line behind every "a", which takes time by the square of
// the line's length (RE2 bounds each match alone).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "unicode/segments.h"

namespace re2 {
class RE2;
}

namespace sluice::quality {

struct Word {
  uint32_t begin = 0;         // byte in the text
  uint32_t size = 0;          // bytes, at least 1
  uint32_t length = 0;        // code points
  uint32_t hash = 0;          // the same for equal words; of no meaning beyond a text
  bool letter = false;        // holds a letter (general category L; Python's isalpha)
  bool ascii_letter = false;  // holds one of A-Z, a-z
  bool symbol = false;        // all of it is punctuation (characters.h, is_punctuation)

  std::string_view of(std::string_view text) const { return text.substr(begin, size); }
};

class WordDefinition {
 public:
  enum class Kind : uint8_t { whitespace, uax29, uax29_alnum, fasttext_alnum, wordpunct, regex };

  WordDefinition() = default;  // uax29
  // As above. Throws ConfigError naming what there is, or what is wrong with the expression.
  static WordDefinition parse(std::string_view name);

  Kind kind() const { return kind_; }
  const std::string& name() const { return name_; }
  // Name, and what the words depend on beside: "uax29 (Unicode 16.0, ICU 72.1)".
  std::string version() const;
  const re2::RE2* expression() const { return expression_.get(); }

  friend bool operator==(const WordDefinition& a, const WordDefinition& b) {
    return a.name_ == b.name_;
  }

 private:
  Kind kind_ = Kind::uax29;
  std::string name_ = "uax29";
  std::shared_ptr<const re2::RE2> expression_;
};

// Sentences: "uax29" (unicode/segments.h), or "marks", the matches of [^.!?\n]+[.!?]*\s* (\s is
// Python's; "regex" is an older name of it), or "regex:RE", the matches of an RE2 expression that
// are not empty.
class SentenceDefinition {
 public:
  SentenceDefinition() = default;  // uax29
  static SentenceDefinition parse(std::string_view name);

  enum class Kind : uint8_t { uax29, marks, regex };

  Kind kind() const { return kind_; }
  const std::string& name() const { return name_; }
  std::string version() const;
  const re2::RE2* expression() const { return expression_.get(); }  // of Kind::regex

  friend bool operator==(const SentenceDefinition& a, const SentenceDefinition& b) {
    return a.name_ == b.name_;
  }

 private:
  Kind kind_ = Kind::uax29;
  std::string name_ = "uax29";
  std::shared_ptr<const re2::RE2> expression_;
};

class WordSplitter {
 public:
  // Replaces `out`.
  void split(const WordDefinition& definition, std::string_view text, std::vector<Word>& out);
  // How many it would give for uax29, for less.
  uint64_t count_uax29(std::string_view text);
  uint64_t count_sentences(const SentenceDefinition& definition, std::string_view text);

  size_t memory() const { return segmenter_.memory(); }

 private:
  void split_segments(std::string_view text, bool alphanumeric, std::vector<Word>& out);

  Segmenter segmenter_;
};

}  // namespace sluice::quality
