// What feeds of lines have in common: inputs are read in chunks, which are inflated in parallel and
// joined to whole lines in order. What a line is, process() of the derived feed says.
//
//   class LineFeed : public FeedOfLines {
//     void process(Load& load, Batch& batch) const override;   // of a LineLoad
//   };
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "io/chunk.h"
#include "io/lines.h"
#include "pipeline/feed.h"

namespace sluice::pipeline {

class FeedOfLines : public Feed {
 public:
  bool read(Load& load) override;
  void expand(Load& load) const override;
  void join(Load& load) override;
  void recycle(Load& load) const override;
  bool wants_alone() const override { return wants_alone_; }
  uint64_t bytes_read() const override { return reader_.stored_bytes_read(); }
  std::optional<uint64_t> bytes_total() const override { return reader_.stored_bytes_total(); }

 protected:
  // What make_load() of the derived feed makes, or more.
  struct LineLoad : Load {
    io::Chunk chunk;
    io::LineBatch lines;
  };

  // Longer lines are lost ones.
  FeedOfLines(std::vector<io::Input> inputs, const io::ChunkReader::Options& chunks,
              uint64_t max_line_bytes);

  // Of a line that has not ended: what the joiner holds of it.
  uint64_t carried() const { return joiner_.carried(); }

  // Counts a line that was not joined, and says why.
  static void count_lost(const io::LostLine& lost, Batch& batch);

 private:
  io::ChunkReader reader_;
  io::LineJoiner joiner_;
  std::atomic<bool> wants_alone_ = false;
};

}  // namespace sluice::pipeline
