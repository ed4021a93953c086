// The arithmetic of the identifier: sums of table rows, and scores of labels from such a sum.
//
// Vector code chosen at run time (Highway); the sums are of integers, so every instruction set
// gives the same.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sluice::langid {

// Numbers a row.
inline constexpr size_t kDimension = 64;

using Row = std::array<int8_t, kDimension>;
using RowSum = std::array<int32_t, kDimension>;
using NarrowSum = std::array<int16_t, kDimension>;  // of at most 258 rows
using Weights = std::array<int16_t, kDimension>;

// Of any weight, either sign: with means below 2^15, no sum of products reaches 2^31 * 3 / 4.
inline constexpr int16_t kMostOfWeight = 767;

// sum[d] += rows[numbers[0]][d] + rows[numbers[1]][d] + …
void add_rows(std::span<const Row> rows, std::span<const uint32_t> numbers, RowSum& sum);

// As many labels as the widest vectors take.
inline constexpr size_t kLabelsAtOnce = 16;

// The weights of some labels, side by side for score_labels().
class LabelWeights {
 public:
  LabelWeights() = default;
  explicit LabelWeights(std::span<const Weights> labels);

  // A vector's worth of labels or a multiple of it: how many scores are written.
  size_t padded() const { return padded_; }
  const int16_t* data() const { return pairs_.data(); }

 private:
  size_t padded_ = 0;
  std::vector<int16_t> pairs_;  // for each two dimensions those two of each label
};

// scores[i] = sum over d of label i's weights[d] * mean[d]; `scores` gets weights.padded() entries.
// |mean| < 2^15, |weights| <= kMostOfWeight.
void score_labels(const LabelWeights& weights, const std::array<int16_t, kDimension>& mean,
                  std::vector<int32_t>& scores);

}  // namespace sluice::langid
