// Sums of rows and products with a matrix, with the vector instructions that the machine has.
//
// Each number is added up in one fixed order, column by column, so that all instruction sets (and
// fastText's own loops) give the same bits.
//
//   add_rows(weights, row_bytes, rows, columns, sum);
//   multiply(blocks, block_count, columns, vector, products);
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sluice::fasttext {

// sum[c] += row[c] for these rows one after the other. Row r is f32[columns] at `weights + r *
// row_bytes`, which needs no alignment.
void add_rows(const char* weights, size_t row_bytes, std::span<const uint32_t> rows, size_t columns,
              float* sum);

// Rows of a matrix, kBlock at a time, a column of a block after the other: products of many rows
// with one vector are then additions side by side.
inline constexpr size_t kBlock = 16;
// Up to whole blocks.
constexpr size_t padded(size_t size) { return (size + kBlock - 1) / kBlock * kBlock; }

// products[b * kBlock + i] is that of row i of block b: the sum over c, from the first to the last,
// of blocks[(b * columns + c) * kBlock + i] * vector[c].
void multiply(const float* blocks, size_t block_count, size_t columns, const float* vector,
              float* products);

}  // namespace sluice::fasttext
