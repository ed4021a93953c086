// How many words an item needs to be told by, and what it takes to call it found.
//
// Lengths are of own words: each weighs as much as it is not boilerplate (index.h).
#pragma once

#include <cstdint>

namespace sluice::decontaminate {

// Items of fewer words, question and answer together, cannot be told from chance: undetectable.
inline constexpr uint32_t kShortestItem = 8;
// From here on an item, or a question, is told by its score; below, every word of question and
// answer must be there.
inline constexpr uint32_t kLongItem = 13;
// Answers of so many words are told without their question.
inline constexpr uint32_t kLongAnswer = 25;

}  // namespace sluice::decontaminate
