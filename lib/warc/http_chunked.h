// The chunked transfer coding (RFC 9112, section 7.1), undone. Internal to warc; http_body.h is the
// way in.
#pragma once

#include <string_view>

#include "base/buffer.h"

namespace sluice::warc {

struct Dechunked {
  enum class End {
    complete,   // up to the last chunk
    truncated,  // the body ends before that: what is there
    damaged,    // no chunk where one should begin: what was there before
    absent,     // the body is not chunked: as it came
  };
  std::string_view bytes;  // of the body where one chunk held all, else of the scratch
  End end = End::complete;
  bool trailing_bytes = false;  // something follows the last chunk and its trailer
};

// Accepts lines that end in LF, space around the size, extensions, and any trailer. The first chunk
// decides whether the body is chunked: its size must be a hexadecimal number of at most 16 digits,
// and what follows its data a line end, or nothing. Linear; `scratch` is overwritten.
Dechunked dechunk(std::string_view body, Buffer& scratch);

}  // namespace sluice::warc
