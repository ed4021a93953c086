// Inputs as blocks of stored bytes, for many threads to decode.
//
//   BlockReader reader(inputs, {});
//   for (Block block; reader.next(block);) { expand(block); … }  // unpacker.h takes it from here
//
// A block of a compressed input is cut, where possible, before a byte sequence that looks like the
// start of a gzip member or zstd frame (one in 2^27 places of random data does by accident), so
// that expand() finds members that lie in the block whole. Whether they are what they seem is
// decided later and in order; expand() only decodes beforehand what is likely to be asked for.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/buffer.h"
#include "io/source.h"
#include "warc/codec.h"

namespace sluice::warc {

// Members up to these sizes are decoded whole; larger ones, as of files that are one member, as a
// stream.
inline constexpr size_t kWholeStored = size_t{4} << 20;
inline constexpr size_t kWholePlain = size_t{16} << 20;

struct Block {
  // A member that was decoded beforehand.
  struct Member {
    size_t begin = 0;  // in `stored`
    size_t size = 0;
    size_t plain_begin = 0;  // in `plain`
    size_t plain_size = 0;
  };
  size_t input = 0;     // index into the reader's inputs
  uint64_t offset = 0;  // of its first byte in the input
  bool page = false;    // the input is called a page (io/inputs.h)
  bool last = false;    // the input ends with this block (it may be empty)
  Coding coding;
  Buffer stored;
  Buffer plain;
  std::vector<Member> members;  // in order
};

// Decodes the members that a block seems to hold. Thread-safe for different blocks. Time is linear
// in the block and what is decoded of it, 32 MiB and one member at most.
void expand(Block& block);

class BlockReader {
 public:
  struct Options {
    size_t block_bytes = size_t{1} << 20;  // stored bytes a block, about; >= 1
    io::CommandOptions command{};
  };
  using OpenSource = std::function<std::unique_ptr<io::Source>(const io::Input&)>;

  BlockReader(std::vector<io::Input> inputs, const Options& options);
  // Reads from other sources than open_source()'s (tests, memory).
  BlockReader(std::vector<io::Input> inputs, const Options& options, OpenSource open);

  // Fills `block` (its buffers are reused) and returns true, or returns false after the last
  // input's last block. Every input ends with a block that has `last`. Throws IoError, Interrupted.
  bool next(Block& block);

  // Stored bytes read so far over all inputs, and their total where all sizes are known.
  uint64_t bytes_read() const { return read_; }
  std::optional<uint64_t> bytes_total() const { return total_; }

 private:
  void open_input();
  void fill(Buffer& bytes, size_t size);
  void find_cut(Block& block);

  std::vector<io::Input> inputs_;
  Options options_;
  OpenSource open_;
  std::optional<uint64_t> total_;
  std::atomic<uint64_t> read_ = 0;

  size_t current_ = 0;  // index of the input being read
  std::unique_ptr<io::Source> source_;
  Coding coding_;
  Buffer rest_;            // read, but not yet in a block
  uint64_t offset_ = 0;    // of rest_
  bool ended_ = false;     // the source is
  bool in_large_ = false;  // the last block was cut where no member seems to begin
};

}  // namespace sluice::warc
