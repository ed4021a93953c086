// Inputs as a sequence of chunks, decompressed as far as possible by many threads.
//
// next() is called by one thread and reads; expand() may then run on any thread, for many chunks at
// once. A zstd frame whose size is known and small (everything this toolchain writes) is handed
// over whole and expanded in parallel; all other compressed data (one long frame, gzip) is
// decompressed within next(), which is serial. After expand(), chunk.bytes is plain data, and the
// chunks of an input in order are its content.
//
//   ChunkReader reader(inputs, {});
//   for (Chunk chunk; reader.next(chunk);) { ChunkReader::expand(chunk); use(chunk.bytes); }
//
// Damage never stops the reader by itself: a chunk carries a `defect` (what, and at which stored
// offset), says that bytes are missing behind its own, and reading goes on at the next gzip member
// or zstd frame that can be found. What to make of a defect is the caller's policy.
//
// Of a damaged gzip member what was decoded before the damage is delivered, less up to 258 bytes;
// of a zstd frame the blocks before it, or nothing if the frame was handed over whole. The search
// begins within the damaged member, at most 256 KiB back, so that a member whose beginning was run
// over is not lost; the price is that gzip or zstd data stored within the damaged member may be
// taken for the next. Content and defects are the same whatever the sizes in which a source
// delivers its bytes, and searching takes time linear in the input.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/buffer.h"
#include "io/compression.h"
#include "io/source.h"

namespace sluice::io {

// Damage of the compressed stream. The reasons are names of bad records in stats files.
struct Defect {
  enum class Kind {
    truncated,  // "truncated_input": the stream ends within a member or frame
    damaged,    // "damaged_stream": invalid deflate or zstd data, or a wrong checksum or length
    trailing_garbage,  // "garbage": bytes between or behind members that are none (zero padding is
                       // no defect)
    window_too_large,  // "window_too_large": a zstd window over 2^31 bytes
  };
  Kind kind = Kind::damaged;
  uint64_t offset = 0;   // of the member, frame or garbage in the input as stored
  std::string detail{};  // the library's own word for it

  std::string_view reason() const;
};

struct Chunk {
  size_t input = 0;  // index into the reader's inputs
  uint64_t offset =
      0;  // where its stored bytes begin in the input (for plain inputs: of the data itself)
  Buffer bytes;
  bool compressed = false;       // a whole zstd frame still to be expanded
  bool last = false;             // the input ends with this chunk (it may be empty)
  std::optional<Defect> defect;  // bytes are missing or were skipped behind this chunk's bytes
};

class ChunkReader {
 public:
  struct Options {
    size_t chunk_bytes = size_t{1} << 20;  // plain bytes a chunk, about; >= 1
    size_t frame_bytes = size_t{8}
                         << 20;  // zstd frames up to this content size are expanded in parallel
    CommandOptions command{};
    uint64_t window_bytes = uint64_t{1} << 31;  // zstd frames with a larger window are defects
  };
  using OpenSource = std::function<std::unique_ptr<Source>(const Input&)>;

  ChunkReader(std::vector<Input> inputs, const Options& options);
  // Reads the inputs from other sources than open_source()'s (tests, memory).
  ChunkReader(std::vector<Input> inputs, const Options& options, OpenSource open);
  ~ChunkReader();

  // Fills `chunk` (its buffer is reused) and returns true, or returns false after the last input's
  // last chunk. Every input ends with a chunk that has `last`, also an empty one. Throws IoError,
  // Interrupted.
  bool next(Chunk& chunk);

  // Decompresses a chunk that next() handed over compressed; a no-op for others. Thread-safe,
  // static. If the frame is damaged, nothing of it is delivered and `defect` is set.
  static void expand(Chunk& chunk);

  // Stored bytes read so far over all inputs, and their total where all sizes are known: for
  // progress.
  uint64_t stored_bytes_read() const;
  std::optional<uint64_t> stored_bytes_total() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Whole input, decompressed, for small files (id lists, rule files): at most `limit` bytes, IoError
// if there are more or if the file is damaged.
std::string read_whole(const Input& input, uint64_t limit = uint64_t{1} << 30);

}  // namespace sluice::io
