// The header of a gzip member (RFC 1952, section 2.3). Internal to io.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice::io {

inline constexpr std::string_view kGzipMagic =
    "\x1f\x8b\x08";                             // with deflate, the only method there is
inline constexpr size_t kGzipFixedHeader = 10;  // bytes before the optional fields
inline constexpr size_t kGzipTrailer = 8;       // CRC-32 and length modulo 2^32
inline constexpr size_t kGzipLongestHeader = size_t{1} << 20;  // longer ones count as damaged

struct GzipHeader {
  enum class Status {
    complete,
    incomplete,  // valid so far: more bytes are needed
    invalid,
  };
  Status status = Status::invalid;
  size_t size = 0;           // of a complete header: FEXTRA, FNAME, FCOMMENT and FHCRC included
  const char* problem = "";  // of an invalid one
};

GzipHeader parse_gzip_header(std::string_view bytes);

// The magic, or a beginning of it at least two bytes long.
bool begins_gzip(std::string_view bytes);

// Little-endian numbers, as gzip and zstd store them.
inline uint64_t load_little_endian(const char* bytes, size_t count) {
  uint64_t value = 0;
  for (size_t i = 0; i < count; ++i) {
    value |= uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  return value;
}

}  // namespace sluice::io
