// A text's lines, in the senses that the programs mean (LineSplit), and copies among them.
//
//   split_lines("a\nb\n", LineSplit::newline, lines);     // "a", "b", ""
//   find_duplicates(text, lines, /*skip_blank=*/true, first_of, counts).extra
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "quality/first_of.h"

namespace sluice::quality {

enum class LineSplit : uint8_t {
  newline,         // str.split("\n"): "a\n" has two lines, the second empty
  ended,           // the same, without the last if it is empty: "a\n" has one line, "" has none
  newline_runs,    // re.split("\n+"): no empty lines but at the ends
  universal,       // str.splitlines(): \n, \r, \r\n, \v, \f, U+001C-1E, U+0085, U+2028, U+2029
  stripped,        // str.split("\n"), each without white space around it; none that is blank
  paragraphs,      // re.split("\n{2,}") of the text without white space around it
  double_newline,  // str.split("\n\n"): of three line feeds the third begins a paragraph
  stripped_paragraphs,  // the same, each without white space around it; none that is blank
};

struct Line {
  uint32_t begin = 0;   // byte in the text
  uint32_t size = 0;    // bytes
  uint32_t length = 0;  // code points
  bool blank = false;   // nothing but white space

  std::string_view of(std::string_view text) const { return text.substr(begin, size); }
};

// Of lines or paragraphs that are there more than once.
struct Duplicates {
  uint64_t lines = 0;       // all that were looked at
  uint64_t characters = 0;  // code points of these
  uint64_t extra = 0;       // copies beyond the first
  uint64_t extra_characters = 0;
  uint64_t all = 0;  // the first included
  uint64_t all_characters = 0;
  uint64_t distinct = 0;  // different lines
};

// Replaces `lines`. `text`: valid UTF-8, shorter than 4 GiB. Linear.
void split_lines(std::string_view text, LineSplit split, std::vector<Line>& lines);

// Whether a line ends anywhere in another way than by a line feed, for LineSplit::universal. Where
// none does, its lines are those of LineSplit::ended.
bool has_other_ends(std::string_view text);

// `skip_blank`: blank lines are none. `first_of` is scratch, and so is `counts`.
Duplicates find_duplicates(std::string_view text, std::span<const Line> lines, bool skip_blank,
                           FirstOf& first_of, std::vector<uint32_t>& counts);

}  // namespace sluice::quality
