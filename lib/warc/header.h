// The header of a crawl record: WARC 0.17 to 1.1 (ISO 28500) and ARC v1, read as tolerantly as
// archives demand.
//
//   const HeaderParse parse = parse_warc_header(bytes);   // bytes begin with "WARC/"
//   if (parse.status == HeaderParse::Status::complete) {
//     parse.header.kind;                                  // RecordKind::response
//     bytes.substr(parse.size, *parse.header.length);     // the block
//   }
//
// Lines may end in LF alone, names may be in any case, values may be folded over several lines or
// empty; lines without a colon are passed over, of repeated fields the first counts. Values are
// views of `bytes` without white space around them; a folded one holds its line ends as spelled.
// Nothing is allocated, and time is linear in the size of the header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sluice::warc {

// A header longer than this is bad; real ones have some hundred bytes.
inline constexpr size_t kLongestHeader = size_t{1} << 20;

enum class RecordKind : uint8_t {
  warcinfo,  // an ARC file's version block too
  request,
  response,
  resource,
  metadata,
  revisit,
  conversion,
  continuation,
  file,   // no record, but a page in a file of its own
  other,  // any other WARC-Type, or none
};
inline constexpr size_t kRecordKinds = 10;

// "warcinfo", …, "other".
std::string_view to_string(RecordKind kind);

struct RecordHeader {
  bool arc = false;
  RecordKind kind = RecordKind::other;
  std::string_view version{};     // "1.0"; of ARC "1"
  std::string_view type{};        // WARC-Type as spelled
  std::string_view record_id{};   // WARC-Record-ID as spelled, brackets too; ARC has none
  std::string_view target_uri{};  // without the <…> that some writers put around it
  std::string_view date{};        // as spelled; ARC's are 20140102000000
  std::string_view content_type{};
  std::string_view payload_type{};    // WARC-Identified-Payload-Type
  std::string_view truncated{};       // WARC-Truncated: why the crawler kept a part only
  std::string_view payload_digest{};  // WARC-Payload-Digest: "sha1:…"
  std::string_view warcinfo_id{};     // WARC-Warcinfo-ID
  std::string_view filename{};        // WARC-Filename
  std::string_view ip_address{};      // WARC-IP-Address
  std::optional<uint64_t> length{};   // Content-Length; nothing if missing or no number
};

struct HeaderParse {
  enum class Status {
    complete,
    incomplete,  // fine so far: the empty line that ends it (ARC: the line's end) is not there
    bad,
  };
  Status status = Status::bad;
  size_t size = 0;  // of a complete header, its empty line included
  RecordHeader header{};
};

HeaderParse parse_warc_header(std::string_view bytes);

// The line before an ARC record: `URL IP-address date content-type length`, split from the right
// since URLs may hold spaces. Bad unless there is a scheme, a date of 12 digits at least, and
// something for a length, be it a number or not.
HeaderParse parse_arc_header(std::string_view bytes);

// What is needed to find a record's end: a fraction of the work of a full parse.
struct HeaderScan {
  HeaderParse::Status status = HeaderParse::Status::bad;
  size_t size = 0;
  std::optional<uint64_t> length{};
};
HeaderScan scan_warc_header(std::string_view bytes);

// What a warcinfo record's block says of its file (application/warc-fields).
struct WarcinfoFields {
  std::string_view is_part_of{};  // "CC-MAIN-2025-05"
  std::string_view software{};
};
WarcinfoFields parse_warcinfo(std::string_view block);

// A record's id without brackets and "urn:uuid:", as people may leave them out.
std::string_view bare_id(std::string_view record_id);

}  // namespace sluice::warc
