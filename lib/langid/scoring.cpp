#include "langid/scoring.h"

#include <algorithm>
#include <cstring>

// Highway compiles this file once for each instruction set (hwy/foreach_target.h); what does not
// depend on it is guarded by HWY_ONCE.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "langid/scoring.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sluice::langid {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Narrow = hn::CappedTag<int16_t, kDimension>;
constexpr size_t kLanes = hn::MaxLanes(Narrow());
constexpr size_t kVectors = kDimension / kLanes;

// As many rows as 16 bits can add up: 256 times 127 is below 2^15.
constexpr size_t kRowsAtOnce = 256;

void add_few(const Row* rows, const uint32_t* numbers, size_t count, int32_t* sum) {
  const Narrow narrow;
  const hn::Rebind<int8_t, Narrow> bytes;
  const hn::Half<Narrow> half;
  const hn::Rebind<int32_t, hn::Half<Narrow>> wide;
  hn::Vec<Narrow> sums[kVectors];
  for (auto& part : sums) part = hn::Zero(narrow);
  for (size_t i = 0; i < count; ++i) {
    const int8_t* row = rows[numbers[i]].data();
    for (size_t v = 0; v < kVectors; ++v) {
      sums[v] = hn::Add(sums[v], hn::PromoteTo(narrow, hn::LoadU(bytes, row + v * kLanes)));
    }
  }
  for (size_t v = 0; v < kVectors; ++v) {
    int32_t* part = sum + v * kLanes;
    const auto low = hn::PromoteTo(wide, hn::LowerHalf(half, sums[v]));
    const auto high = hn::PromoteTo(wide, hn::UpperHalf(half, sums[v]));
    hn::StoreU(hn::Add(low, hn::LoadU(wide, part)), wide, part);
    hn::StoreU(hn::Add(high, hn::LoadU(wide, part + kLanes / 2)), wide, part + kLanes / 2);
  }
}

void add(const Row* rows, const uint32_t* numbers, size_t count, int32_t* sum) {
  for (size_t done = 0; done < count; done += kRowsAtOnce) {
    add_few(rows, numbers + done, std::min(kRowsAtOnce, count - done), sum);
  }
}

void score(const int16_t* pairs, size_t padded, const int16_t* mean, int32_t* scores) {
  const hn::CappedTag<int32_t, kLabelsAtOnce> sums;
  const hn::Repartition<int16_t, decltype(sums)> values;
  for (size_t label = 0; label < padded; label += hn::Lanes(sums)) {
    auto one = hn::Zero(sums);
    auto other = hn::Zero(sums);
    for (size_t pair = 0; pair < kDimension / 2; ++pair) {
      int32_t both;
      std::memcpy(&both, mean + 2 * pair, sizeof both);
      const auto of_text = hn::BitCast(values, hn::Set(sums, both));
      const auto of_labels = hn::LoadU(values, pairs + 2 * (pair * padded + label));
      one = hn::ReorderWidenMulAccumulate(sums, of_labels, of_text, one, other);
    }
    hn::StoreU(hn::RearrangeToOddPlusEven(one, other), sums, scores + label);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace sluice::langid
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sluice::langid {
HWY_EXPORT(add);
HWY_EXPORT(score);

void add_rows(std::span<const Row> rows, std::span<const uint32_t> numbers, RowSum& sum) {
  HWY_DYNAMIC_DISPATCH(add)(rows.data(), numbers.data(), numbers.size(), sum.data());
}

LabelWeights::LabelWeights(std::span<const Weights> labels)
    : padded_((labels.size() + kLabelsAtOnce - 1) / kLabelsAtOnce * kLabelsAtOnce),
      pairs_(padded_ * kDimension) {
  for (size_t label = 0; label < labels.size(); ++label) {
    for (size_t d = 0; d < kDimension; ++d) {
      pairs_[2 * (d / 2 * padded_ + label) + d % 2] = labels[label][d];
    }
  }
}

void score_labels(const LabelWeights& weights, const std::array<int16_t, kDimension>& mean,
                  std::vector<int32_t>& scores) {
  scores.resize(weights.padded());
  HWY_DYNAMIC_DISPATCH(score)(weights.data(), weights.padded(), mean.data(), scores.data());
}

}  // namespace sluice::langid
#endif  // HWY_ONCE
