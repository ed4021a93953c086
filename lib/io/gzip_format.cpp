#include "io/gzip_format.h"

#include <libdeflate.h>

namespace sluice::io {
namespace {

enum Flags : unsigned { kHeaderCrc = 2, kExtra = 4, kName = 8, kComment = 16, kReserved = 0xe0 };

constexpr size_t kIncomplete = std::string_view::npos;

// Where the zero-terminated field at `begin` ends.
size_t end_of_string(std::string_view bytes, size_t begin) {
  const size_t zero = bytes.find('\0', begin);
  return zero == std::string_view::npos ? kIncomplete : zero + 1;
}

size_t end_of_extra(std::string_view bytes, size_t begin) {
  if (bytes.size() < begin + 2) return kIncomplete;
  const size_t end = begin + 2 + load_little_endian(bytes.data() + begin, 2);
  return end > bytes.size() ? kIncomplete : end;
}

}  // namespace

bool begins_gzip(std::string_view bytes) {
  const std::string_view start = bytes.substr(0, kGzipMagic.size());
  return start.size() >= 2 && kGzipMagic.starts_with(start);
}

GzipHeader parse_gzip_header(std::string_view bytes) {
  const GzipHeader incomplete = {.status = GzipHeader::Status::incomplete};
  if (!kGzipMagic.starts_with(bytes.substr(0, kGzipMagic.size()))) {
    return {.problem = "no gzip member begins here"};
  }
  if (bytes.size() < kGzipFixedHeader) return incomplete;
  const unsigned flags = static_cast<unsigned char>(bytes[3]);
  if ((flags & kReserved) != 0) return {.problem = "reserved flags are set in the gzip header"};

  size_t end = kGzipFixedHeader;
  if ((flags & kExtra) != 0) end = end_of_extra(bytes, end);
  if (end != kIncomplete && (flags & kName) != 0) end = end_of_string(bytes, end);
  if (end != kIncomplete && (flags & kComment) != 0) end = end_of_string(bytes, end);
  if (end == kIncomplete) return incomplete;
  if ((flags & kHeaderCrc) != 0) {
    if (bytes.size() < end + 2) return incomplete;
    const uint32_t crc = libdeflate_crc32(0, bytes.data(), end) & 0xffff;
    if (crc != load_little_endian(bytes.data() + end, 2)) {
      return {.problem = "wrong CRC of the gzip header"};
    }
    end += 2;
  }
  return {.status = GzipHeader::Status::complete, .size = end};
}

}  // namespace sluice::io
