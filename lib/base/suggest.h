// "Did you mean …?": the nearest of a list of names, for messages about unknown keys and options.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace sluice {

// The name with the smallest Damerau-Levenshtein distance (optimal string alignment) to `word`, the
// first of equals; empty if even that one differs in more than a third of the word's letters (at
// least 1, at most 3), since a far-fetched guess misleads.
std::string_view nearest_name(std::string_view word, std::span<const std::string_view> names);

// "; did you mean 'max_word_length'?", or nothing if no name is near.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> names);

}  // namespace sluice
