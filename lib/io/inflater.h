// Raw deflate data (RFC 1951) as a stream, by ISA-L. Internal to io.
#pragma once

#include <isa-l/igzip_lib.h>

#include <cstdint>
#include <string_view>

#include "base/buffer.h"

namespace sluice::io {

class Inflater {
 public:
  enum class Status { more, done, invalid };

  struct Step {
    Status status = Status::more;
    size_t consumed = 0;  // bytes of the input
    size_t produced = 0;  // bytes written to the room
    size_t returned = 0;  // when done: the last of all consumed bytes that belong to what follows
    bool stalled() const { return status == Status::more && consumed == 0 && produced == 0; }
  };

  // Begins a new stream.
  void reset();

  // Takes what it can of `input` and fills `room` as far as it can.
  Step step(std::string_view input, char* room, size_t room_size);

  // After a step that was invalid: appends what was decoded before the damage and not delivered
  // yet.
  void append_rest(Buffer& out);

  // CRC-32 and length (modulo 2^32) of the whole output, once done.
  uint32_t crc() const { return state_.crc; }
  uint32_t length() const { return state_.total_out; }
  // Why it is invalid.
  const char* problem() const { return problem_; }

 private:
  inflate_state state_;
  const char* problem_ = "";
};

}  // namespace sluice::io
