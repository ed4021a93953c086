// Raw deflate data (RFC 1951) as a stream, by ISA-L. Internal to io.
#pragma once

#include <isa-l/igzip_lib.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/buffer.h"

namespace sluice::io {

// The library is fast but untidy before damage: up to a match's length of unspecified bytes may
// stand at the end of what it decoded then, and how much it has written depends on the room it had.
// So it always decodes into a block of one size here, and of the block that ends in damage the last
// bytes are dropped.
class Inflater {
 public:
  enum class Status { more, done, invalid };

  struct Step {
    Status status = Status::more;
    size_t consumed = 0;  // bytes of the input
    size_t produced = 0;  // bytes written to the room
    size_t returned = 0;  // when done: the last of all consumed bytes, which belong to what follows
    bool stalled() const { return status == Status::more && consumed == 0 && produced == 0; }
  };

  explicit Inflater(size_t block_bytes = size_t{256} << 10) : block_(block_bytes) {}

  // Begins a new stream.
  void reset();

  // Takes what it can of `input` (less than 2 GiB, readable a little past its end) and fills `room`
  // as far as it can. `done` and `invalid` come with the last bytes. What was decoded before damage
  // is the same for all sizes of room, if the inputs of the steps are pieces of the same stream cut
  // at the same places.
  Step step(std::string_view input, char* room, size_t room_size);

  // CRC-32 and length (modulo 2^32) of the whole output, once done.
  uint32_t crc() const { return state_.crc; }
  uint32_t length() const { return state_.total_out; }
  // Why it is invalid.
  const char* problem() const { return problem_; }

 private:
  size_t decode_block(std::string_view input);

  inflate_state state_;
  Buffer block_;  // decoded, and delivered up to delivered_
  size_t delivered_ = 0;
  Status after_block_ = Status::more;
  const char* problem_ = "";
};

}  // namespace sluice::io
