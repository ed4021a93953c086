#include "fasttext/matrix.h"

#include <bit>

namespace sluice::fasttext {

static_assert(std::endian::native == std::endian::little, "weights are used as they lie there");

namespace {

// Calls take(column, value) for each column of a row of codes, before its norm is applied.
template <class Take>
void each_column(const ProductQuantizer& quantizer, const uint8_t* codes, Take take) {
  uint32_t begin = 0;
  for (uint32_t p = 0; p < quantizer.pieces; ++p) {
    const uint32_t size = p + 1 == quantizer.pieces ? quantizer.last_piece : quantizer.piece;
    const char* centroid = quantizer.centroid(begin, size, codes[p]);
    for (uint32_t i = 0; i < size; ++i) take(begin + i, load<float>(centroid + i * sizeof(float)));
    begin += size;
  }
}

}  // namespace

float Matrix::norm(uint64_t row) const {
  return norms_ == nullptr ? 1 : load<float>(norms_ + norm_codes_[row] * sizeof(float));
}

void Matrix::add_row(uint64_t row, float* sum) const {
  if (is_dense()) {
    const char* weights = weights_ + row * columns_ * sizeof(float);
    for (uint32_t i = 0; i < columns_; ++i) sum[i] += load<float>(weights + i * sizeof(float));
    return;
  }
  const float factor = norm(row);
  each_column(quantizer_, codes_ + row * quantizer_.pieces,
              [&](uint32_t column, float value) { sum[column] += factor * value; });
}

float Matrix::dot(uint64_t row, const float* vector) const {
  float sum = 0;
  if (is_dense()) {
    const char* weights = weights_ + row * columns_ * sizeof(float);
    for (uint32_t i = 0; i < columns_; ++i) {
      sum += load<float>(weights + i * sizeof(float)) * vector[i];
    }
    return sum;
  }
  each_column(quantizer_, codes_ + row * quantizer_.pieces,
              [&](uint32_t column, float value) { sum += vector[column] * value; });
  return sum * norm(row);
}

}  // namespace sluice::fasttext
