// Which blocks to keep, given how likely each is content.
//
// The set that maximises the expected F-measure of words. If block i has w_i words and is content
// with probability p_i, the F-measure of keeping a set S is about
//
//   F = (1 + b^2) * sum over S of p_i w_i / (sum over S of w_i + b^2 * sum over all of p_i w_i)
//
// and the best set keeps the blocks with p_i above F / (1 + b^2): a page that is plain content or
// not is cut at one half, a doubtful one lower (Lipton, Elkan, Naryanaswamy, "Optimal thresholding
// of classifiers to maximize F1 measure", 2014; F-beta: Ye et al., "Optimizing F-measures", 2012).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "extract/blocks.h"
#include "extract/forest.h"

namespace sluice::extract {

// A block's weight in such sums: its words, and those of scripts without spaces by characters.
uint32_t weight_of(const Block& block);

struct Choice {
  uint32_t threshold = kCertain;  // probability from which blocks are kept, in 1 / kCertain
  uint32_t expected = 0;          // the F-measure expected of it, likewise
};

// How a profile weighs precision and recall.
struct Aim {
  uint32_t beta_percent;  // 100 * b, 10..1000; above 100 recall weighs more
  uint32_t least;  // probability, in 1 / kCertain, below which no block is kept: a page on which
                   // nothing is likelier has no content
};

// `likely`: probabilities, one a block, in 1 / kCertain. O(n).
Choice choose(const Blocks& blocks, std::span<const uint32_t> likely, const Aim& aim);

// Blocks of a page are right or wrong together, more than the formula believes, so the best b for
// an even F-measure is a little below 1; both values of `balanced` were found by cross-validation
// (docs/extract.md).
inline constexpr Aim kPreciseAim = {.beta_percent = 50, .least = kCertain * 35 / 100};
inline constexpr Aim kBalancedAim = {.beta_percent = 85, .least = kCertain * 20 / 100};
inline constexpr Aim kCompleteAim = {.beta_percent = 150, .least = kCertain * 10 / 100};

}  // namespace sluice::extract
