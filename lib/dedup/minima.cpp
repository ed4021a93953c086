#include "dedup/minima.h"

#include <algorithm>
#include <limits>
#include <type_traits>

// Highway compiles this file once for each instruction set (hwy/foreach_target.h); what does not
// depend on it is guarded by HWY_ONCE.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dedup/minima.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sluice::dedup {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr size_t kChunk =
    2048;  // shingles that stay in the first cache while all functions see them

struct Affine32 {
  using Value = uint32_t;
  using Tag = hn::CappedTag<Value, kMinimaBlock>;
  using Vector = hn::Vec<Tag>;
  static Vector hash(Vector x, Vector multiplier, Vector addend) {
    return hn::Add(hn::Mul(x, multiplier), addend);
  }
};

struct Mersenne61 {
  using Value = uint64_t;
  using Tag = hn::CappedTag<Value, kMinimaBlock>;
  using Vector = hn::Vec<Tag>;
  static Vector hash(Vector x, Vector multiplier, Vector addend) {
    const Tag tag;
    const Vector prime = hn::Set(tag, (uint64_t{1} << 61) - 1);
    const Vector product = hn::Add(hn::Mul(x, multiplier), addend);
    const Vector folded = hn::Add(hn::And(product, prime), hn::ShiftRight<61>(product));
    return hn::Min(folded, hn::Sub(folded, prime));  // below the prime, the difference wraps
  }
};

// Functions of one loop over the shingles: as many as registers hold.
template <class Function, size_t kVectors>
inline void update(std::span<const uint64_t> shingles, const typename Function::Value* multipliers,
                   const typename Function::Value* addends, typename Function::Value* minima) {
  using Value = typename Function::Value;
  const typename Function::Tag tag;
  const size_t lanes = hn::Lanes(tag);
  typename Function::Vector a[kVectors];
  typename Function::Vector b[kVectors];
  typename Function::Vector least[kVectors];
  for (size_t v = 0; v < kVectors; ++v) {
    a[v] = hn::LoadU(tag, multipliers + v * lanes);
    b[v] = hn::LoadU(tag, addends + v * lanes);
    least[v] = hn::LoadU(tag, minima + v * lanes);
  }
  for (const uint64_t shingle : shingles) {
    const auto x = hn::Set(tag, static_cast<Value>(shingle));
    for (size_t v = 0; v < kVectors; ++v) {
      least[v] = hn::Min(least[v], Function::hash(x, a[v], b[v]));
    }
  }
  for (size_t v = 0; v < kVectors; ++v) hn::StoreU(least[v], tag, minima + v * lanes);
}

template <class Function>
inline void find_minima(std::span<const uint64_t> shingles,
                        std::span<const typename Function::Value> multipliers,
                        std::span<const typename Function::Value> addends,
                        std::span<typename Function::Value> minima) {
  std::fill(minima.begin(), minima.end(), std::numeric_limits<typename Function::Value>::max());
  const size_t lanes = hn::Lanes(typename Function::Tag());
  for (size_t begin = 0; begin < shingles.size(); begin += kChunk) {
    const auto chunk = shingles.subspan(begin, std::min(kChunk, shingles.size() - begin));
    size_t f = 0;
    const auto update_as_many = [&](auto vectors) {
      constexpr size_t kVectors = decltype(vectors)::value;
      for (; f + kVectors * lanes <= minima.size(); f += kVectors * lanes) {
        update<Function, kVectors>(chunk, &multipliers[f], &addends[f], &minima[f]);
      }
    };
    update_as_many(std::integral_constant<size_t, 7>());
    update_as_many(std::integral_constant<size_t, 4>());
    update_as_many(std::integral_constant<size_t, 2>());
    update_as_many(std::integral_constant<size_t, 1>());
  }
}

void minima_32(std::span<const uint64_t> shingles, std::span<const uint32_t> multipliers,
               std::span<const uint32_t> addends, std::span<uint32_t> minima) {
  find_minima<Affine32>(shingles, multipliers, addends, minima);
}

void minima_61(std::span<const uint64_t> shingles, std::span<const uint64_t> multipliers,
               std::span<const uint64_t> addends, std::span<uint64_t> minima) {
  find_minima<Mersenne61>(shingles, multipliers, addends, minima);
}

}  // namespace HWY_NAMESPACE
}  // namespace sluice::dedup
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sluice::dedup {

HWY_EXPORT(minima_32);
HWY_EXPORT(minima_61);

void minima_32(std::span<const uint64_t> shingles, std::span<const uint32_t> multipliers,
               std::span<const uint32_t> addends, std::span<uint32_t> minima) {
  HWY_DYNAMIC_DISPATCH(minima_32)(shingles, multipliers, addends, minima);
}

void minima_61(std::span<const uint64_t> shingles, std::span<const uint64_t> multipliers,
               std::span<const uint64_t> addends, std::span<uint64_t> minima) {
  HWY_DYNAMIC_DISPATCH(minima_61)(shingles, multipliers, addends, minima);
}

}  // namespace sluice::dedup
#endif  // HWY_ONCE
