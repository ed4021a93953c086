// The verdict on each block: the best choice (choice.h), and what belongs together with it, which a
// scorer that judges blocks one by one would tear out of its whole.
//
//   const Choice choice = decide(blocks, likely, kBalancedAim, keep);
//
// - A data table is kept whole if at least half its words are kept; or if it stands beside a kept
//   block and its words are half as likely as they would have to be, or between two and they are a
//   quarter as likely: a table without some of its cells says something else.
// - In a list of which at least half the words are kept, items stay that are a third as likely as
//   they would have to be.
// - A block between two kept ones, preformatted text beside one, and a heading before one stay if
//   they are half as likely as they would have to be.
// - Of a page of at most three blocks and 250 bytes, less than a third of them links, all that is
//   plainly visible is kept: it tells a scorer nothing.
//
// Hidden blocks and controls are never added.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "extract/blocks.h"
#include "extract/choice.h"

namespace sluice::extract {

// `likely` and `threshold` in 1 / kCertain; `keep`: one byte a block. Time: O(blocks * depth of
// lists and tables in each other).
void keep_together(const Blocks& blocks, std::span<const uint32_t> likely, uint32_t threshold,
                   std::vector<uint8_t>& keep);

// Sets `keep`, one byte a block.
Choice decide(const Blocks& blocks, std::span<const uint32_t> likely, const Aim& aim,
              std::vector<uint8_t>& keep);

}  // namespace sluice::extract
