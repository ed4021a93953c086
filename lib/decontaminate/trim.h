// Texts without what was found in them.
//
//   without(text, {{10, 20}, {40, 60}})         // all else, as it stands
//   cut_as_gpt3(text, spans)                    // GPT-3's way, or nothing where nothing is left
//
// Spans are ascending, apart from each other, and begin and end between characters. Pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "decontaminate/words.h"

namespace sluice::decontaminate {

// The spans of several findings as one ascending list, apart from each other.
std::vector<Span> united(std::vector<Span> spans);

std::string without(std::string_view text, std::span<const Span> spans);

// Brown et al. 2020, appendix C: what is found is removed with 200 characters on either side,
// pieces of fewer than 200 characters are dropped, and a text in more than ten places of which
// something is found is dropped whole. Pieces that remain are joined by a blank line.
inline constexpr size_t kGpt3Margin = 200;  // characters
inline constexpr size_t kGpt3Piece = 200;   // characters
inline constexpr size_t kGpt3Hits = 10;
std::optional<std::string> cut_as_gpt3(std::string_view text, std::span<const Span> spans);

}  // namespace sluice::decontaminate
