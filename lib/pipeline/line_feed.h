// Lines of text, for tools that measure and write no documents.
//
//   LineFeed feed(inputs, {}, [&](std::string_view line) -> std::optional<BadRecord> { … });
//
// Each line that is not blank is a record: valid UTF-8, and whatever else `use` asks of it, which
// is called by many threads at once, in any order. What is wrong with a line it says as a bad
// record.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "document/bad_record.h"
#include "io/chunk.h"
#include "pipeline/feed_of_lines.h"

namespace sluice::pipeline {

class LineFeed : public FeedOfLines {
 public:
  struct Options {
    uint64_t max_line_bytes = uint64_t{128} << 20;  // longer ones are "document_too_large"
    io::ChunkReader::Options chunks{};
  };
  // The line comes without its end, be that LF or CR LF, and without the byte order mark that an
  // input may begin with.
  using Use = std::function<std::optional<BadRecord>(std::string_view line)>;

  LineFeed(std::vector<io::Input> inputs, const Options& options, Use use);

  std::unique_ptr<Load> make_load() const override { return std::make_unique<LineLoad>(); }
  void process(Load& load, Batch& batch) const override;

 private:
  void process_line(std::string_view line, uint64_t offset, Batch& batch) const;

  Options options_;
  Use use_;
};

}  // namespace sluice::pipeline
