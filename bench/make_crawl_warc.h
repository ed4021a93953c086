// Reads the records of a well-formed WARC file, of its own making and independent of lib/warc, so
// that benchmark data does not depend on the reader that is measured with it.
//
//   WarcInput input("pages.warc.zst");
//   for (WarcRecord record; input.next(record);) …
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "io/chunk.h"

namespace sluice::crawl {

struct WarcRecord {
  std::string headers;  // the lines of its header, "WARC/1.0" first, with their ends
  std::string block;

  // A header's value, whatever the case of its name; empty if it is not there.
  std::string_view header(std::string_view name) const;
};

// The value of the first line `name: value` in a block of header lines; empty if there is none.
std::string_view header_value(std::string_view lines, std::string_view name);

// ASCII letters in lower case.
std::string lower_case(std::string_view text);

class WarcInput {
 public:
  // Plain, gzip or zstd, of any window. Throws IoError if it is missing.
  explicit WarcInput(const std::string& path);

  // False at the end. Throws IoError on anything that is not well-formed, naming the record, and on
  // a block over 1 GiB. Holds one record and a chunk in memory.
  bool next(WarcRecord& record);

 private:
  bool fill();
  [[noreturn]] void refuse(const std::string& what) const;

  std::string path_;
  io::ChunkReader reader_;
  io::Chunk chunk_;
  std::string pending_;
  size_t at_ = 0;  // what of `pending_` was used
  uint64_t records_ = 0;
};

}  // namespace sluice::crawl
