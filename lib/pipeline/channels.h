// The outputs of a run: bytes in, blocks compressed by all threads, files out.
//
// Each output is a stream of bytes that is cut into blocks at fixed offsets, each compressed as a
// member or frame of its own; so the compressed bytes depend on the stream alone, not on batches or
// threads. The three steps are called by the pipeline for one batch after the other: cut() in
// order, compress() anywhere, write() in order. While one thread cuts, another may write earlier
// batches, so cut() leaves files alone.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/buffer.h"
#include "io/compression.h"
#include "io/output.h"
#include "io/shard_pattern.h"
#include "pipeline/batch.h"

namespace sluice::pipeline {

// What is to be written of one batch.
class CutBatch {
 public:
  void clear() { pieces_.clear(); }

 private:
  friend class Channels;
  struct File {
    std::string path;
    // Of write(): it opens the output if that was not done, and gathers the pieces of a batch.
    io::OutputFile* output = nullptr;
    std::vector<std::string_view> gathered = {};
  };
  struct Piece {
    File* file = nullptr;
    io::Compression compression = io::Compression::none;
    int level = 0;
    std::string_view bytes;  // of the batch, or of `block`
    Buffer block;
    Buffer compressed;
  };
  std::vector<Piece> pieces_;
};

class Channels {
 public:
  struct Options {
    std::optional<int> compression_level;  // the format's standard level if not given
    size_t block_bytes = size_t{1} << 20;
  };

  Channels(io::OutputSet& outputs, const Options& options) : outputs_(outputs), options_(options) {}

  // The next channel's number is returned by each, its file opened; an empty path takes its bytes
  // and writes nothing. Throws ConfigError where the level does not fit the format that the path's
  // name says.
  uint32_t add(const std::string& path);
  // The same for an output that is there only if bytes are written to it; the file is opened then.
  uint32_t add_on_demand(const std::string& path);
  // A channel that goes on in the next file when the next emission would make this one longer than
  // `limit` bytes (uncompressed; > 0; a longer document gets a file of its own). The pattern is an
  // io::ShardPattern, else ConfigError.
  uint32_t add_rolling(const std::string& pattern, uint64_t limit);

  void cut(const Batch& batch, CutBatch& cut);
  static void compress(CutBatch& cut);
  void write(const CutBatch& cut);
  // After write(), of what went to a file that is not compressed.
  void overwrite(const Overwrite& what);
  // The blocks that are not full at the end of the run.
  void finish();

  // Every file opened so far, in that order.
  const std::vector<const io::OutputFile*>& files() const { return files_; }

 private:
  using File = CutBatch::File;
  struct Stream {
    File* file = nullptr;  // nullptr: a channel that is not written
    io::Compression compression = io::Compression::none;
    int level = 0;
    Buffer pending;                           // the block being filled
    uint64_t bytes = 0;                       // taken so far into this file
    std::optional<io::ShardPattern> pattern;  // of a rolling channel
    uint64_t limit = 0;
    uint32_t files = 0;
    bool on_demand = false;
  };

  void begin_file(Stream& stream, const std::string& path);
  void begin_next_file(Stream& stream);
  void open(File& file);
  void take(Stream& stream, std::string_view bytes, CutBatch& cut);
  void end_file(Stream& stream, CutBatch& cut);

  io::OutputSet& outputs_;
  Options options_;
  std::vector<Stream> streams_;
  std::vector<std::unique_ptr<File>> begun_;  // add() and cut()
  std::vector<const io::OutputFile*> files_;  // add() and write()
};

// io::ShardPattern(pattern).path(number): ConfigError if that is no pattern.
std::string numbered_path(const std::string& pattern, uint32_t number);

// Throws CheckError if a file is there under the pattern's name with a number of `count` or more:
// left by an earlier run with more shards, it would pass for a part of this one. ConfigError if
// that is no pattern.
void refuse_leftover_shards(const std::string& pattern, uint32_t count);

}  // namespace sluice::pipeline
