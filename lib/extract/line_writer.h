// Writes the texts of a block as lines: white space collapsed and trimmed, or kept as in `pre`;
// characters that are never shown left out (characters.h). Internal to extract.
//
//   LineWriter writer(out);
//   writer.begin("\n- ");                     // written before the block's first visible character
//   writer.collapse(" one\n  two ");          // "\n- one two"
//   writer.line_break();
//   writer.collapse("three");                 // "\n- one two\nthree"
//   writer.has_written();                     // true: the block shows something
//
// White space is held back until something visible follows, so that no line begins or ends with it,
// and that markup can be closed before it and opened behind it: flush() writes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sluice::extract {

class LineWriter {
 public:
  explicit LineWriter(std::string& out) : out_(out) {}

  // A block begins; `lead` comes before its first visible character.
  void begin(std::string_view lead) {
    lead_ = lead;
    written_ = false;
    gap_ = false;
    pending_ = Pending::none;
    held_.clear();
  }
  bool has_written() const { return written_; }

  // What a new line within the block begins with.
  void set_prefix(std::string_view prefix) { prefix_ = prefix; }
  // Lines become one: line ends are spaces (a table's row, a heading).
  void set_one_line(bool one_line) { one_line_ = one_line; }
  // Escapes what Markdown would read as markup, in a table's row the bar too.
  void set_escapes(bool escapes, bool in_table) {
    escapes_ = escapes;
    in_table_ = in_table;
  }

  void collapse(std::string_view text);
  // As collapse(), but line ends stay.
  void collapse_lines(std::string_view text);
  void verbatim(std::string_view text);
  void line_break();
  // Words on both sides are not one word.
  void gap() { gap_ = written_; }

  // Takes the white space that `text` begins with, and what is not shown; returns the rest.
  std::string_view take_space(std::string_view text);
  // Writes what was held back, as before a visible character.
  void flush() {
    if (!written_ || pending_ != Pending::none) flush_slowly();
  }
  // Writes markup as it is, where flush() or a visible character was last.
  void markup(std::string_view text) {
    out_ += text;
    line_start_ = false;
  }
  // Writes a text that is no markup and not to be escaped: as collapse() does.
  void raw(std::string_view text);

 private:
  enum class Pending : uint8_t { none, space, line, verbatim };

  template <bool escaping>
  void write(std::string_view text, bool keep_lines);
  size_t special(std::string_view text, size_t at, bool keep_lines);
  void joiner(std::string_view text, size_t at, char32_t code_point, size_t size);
  // Of Markdown: each writes what stands at `at` so that it is read as it is, and returns what is
  // next.
  size_t escape(std::string_view text, size_t at);
  size_t escape_line_start(std::string_view text, size_t at);
  size_t math(std::string_view text, size_t at);
  bool is_markup(std::string_view text, size_t at) const;

  void flush_slowly();
  void close_gap(std::string_view next);
  void space() {
    if (pending_ == Pending::none) pending_ = Pending::space;
  }
  void hold(char white_space);

  std::string& out_;
  std::string_view prefix_;
  std::string lead_;
  std::string held_;  // of Pending::verbatim
  Pending pending_ = Pending::none;
  bool written_ = false;
  bool gap_ = false;
  bool one_line_ = false;
  bool escapes_ = false;
  bool in_table_ = false;
  bool line_start_ = false;  // nothing stands in the line yet but what it begins with
  uint8_t unclosed_ = 0;     // kinds of formula delimiters that nothing more closes in this text
};

}  // namespace sluice::extract
