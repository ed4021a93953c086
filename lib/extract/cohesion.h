// What belongs together is kept together: parts that the scorer, which judges blocks one by one,
// would tear out of their whole.
//
//   keep_together(blocks, likely, threshold, keep);   // after choose(); adds blocks only
//
// - A data table is kept whole if at least half its words are kept; or if it stands beside a kept
//   block and its words are half as likely as they would have to be, or between two and they are a
//   quarter as likely: a table without some of its cells says something else.
// - In a list of which at least half the words are kept, items stay that are a third as likely as
//   they would have to be.
// - A block between two kept ones, and preformatted text beside one, stays if it is half as likely
//   as it would have to be.
//
// Hidden blocks and controls are never added.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "extract/blocks.h"

namespace sluice::extract {

// `likely` and `threshold` in 1 / kCertain; `keep`: one byte a block. Time: O(blocks * depth of
// lists and tables in each other).
void keep_together(const Blocks& blocks, std::span<const uint32_t> likely, uint32_t threshold,
                   std::vector<uint8_t>& keep);

}  // namespace sluice::extract
