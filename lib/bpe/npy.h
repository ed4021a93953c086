// Headers of .npy files that hold token ids: NumPy's format 1.0.
//
//   std::string head = npy_head(2, 4096, 2048);           // shape (2, 2048) of '<u2'
//   const NpyArray array = read_npy_head(bytes);          // …of version 1, 2 or 3
//
// Format: numpy/lib/format.py's description: "\x93NUMPY", version, length, and a Python dictionary
// padded with spaces so that the data begins at a multiple of 64 bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sluice::bpe {

// The header of a .npy file with one dimension, or two if `row` is not 0; always of the same size,
// so that it can be written again when the length is known.
inline constexpr size_t kNpyHeadBytes = 128;
std::string npy_head(size_t bytes_per_id, uint64_t ids, uint64_t row);

struct NpyArray {
  size_t head_bytes = 0;
  size_t bytes_per_id = 0;
  uint64_t ids = 0;
  uint64_t row = 0;  // 0: one dimension
};
// Reads the header of an array of ids (of versions 1 to 3, of any size): C order, one or two
// dimensions of '<u2', '<u4' or '<i4'. Throws ConfigError saying what is wrong.
NpyArray read_npy_head(std::string_view bytes);
// How many bytes of a file that head has, told by its first 12; nothing if that is no .npy file.
std::optional<size_t> npy_head_bytes(std::string_view first);

}  // namespace sluice::bpe
