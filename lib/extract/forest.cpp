#include "extract/forest.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace sluice::extract {

void FeatureMatrix::reset(size_t features, size_t rows) {
  rows_ = rows;
  features_ = features;
  stride_ = (rows + kLanes - 1) / kLanes * kLanes;
  values_.assign(features * stride_, 0);
}

namespace {

// Sixteen rows at a time, in loops of fixed length that compilers turn into vector code.
void add_tree(const FeatureMatrix& matrix, std::span<const Split> splits, const int16_t* leaves,
              int32_t* scores) {
  constexpr size_t kLanes = FeatureMatrix::kLanes;
  for (size_t row = 0; row < matrix.rows(); row += kLanes) {
    std::array<int16_t, kLanes> leaf{};
    int16_t bit = 1;
    for (const Split& split : splits) {
      const int16_t* values = matrix.column(split.feature) + row;
      for (size_t lane = 0; lane < kLanes; ++lane) {
        leaf[lane] = static_cast<int16_t>(leaf[lane] | (values[lane] > split.threshold ? bit : 0));
      }
      bit = static_cast<int16_t>(bit * 2);
    }
    for (size_t lane = 0; lane < kLanes; ++lane) scores[row + lane] += leaves[leaf[lane]];
  }
}

// exp(-x / 8) for the logistic function, x = 0..95, in units of 1 / 2^24.
constexpr std::array<uint32_t, 97> kDecay = [] {
  std::array<uint32_t, 97> decay{};
  double value = 1;
  for (uint32_t& entry : decay) {
    entry = static_cast<uint32_t>(value * (1 << 24) + 0.5);
    value *= 0.88249690258459540;  // exp(-1 / 8)
  }
  return decay;
}();

}  // namespace

void Forest::score(const FeatureMatrix& matrix, std::vector<int32_t>& scores) const {
  const size_t padded =
      (matrix.rows() + FeatureMatrix::kLanes - 1) / FeatureMatrix::kLanes * FeatureMatrix::kLanes;
  scores.assign(padded, bias);
  for (size_t tree = 0; tree < trees(); ++tree) {
    add_tree(matrix, splits.subspan(tree * depth, depth), leaves.data() + (tree << depth),
             scores.data());
  }
  scores.resize(matrix.rows());
}

uint32_t probability(int32_t score) {
  constexpr int32_t kMost = 12 * kLogit - 1;
  const int32_t size = std::abs(std::clamp(score, -kMost, kMost));
  constexpr int32_t kStep = kLogit / 8;
  const auto at = static_cast<size_t>(size / kStep);
  const int64_t low = kDecay[at];
  const int64_t decay = low - (low - kDecay[at + 1]) * (size % kStep) / kStep;
  // 1 / (1 + exp(-|x|)), and its complement for negative scores.
  const auto above =
      static_cast<uint32_t>((int64_t{kCertain} << 24) / ((int64_t{1} << 24) + decay));
  return score < 0 ? kCertain - above : above;
}

}  // namespace sluice::extract
