#include "extract/forest.h"

#include <algorithm>
#include <array>
#include <cstdlib>

// Highway compiles this file once for each instruction set (hwy/foreach_target.h); what does not
// depend on it is guarded by HWY_ONCE.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "extract/forest.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sluice::extract {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Values = hn::CappedTag<int16_t, FeatureMatrix::kLanes>;
using Sums = hn::CappedTag<int32_t, FeatureMatrix::kLanes / 2>;

// Of a tree's leaves those with these numbers. Each load takes the leaf behind it along, which is
// shifted away; so the leaves must have one more behind the last.
inline hn::Vec<Sums> take_leaves(const int16_t* leaves, hn::Vec<hn::Half<Values>> numbers) {
  const Sums sums;
  const auto offsets = hn::ShiftLeft<1>(hn::PromoteTo(sums, numbers));
  const auto pairs = hn::GatherOffset(sums, reinterpret_cast<const int32_t*>(leaves), offsets);
  return hn::ShiftRight<16>(hn::ShiftLeft<16>(pairs));
}

// All trees for as many rows as a vector holds, then for the next ones.
void score(const Forest& forest, const FeatureMatrix& matrix, int32_t* scores) {
  const Values values;
  const Sums sums;
  const hn::Half<Values> half;
  const size_t trees = forest.trees();
  for (size_t row = 0; row < matrix.rows(); row += hn::Lanes(values)) {
    auto low = hn::Set(sums, forest.bias);
    auto high = low;
    const Split* split = forest.splits.data();
    const int16_t* leaves = forest.leaves.data();
    for (size_t tree = 0; tree < trees; ++tree) {
      auto leaf = hn::Zero(values);
      for (uint32_t level = 0; level < forest.depth; ++level, ++split) {
        const auto is_greater = hn::Gt(hn::LoadU(values, matrix.column(split->feature) + row),
                                       hn::Set(values, split->threshold));
        const auto bit = hn::Set(values, static_cast<int16_t>(1 << level));
        leaf = hn::Or(leaf, hn::IfThenElseZero(is_greater, bit));
      }
      low = hn::Add(low, take_leaves(leaves, hn::LowerHalf(half, leaf)));
      high = hn::Add(high, take_leaves(leaves, hn::UpperHalf(half, leaf)));
      leaves += size_t{1} << forest.depth;
    }
    hn::StoreU(low, sums, scores + row);
    hn::StoreU(high, sums, scores + row + hn::Lanes(sums));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace sluice::extract
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sluice::extract {
HWY_EXPORT(score);

namespace {

size_t padded(size_t rows) {
  constexpr size_t kLanes = FeatureMatrix::kLanes;
  return (rows + kLanes - 1) / kLanes * kLanes;
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

void FeatureMatrix::reset(size_t features, size_t rows) {
  rows_ = rows;
  features_ = features;
  stride_ = padded(rows);
  values_.assign(features * stride_, 0);
}

void Forest::score(const FeatureMatrix& matrix, std::vector<int32_t>& scores) const {
  scores.resize(padded(matrix.rows()));
  HWY_DYNAMIC_DISPATCH(score)(*this, matrix, scores.data());
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
#endif  // HWY_ONCE
