#include "io/inflater.h"

#include <algorithm>
#include <limits>

namespace sluice::io {
namespace {

const char* describe(int code) {
  switch (code) {
    case ISAL_INVALID_BLOCK:
      return "invalid deflate block";
    case ISAL_INVALID_SYMBOL:
      return "invalid deflate symbol";
    case ISAL_INVALID_LOOKBACK:
      return "deflate distance reaches before the beginning";
    default:
      return "invalid deflate data";
  }
}

uint32_t limited(size_t size) {
  return static_cast<uint32_t>(std::min<size_t>(size, std::numeric_limits<int32_t>::max()));
}

}  // namespace

void Inflater::reset() {
  isal_inflate_init(&state_);
  state_.crc_flag = ISAL_GZIP_NO_HDR;  // sums up the CRC; header and trailer are the caller's
}

Inflater::Step Inflater::step(std::string_view input, char* room, size_t room_size) {
  const uint32_t input_size = limited(input.size());
  const uint32_t output_size = limited(room_size);
  // The library only reads its input, but does not say so.
  state_.next_in = const_cast<uint8_t*>(reinterpret_cast<const uint8_t*>(input.data()));
  state_.avail_in = input_size;
  state_.next_out = reinterpret_cast<uint8_t*>(room);
  state_.avail_out = output_size;
  const int code = isal_inflate(&state_);

  Step step = {.consumed = input_size - state_.avail_in,
               .produced = output_size - state_.avail_out};
  if (code < 0) {
    step.status = Status::invalid;
    problem_ = describe(code);
  } else if (state_.block_state == ISAL_BLOCK_FINISH) {
    step.status = Status::done;
    step.returned = static_cast<size_t>(state_.read_in_length) / 8;  // whole bytes read ahead
  }
  return step;
}

void Inflater::append_rest(Buffer& out) {
  const int pending = state_.tmp_out_valid - state_.tmp_out_processed;
  if (pending <= 0) return;
  const auto* bytes = reinterpret_cast<const char*>(state_.tmp_out_buffer);
  out.append({bytes + state_.tmp_out_processed, static_cast<size_t>(pending)});
  state_.tmp_out_processed = state_.tmp_out_valid;
}

}  // namespace sluice::io
