// Headers of zstd frames and blocks (RFC 8878, section 3.1). Internal to io.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sluice::io {

inline constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";
inline constexpr size_t kZstdLongestHeader =
    18;  // magic, descriptor, window, dictionary, content size
inline constexpr size_t kZstdBlockHeader = 3;
inline constexpr size_t kZstdChecksum = 4;
inline constexpr size_t kZstdLargestBlock = size_t{128} << 10;
inline constexpr size_t kSkippableHeader = 8;

struct ZstdHeader {
  enum class Status {
    complete,
    incomplete,  // valid so far: more bytes are needed
    invalid,
  };
  Status status = Status::invalid;
  size_t size = 0;  // of the header
  uint64_t window = 0;
  std::optional<uint64_t> content_size{};
  bool checksum = false;
};

ZstdHeader parse_zstd_header(std::string_view bytes);

struct ZstdBlock {
  size_t stored = 0;  // bytes of the block with its header
  bool last = false;
  bool valid = false;
};

// `bytes`: at least kZstdBlockHeader.
ZstdBlock parse_zstd_block(std::string_view bytes);

// A frame's magic or a skippable frame's. Of fewer than 4 bytes: false.
bool begins_zstd(std::string_view bytes);
bool begins_skippable(std::string_view bytes);

}  // namespace sluice::io
