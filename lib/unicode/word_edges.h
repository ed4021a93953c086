// Where the words of a text between spaces begin and end, with the vector instructions that the
// machine has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice {

struct WordEdges {
  size_t count = 0;
  bool in_word = false;  // whether the text ends within a word
  bool high = false;     // whether there is a byte from 0xE0 on: a code point from U+0800 on begins
};

// Writes the offsets at which words begin and those behind their ends to `places`, in turn; first
// an end if the text goes on with a word (`in_word`). What ends with the text is not written.
// `text` is shorter than 4 GiB; `places` has room for text.size() + kWordEdgesRoom of them.
inline constexpr size_t kWordEdgesRoom = 8;
WordEdges find_word_edges(std::string_view text, bool in_word, uint32_t* places);

}  // namespace sluice
