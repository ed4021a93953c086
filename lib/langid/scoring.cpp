#include "langid/scoring.h"

#include <algorithm>

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
using Wide = hn::Repartition<int32_t, Narrow>;
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

void score(const Weights* weights, size_t labels, const int16_t* mean, int32_t* scores) {
  const Narrow narrow;
  const Wide wide;
  for (size_t label = 0; label < labels; ++label) {
    auto even = hn::Zero(wide);
    auto odd = hn::Zero(wide);
    for (size_t v = 0; v < kVectors; ++v) {
      const auto of_label = hn::LoadU(narrow, weights[label].data() + v * kLanes);
      const auto of_text = hn::LoadU(narrow, mean + v * kLanes);
      even = hn::ReorderWidenMulAccumulate(wide, of_label, of_text, even, odd);
    }
    scores[label] = hn::GetLane(hn::SumOfLanes(wide, hn::Add(even, odd)));
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

void score_labels(std::span<const Weights> weights, const std::array<int16_t, kDimension>& mean,
                  std::span<int32_t> scores) {
  HWY_DYNAMIC_DISPATCH(score)(weights.data(), weights.size(), mean.data(), scores.data());
}

}  // namespace sluice::langid
#endif  // HWY_ONCE
