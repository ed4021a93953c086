#include "io/zstd_format.h"

#include <array>

#include "io/gzip_format.h"

namespace sluice::io {

ZstdHeader parse_zstd_header(std::string_view bytes) {
  const ZstdHeader incomplete = {.status = ZstdHeader::Status::incomplete};
  if (!kZstdMagic.starts_with(bytes.substr(0, kZstdMagic.size()))) return {};
  if (bytes.size() <= kZstdMagic.size()) return incomplete;

  const unsigned descriptor = static_cast<unsigned char>(bytes[4]);
  const unsigned size_code = descriptor >> 6;
  const bool single_segment = (descriptor >> 5 & 1) != 0;
  if ((descriptor >> 3 & 1) != 0) return {};  // reserved

  constexpr std::array<size_t, 4> kDictionaryBytes = {0, 1, 2, 4};
  constexpr std::array<size_t, 4> kSizeBytes = {0, 2, 4, 8};
  const size_t window_bytes = single_segment ? 0 : 1;
  const size_t dictionary_bytes = kDictionaryBytes[descriptor & 3];
  const size_t size_bytes = size_code == 0 && single_segment ? 1 : kSizeBytes[size_code];
  const size_t size_at = 5 + window_bytes + dictionary_bytes;

  ZstdHeader header = {.status = ZstdHeader::Status::complete,
                       .size = size_at + size_bytes,
                       .checksum = (descriptor >> 2 & 1) != 0};
  if (bytes.size() < header.size) return incomplete;
  if (size_bytes > 0) {
    header.content_size =
        load_little_endian(bytes.data() + size_at, size_bytes) + (size_bytes == 2 ? 256 : 0);
  }
  if (single_segment) {
    header.window = *header.content_size;
  } else {
    const unsigned code = static_cast<unsigned char>(bytes[5]);
    const uint64_t base = uint64_t{1} << (10 + (code >> 3));
    header.window = base + base / 8 * (code & 7);
  }
  return header;
}

ZstdBlock parse_zstd_block(std::string_view bytes) {
  const uint64_t word = load_little_endian(bytes.data(), kZstdBlockHeader);
  const uint64_t type = word >> 1 & 3;
  const size_t size = word >> 3;
  constexpr uint64_t kRepeated = 1;
  constexpr uint64_t kReserved = 3;
  return {.stored = kZstdBlockHeader + (type == kRepeated ? 1 : size),
          .last = (word & 1) != 0,
          .valid = type != kReserved && size <= kZstdLargestBlock};
}

bool begins_skippable(std::string_view bytes) {
  constexpr uint64_t kFirst = 0x184D2A50;  // to 0x184D2A5F
  return bytes.size() >= 4 && load_little_endian(bytes.data(), 4) >> 4 == kFirst >> 4;
}

bool begins_zstd(std::string_view bytes) {
  return bytes.starts_with(kZstdMagic) || begins_skippable(bytes);
}

}  // namespace sluice::io
