#include "pipeline/line_feed.h"

#include <utility>

#include "unicode/utf8.h"

namespace sluice::pipeline {
LineFeed::LineFeed(std::vector<io::Input> inputs, const Options& options, Use use)
    : FeedOfLines(std::move(inputs), options.chunks, options.max_line_bytes),
      options_(options),
      use_(std::move(use)) {}

void LineFeed::process(Load& load, Batch& batch) const {
  const LineLoad& line_load = static_cast<const LineLoad&>(load);
  batch.input = line_load.chunk.input;
  batch.end_of_input = line_load.chunk.last;
  io::for_each_line(line_load.lines, [&](std::string_view line, bool, uint64_t offset) {
    process_line(line, offset, batch);
  });
  for (const io::LostLine& lost : line_load.lines.lost) count_lost(lost, batch);
}

void LineFeed::process_line(std::string_view line, uint64_t offset, Batch& batch) const {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  ++batch.lines;
  if (offset == 0 && line.starts_with(kByteOrderMark)) {
    line.remove_prefix(kByteOrderMark.size());
    offset = kByteOrderMark.size();
  }
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.find_first_not_of(" \t") == std::string_view::npos) {
    ++batch.blank_lines;
    return;
  }
  std::optional<BadRecord> bad;
  const size_t fault = find_invalid_utf8(line);
  if (line.size() > options_.max_line_bytes) {
    bad = BadRecord{.reason = "document_too_large", .offset = 0, .detail = {}};
  } else if (fault != line.size()) {
    bad = BadRecord{.reason = "invalid_utf8", .offset = fault, .detail = {}};
  } else {
    bad = use_(line);
  }
  if (!bad) {
    ++batch.records;
    return;
  }
  batch.bad(
      {.reason = bad->reason, .offset = offset + bad->offset, .detail = std::move(bad->detail)});
}

}  // namespace sluice::pipeline
