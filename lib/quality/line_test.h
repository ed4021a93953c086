// What an edit asks of one line: the tests of [[step.line]] (line_edit.h).
//
//   PhraseScanner phrases;
//   const LineTest test = LineTest::read(record, phrases);     // test = "words", below = 3
//   LineState line(text, begin, end);                          // as the document has it
//   if (test.meets(line, phrases)) …
//
// Tests, and where they come from:
//
//   longest_word        above = 1000: a word by white space of more characters than that (C4)
//   words               below = 3: fewer words by white space; of the line before anything was cut
//                       out of it (C4; RefinedWeb with skip_empty = true)
//   ending              none_of = [".", …]: ends with none of these (or terminal = true: with no
//                       terminal punctuation of any script, characters.h); any_of = ["..."]: ends
//                       with one of these (C4)
//   contains            any_of = ["lorem ipsum", …], ignore_case (true): phrase_scanner.h (C4)
//   uppercase_fraction  above = 0.5: characters that are Python's isupper over all (RefinedWeb)
//   digit_fraction      above = 0.999999: characters that are Python's isdigit (RefinedWeb)
//   matches             pattern = an expression (expression.h), found anywhere in the line
//   citations           "[12]" with digits of any script, "[]", "[edit]", "[citation needed]" (C4)
//
// Further keys of all: max_words (only lines of up to so many words by white space are met),
// skip_empty (lines without a character are not met).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/toml_records.h"
#include "quality/phrase_scanner.h"

namespace re2 {
class RE2;
}

namespace sluice::quality {

// One line on its way through the tests.
class LineState {
 public:
  // [begin, end) of `text`.
  LineState(std::string_view text, size_t begin, size_t end)
      : text_(text), begin_(begin), end_(end), original_(line()) {}

  std::string_view line() const { return text_.substr(begin_, end_ - begin_); }
  std::string_view original() const { return original_; }
  bool is_cut() const { return is_cut_; }
  size_t begin() const { return begin_; }  // of an uncut line, in the document
  size_t end() const { return end_; }

  // `line` replaces it; it must stay.
  void cut_to(std::string_view line);
  uint64_t groups(const PhraseScanner& phrases);
  // min(words by white space of the original line, most).
  uint64_t words_up_to(uint64_t most);

 private:
  std::string_view text_;
  size_t begin_;
  size_t end_;
  std::string_view original_;
  bool is_cut_ = false;
  std::optional<uint64_t> groups_;
  uint64_t words_ = 0;        // counted so far
  uint64_t words_asked_ = 0;  // up to how many
};

class LineTest {
 public:
  enum class Kind : uint8_t {
    longest_word,
    words,
    ending,
    contains,
    uppercase_fraction,
    digit_fraction,
    matches,
    citations
  };
  // What becomes of a line that meets the test.
  enum class Then : uint8_t {
    drop_line,
    drop_document,  // and the line goes on to the next test
    cut,            // what matches is taken out (matches, citations)
    cut_or_drop     // and if nothing but white space is left of it, the line goes
  };

  // Reads `test`, its keys and `then` ("drop_line" if it is not there); phrases go to `phrases`.
  // Throws ConfigError.
  static LineTest read(Record& record, PhraseScanner& phrases, uint32_t number);

  Kind kind() const { return kind_; }
  std::string_view name() const;
  Then then() const { return then_; }

  // `cut`: receives what is left of the line where `then` is a cut and it is met.
  bool meets(LineState& line, const PhraseScanner& phrases, std::string& cut) const;

 private:
  bool meets_ending(std::string_view line) const;

  Kind kind_ = Kind::words;
  Then then_ = Then::drop_line;
  uint64_t below_ = 0;  // of words
  double above_ = 0;    // of the other limits
  std::vector<std::string> none_of_;
  std::vector<std::string> any_of_;
  bool terminal_ = false;
  uint64_t group_ = 0;  // of its phrases; of citations that of "["
  std::shared_ptr<const re2::RE2> pattern_;
  uint64_t max_words_ = 0;  // 0: no bound
  bool skip_empty_ = false;
};

}  // namespace sluice::quality
