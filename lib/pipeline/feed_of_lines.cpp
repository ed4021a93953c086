#include "pipeline/feed_of_lines.h"

#include <utility>

namespace sluice::pipeline {
namespace {

// A line larger than this travels alone, so that memory is bounded by one such line, not by one a
// batch in flight.
constexpr size_t kLargeLine = size_t{16} << 20;

// What a batch in flight may keep of memory for a line that it once put together.
constexpr size_t kKept = size_t{4} << 20;

}  // namespace

FeedOfLines::FeedOfLines(std::vector<io::Input> inputs, const io::ChunkReader::Options& chunks,
                         uint64_t max_line_bytes)
    : reader_(std::move(inputs), chunks), joiner_(max_line_bytes) {}

bool FeedOfLines::read(Load& load) { return reader_.next(static_cast<LineLoad&>(load).chunk); }

void FeedOfLines::expand(Load& load) const {
  io::ChunkReader::expand(static_cast<LineLoad&>(load).chunk);
}

void FeedOfLines::join(Load& load) {
  LineLoad& line_load = static_cast<LineLoad&>(load);
  joiner_.join(line_load.chunk, line_load.lines);
  wants_alone_ = joiner_.carried() > kLargeLine;
}

void FeedOfLines::recycle(Load& load) const {
  LineLoad& line_load = static_cast<LineLoad&>(load);
  if (line_load.lines.head.capacity() > kKept) line_load.lines.head.release();
  line_load.lines.clear();
}

void FeedOfLines::count_lost(const io::LostLine& lost, Batch& batch) {
  ++batch.lines;
  batch.bad({.reason = lost.reason,
             .offset = lost.offset,
             .stored = lost.stored,
             .detail = lost.detail,
             .truncated = lost.truncated});
}

}  // namespace sluice::pipeline
