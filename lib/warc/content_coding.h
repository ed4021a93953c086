// Content codings (RFC 9110, section 8.4.1): one layer of gzip, deflate, brotli or zstd undone, of
// whatever state. Internal to warc; http_body.h is the way in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "base/buffer.h"

namespace sluice::warc {

enum class ContentCoding : uint8_t { identity, gzip, deflate, brotli, zstd, unknown };

// By its name without case: "gzip", "x-gzip", "deflate", "br", "zstd", "identity", "none", or
// nothing at all.
ContentCoding content_coding_of(std::string_view name);

// How decoding ended. The bytes decoded before it are there in each case but the last two.
enum class CodingEnd : uint8_t {
  complete,
  trailing_bytes,  // complete, with something else behind it, which is dropped
  truncated,       // the input ends early
  damaged,         // the data is invalid from some place on
  bad_checksum,    // whole, but not what was encoded
  too_large,       // cut at the bound
  absent,          // the input is not encoded so
  undecodable,     // the input begins as if encoded so, but nothing of it can be decoded
};

// Decoders of all codings with their memory. Not thread-safe; one per thread.
class ContentDecoder {
 public:
  ContentDecoder();
  ~ContentDecoder();
  ContentDecoder(ContentDecoder&&) noexcept;
  ContentDecoder& operator=(ContentDecoder&&) noexcept;

  // Replaces `out`, by at most `most` bytes. `coding` is neither identity nor unknown. Time is
  // linear in the sizes of input and output.
  //
  // Brotli and raw deflate have no mark at their beginning, and text may pass for them for a while.
  // So input that begins like text, or like a known format, and cannot be decoded to its end is
  // `absent`, not damaged; and so is any that turns invalid within its first few bytes of content.
  CodingEnd decode(ContentCoding coding, std::string_view input, size_t most, Buffer& out);

 private:
  struct Contexts;
  std::unique_ptr<Contexts> contexts_;
};

}  // namespace sluice::warc
