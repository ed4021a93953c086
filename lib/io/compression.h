// Compressed formats: which they are, and one block of bytes as one gzip member or zstd frame.
//
// On input the format is found by content (the first bytes), on output by name (.gz, .zst): a
// renamed file is still read right, and a user says what he wants by what he calls it.
//
//   sniff_compression(first_bytes)            Compression::zstd
//   compression_of_name("out.jsonl.gz")       Compression::gzip
//   compress_block(Compression::zstd, 3, text, out);   // appends one frame
//
// Concatenated members and frames are one stream to every reader (RFC 1952, RFC 8878), so that
// blocks compressed by many threads and written in order make one file.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/buffer.h"

namespace sluice::io {

enum class Compression { none, gzip, zstd };

// What a stream's first bytes (4 are enough) say: gzip magic, zstd frame or skippable frame magic,
// or none.
Compression sniff_compression(std::string_view first_bytes);

// By the path's ending: ".gz", ".zst", anything else is none.
Compression compression_of_name(std::string_view path);

// "none", "gzip", "zstd".
std::string_view to_string(Compression compression);

// Levels that --compression-level may name: zstd 1..22 (default 3), gzip 1..12 (libdeflate, default
// 6).
struct Levels {
  int lowest;
  int highest;
  int standard;
};
Levels levels_of(Compression compression);

// Appends `block` to `out` as one complete gzip member or zstd frame (with content size and
// checksum), or as it is for Compression::none. The same input and level give the same bytes (of
// one library version) on any thread. Thread-safe; contexts are kept per thread. Throws ConfigError
// on a level out of range.
void compress_block(Compression compression, int level, std::string_view block, Buffer& out);

}  // namespace sluice::io
