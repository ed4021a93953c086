// Which blocks to keep, given how likely each is content.
//
// The set that maximises the expected F-measure of words. If block i has w_i words and is content with
// probability p_i, the F-measure of keeping a set S is about
//
//   F = (1 + b^2) * sum over S of p_i w_i / (sum over S of w_i + b^2 * sum over all of p_i w_i)
//
// and the best set keeps the blocks with p_i above F / (1 + b^2): a page that is plain content or not is
// cut at one half, a doubtful one lower (Lipton, Elkan, Naryanaswamy, "Optimal thresholding of classifiers to maximize
// F1 measure", 2014; F-beta: Ye et al., "Optimizing F-measures", 2012).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "extract/blocks.h"

namespace sluice::extract {

// A block's weight in such sums: its words, and those of scripts without spaces by characters.
uint32_t weight_of(const Block& block);

struct Choice {
  uint32_t threshold = 0;  // probability from which blocks are kept, in 1 / kCertain
  uint32_t expected = 0;   // the F-measure expected of it, likewise
};

// `likely`: probabilities, one a block, in 1 / kCertain. `beta_percent`: 100 * b, 10..1000; above 100
// recall weighs more. Time: O(n log n).
Choice choose(const Blocks& blocks, std::span<const uint32_t> likely, uint32_t beta_percent);

}  // namespace sluice::extract
