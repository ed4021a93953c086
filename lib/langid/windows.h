// Which parts of a text are looked at.
//
//   std::vector<std::string_view> windows;
//   choose_windows(text, 4, windows);   // four stretches of about 192 bytes, spread evenly
//
// One place does not do for a page: it begins with navigation and ends with a footer.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace sluice::langid {

inline constexpr size_t kWindowBytes = 192;

// At most `count` (>= 1) windows, in the order of the text: all of it if it is so short, otherwise
// stretches of kWindowBytes, each in the middle of one of `count` equal parts. They begin and end
// between characters, and between words where white space is near.
void choose_windows(std::string_view text, size_t count, std::vector<std::string_view>& windows);

// The first and the last window of what stands between the text's first and last letter, for a text
// whose words are where no window fell. None if there is no letter.
void choose_outer_windows(std::string_view text, std::vector<std::string_view>& windows);

}  // namespace sluice::langid
