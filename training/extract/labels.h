// How much of each block is in a page's known main text.
//
//   const std::vector<uint32_t> truth = words_of(text);
//   const std::vector<float> shares = content_shares(block_words, truth);
//
// A word of a block counts as content if a run of four words around it, which may reach into the
// neighbouring blocks, stands in the truth: so short blocks are told by their surroundings, and a
// menu's "home" is none because the truth has that word somewhere. Of a block of six words or more
// that the page holds more often than the truth only the first copies count.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace sluice::training {

// Hashes of the words of a text in lower case: ASCII letters, digits and "_", and all of other
// scripts but punctuation;
// characters of scripts written without spaces are words of their own.
void append_words(std::string_view text, std::vector<uint32_t>& words);
std::vector<uint32_t> words_of(std::string_view text);

// One share (0..1) a block; 0 for a block without words.
std::vector<float> content_shares(const std::vector<std::vector<uint32_t>>& blocks,
                                  const std::vector<uint32_t>& truth);

// The F-measure of two bags of words; both empty: 1.
double f_measure(std::vector<uint32_t> kept, std::vector<uint32_t> truth);

}  // namespace sluice::training
