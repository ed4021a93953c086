// The arithmetic of the identifier: sums of table rows, and scores of labels from such a sum.
//
// Vector code chosen at run time (Highway); the sums are of integers, so every instruction set
// gives the same.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sluice::langid {

// Numbers a row.
inline constexpr size_t kDimension = 64;

using Row = std::array<int8_t, kDimension>;
using RowSum = std::array<int32_t, kDimension>;
using Weights = std::array<int16_t, kDimension>;

// sum[d] += rows[numbers[0]][d] + rows[numbers[1]][d] + …
void add_rows(std::span<const Row> rows, std::span<const uint32_t> numbers, RowSum& sum);

// scores[i] = sum over d of weights[i][d] * mean[d]. |mean| <= 2^15, |weights| < 2^10, so that no
// sum leaves 32 bits.
void score_labels(std::span<const Weights> weights, const std::array<int16_t, kDimension>& mean,
                  std::span<int32_t> scores);

}  // namespace sluice::langid
