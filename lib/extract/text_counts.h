// Counts of a text's bytes, words and kinds of characters, as blocks tell them. Internal to
// extract.
//
//   TextCounts counts;
//   counts.add("one ");
//   counts.add("two");                // goes on in the same run: no word ends between two calls
//
// A byte costs one table look-up and two additions.
#pragma once

#include <cstdint>
#include <string_view>

namespace sluice::extract {

struct TextCounts {
  uint32_t bytes = 0;  // all but ASCII white space
  uint32_t characters = 0;
  uint32_t words = 0;
  uint32_t digits = 0;
  uint32_t capitals = 0;
  uint32_t punctuation = 0;
  bool in_word = false;  // the text so far ends within a word

  void add(std::string_view text);
};

// Whether the text shows anything: more than white space and characters that are never shown.
bool is_visible(std::string_view text);

}  // namespace sluice::extract
