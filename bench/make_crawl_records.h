// Captures as WARC records, laid out as Common Crawl does it: a warcinfo, then for each capture its
// request, response and metadata; in the WET file a warcinfo and a conversion for each page that
// was found. Each record is one gzip member (or zstd frame, or plain: the file's name says).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/buffer.h"
#include "io/compression.h"
#include "io/output.h"
#include "make_crawl_capture.h"
#include "make_crawl_random.h"

namespace sluice::crawl {

// Writes records; a few hundred kilobytes in memory at most, and the largest record.
class RecordWriter {
 public:
  // Standard output is gzip. `level` 0: the format's standard. Throws ConfigError on a level out of
  // range.
  RecordWriter(io::OutputFile& out, int level);

  // `headers`: all but Content-Length, each with its line end, WARC-Type first.
  void write(std::string_view headers, std::string_view block);
  void flush();

  uint64_t records() const { return records_; }
  uint64_t plain_bytes() const { return plain_bytes_; }
  uint64_t written_bytes() const { return out_.bytes_written() + compressed_.size(); }

 private:
  io::OutputFile& out_;
  io::Compression compression_;
  int level_;
  std::string record_;
  Buffer compressed_;
  uint64_t records_ = 0;
  uint64_t plain_bytes_ = 0;
};

class CrawlWriter {
 public:
  struct Options {
    std::string dump{};  // "CC-MAIN-2025-05"
    uint64_t seed = 0;
    int64_t begin = 0;  // of the crawl, in seconds since 1970
  };

  // `wet` may be null. Writes the warcinfo records.
  CrawlWriter(const Options& options, RecordWriter& warc, RecordWriter* wet);

  void write(const Capture& capture);

 private:
  void write_warcinfo(RecordWriter& out, std::string_view kind, const std::string& id);
  void write_conversion(const Capture& capture, const std::string& response_id, Random& ids);

  Options options_;
  RecordWriter& warc_;
  RecordWriter* wet_;
  std::string warcinfo_id_;
};

}  // namespace sluice::crawl
