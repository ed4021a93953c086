#include "fasttext/vectors.h"

#include <cstring>
#include <type_traits>

// Highway compiles this file once for each instruction set (hwy/foreach_target.h); what does not
// depend on it is guarded by HWY_ONCE.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fasttext/vectors.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sluice::fasttext {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, kBlock>;

// `weights` begins at the first of so many vectors' columns.
template <size_t kVectors>
inline void add_columns(const char* weights, size_t row_bytes, std::span<const uint32_t> rows,
                        float* sum) {
  const Floats floats;
  const hn::Repartition<uint8_t, Floats> bytes;
  hn::Vec<Floats> sums[kVectors];
  for (size_t v = 0; v < kVectors; ++v) sums[v] = hn::LoadU(floats, sum + v * hn::Lanes(floats));
  for (const uint32_t row : rows) {
    const auto* at = reinterpret_cast<const uint8_t*>(weights + row * row_bytes);
    for (size_t v = 0; v < kVectors; ++v) {
      const auto values = hn::LoadU(bytes, at + v * hn::Lanes(bytes));
      sums[v] = hn::Add(sums[v], hn::BitCast(floats, values));
    }
  }
  for (size_t v = 0; v < kVectors; ++v) hn::StoreU(sums[v], floats, sum + v * hn::Lanes(floats));
}

void add_rows(const char* weights, size_t row_bytes, std::span<const uint32_t> rows, size_t columns,
              float* sum) {
  const size_t lanes = hn::Lanes(Floats());
  size_t c = 0;
  const auto add_as_many = [&](auto vectors) {
    constexpr size_t kVectors = decltype(vectors)::value;
    for (; c + kVectors * lanes <= columns; c += kVectors * lanes) {
      add_columns<kVectors>(weights + c * sizeof(float), row_bytes, rows, sum + c);
    }
  };
  add_as_many(std::integral_constant<size_t, 4>());
  add_as_many(std::integral_constant<size_t, 2>());
  add_as_many(std::integral_constant<size_t, 1>());
  if (c == columns) return;
  for (const uint32_t row : rows) {
    for (size_t last = c; last < columns; ++last) {
      float value;
      std::memcpy(&value, weights + row * row_bytes + last * sizeof value, sizeof value);
      sum[last] += value;
    }
  }
}

template <size_t kBlocks>
inline void multiply_blocks(const float* blocks, size_t columns, const float* vector,
                            float* products) {
  const Floats floats;
  const size_t lanes = hn::Lanes(floats);
  for (size_t part = 0; part < kBlock; part += lanes) {
    hn::Vec<Floats> sums[kBlocks];
    for (size_t b = 0; b < kBlocks; ++b) sums[b] = hn::Zero(floats);
    for (size_t c = 0; c < columns; ++c) {
      const auto factor = hn::Set(floats, vector[c]);
      for (size_t b = 0; b < kBlocks; ++b) {
        const auto values = hn::LoadU(floats, blocks + (b * columns + c) * kBlock + part);
        sums[b] = hn::Add(sums[b], hn::Mul(values, factor));
      }
    }
    for (size_t b = 0; b < kBlocks; ++b) {
      hn::StoreU(sums[b], floats, products + b * kBlock + part);
    }
  }
}

void multiply(const float* blocks, size_t block_count, size_t columns, const float* vector,
              float* products) {
  size_t b = 0;
  for (; b + 8 <= block_count; b += 8) {
    multiply_blocks<8>(blocks + b * columns * kBlock, columns, vector, products + b * kBlock);
  }
  for (; b < block_count; ++b) {
    multiply_blocks<1>(blocks + b * columns * kBlock, columns, vector, products + b * kBlock);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace sluice::fasttext
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sluice::fasttext {
HWY_EXPORT(add_rows);
HWY_EXPORT(multiply);

void add_rows(const char* weights, size_t row_bytes, std::span<const uint32_t> rows, size_t columns,
              float* sum) {
  HWY_DYNAMIC_DISPATCH(add_rows)(weights, row_bytes, rows, columns, sum);
}

void multiply(const float* blocks, size_t block_count, size_t columns, const float* vector,
              float* products) {
  HWY_DYNAMIC_DISPATCH(multiply)(blocks, block_count, columns, vector, products);
}

}  // namespace sluice::fasttext
#endif  // HWY_ONCE
