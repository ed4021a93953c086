// A matrix of weights as it lies in a model's file, dense or product-quantised.
//
// A product quantiser cuts a row into pieces of a few dimensions and stores of each the number of
// the nearest of 256 centroids (Jégou, Douze, Schmid 2011; for text: Joulin et al. 2016,
// "FastText.zip"); with norms the row's length is quantised likewise, apart from its direction.
//
//   matrix.add_row(7, sum);              // sum[i] += row[i]
//   const float f = matrix.dot(7, x);
//
// A view: the bytes must outlive it. They need no alignment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace sluice::fasttext {

// A little-endian value of a file, at any address.
template <class T>
T load(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// Centroids of the pieces of a row. All pieces have `piece` dimensions, but the last.
struct ProductQuantizer {
  uint32_t dim = 0;
  uint32_t pieces = 0;
  uint32_t piece = 0;
  uint32_t last_piece = 0;
  const char* centroids = nullptr;  // f32[dim * 256]: piece after piece, centroid after centroid

  static constexpr uint32_t kCentroids = 256;

  // Of a piece that begins at dimension `begin` and has `size` ones.
  const char* centroid(uint32_t begin, uint32_t size, uint8_t code) const {
    return centroids + (size_t{begin} * kCentroids + size_t{code} * size) * sizeof(float);
  }
};

class Matrix {
 public:
  Matrix() = default;
  // `weights`: f32[rows * columns].
  Matrix(uint64_t rows, uint32_t columns, const char* weights)
      : rows_(rows), columns_(columns), weights_(weights) {}
  // `codes`: u8[rows * quantizer.pieces]; `norm_codes`: u8[rows] and `norms`: f32[256], or null.
  Matrix(uint64_t rows, const ProductQuantizer& quantizer, const uint8_t* codes,
         const uint8_t* norm_codes, const char* norms)
      : rows_(rows),
        columns_(quantizer.dim),
        quantizer_(quantizer),
        codes_(codes),
        norm_codes_(norm_codes),
        norms_(norms) {}

  uint64_t rows() const { return rows_; }
  uint32_t columns() const { return columns_; }
  bool is_dense() const { return weights_ != nullptr; }
  // Of a dense matrix: f32[rows() * columns()], unaligned.
  const char* weights() const { return weights_; }

  // Adds a row, column by column, to `sum`.
  void add_row(uint64_t row, float* sum) const;
  // The product of a row and `vector`, added up from the first column to the last.
  float dot(uint64_t row, const float* vector) const;

 private:
  float norm(uint64_t row) const;

  uint64_t rows_ = 0;
  uint32_t columns_ = 0;
  const char* weights_ = nullptr;
  ProductQuantizer quantizer_;
  const uint8_t* codes_ = nullptr;
  const uint8_t* norm_codes_ = nullptr;
  const char* norms_ = nullptr;
};

}  // namespace sluice::fasttext
