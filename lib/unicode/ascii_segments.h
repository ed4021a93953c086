// The segments of ASCII text, 64 bytes at a time by vector instructions: the inner loop of
// Segmenter.
//
//   Segment found[kAsciiBlock];
//   const size_t count = find_ascii_segments(text, at, found);   // `at` moves behind them
//
// A block of bytes is turned into a mask for each class of characters, one bit a byte; the rules
// are then a few operations on the masks, since in ASCII none of them looks further than two
// characters back and one ahead.
#pragma once

#include <cstddef>
#include <string_view>

#include "unicode/segments.h"

namespace sluice {

inline constexpr size_t kAsciiBlock = 64;

// Finds the segments from `at` on, a boundary, that end within 64 bytes and do not depend on what
// comes behind these or is not ASCII. Writes them to `out`, kAsciiBlock at most, and returns how
// many; none where the first of them is longer. `at` moves behind the last.
size_t find_ascii_segments(std::string_view text, size_t& at, Segment* out);

}  // namespace sluice
