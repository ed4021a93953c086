// A record as a tool is handed it, made of its bytes and holding them.
#pragma once

#include <string>
#include <utility>

#include "warc/record.h"

namespace sluice::warc::test {

class HeldRecord {
 public:
  // `bytes`: header and block, WARC or ARC.
  explicit HeldRecord(std::string bytes, uint64_t offset = 0, uint64_t plain_offset = 0)
      : bytes_(std::move(bytes)) {
    const HeaderParse parse =
        bytes_.starts_with("WARC/") ? parse_warc_header(bytes_) : parse_arc_header(bytes_);
    record_ = {.header = parse.header,
               .block = std::string_view(bytes_).substr(parse.size),
               .bytes = bytes_,
               .place = {.offset = offset, .plain_offset = plain_offset}};
  }
  HeldRecord(const HeldRecord&) = delete;
  HeldRecord& operator=(const HeldRecord&) = delete;

  const Record& operator*() const { return record_; }
  Record& operator*() { return record_; }

 private:
  std::string bytes_;
  Record record_;
};

// The header of a WARC record, further fields and the empty line that ends it.
inline std::string warc_head(const std::string& type, const std::string& content_type,
                             const std::string& more = {}) {
  return "WARC/1.0\r\nWARC-Type: " + type +
         "\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Target-URI: http://example.org/\r\n"
         "WARC-Date: 2025-01-17T06:00:10Z\r\nContent-Type: " +
         content_type + "\r\n" + more + "\r\n";
}

// A response record around this HTTP message.
inline std::string http_response(const std::string& message) {
  return warc_head("response", "application/http; msgtype=response") + message;
}

inline std::string conversion(const std::string& text,
                              const std::string& content_type = "text/plain") {
  return warc_head("conversion", content_type) + text;
}

}  // namespace sluice::warc::test
