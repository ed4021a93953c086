#include "io/inflater.h"

#include <algorithm>
#include <cstring>

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

constexpr size_t kLongestMatch = 258;

}  // namespace

void Inflater::reset() {
  isal_inflate_init(&state_);
  state_.crc_flag = ISAL_GZIP_NO_HDR;  // sums up the CRC; header and trailer are the caller's
  block_.clear();
  delivered_ = 0;
  after_block_ = Status::more;
}

// Returns how much of the input was taken.
size_t Inflater::decode_block(std::string_view input) {
  block_.clear();
  delivered_ = 0;
  // The library only reads its input, but does not say so.
  state_.next_in = const_cast<uint8_t*>(reinterpret_cast<const uint8_t*>(input.data()));
  state_.avail_in = static_cast<uint32_t>(input.size());
  state_.next_out = reinterpret_cast<uint8_t*>(block_.data());
  state_.avail_out = static_cast<uint32_t>(block_.capacity());
  const int code = isal_inflate(&state_);
  block_.grow(block_.capacity() - state_.avail_out);
  if (code < 0) {
    after_block_ = Status::invalid;
    problem_ = describe(code);
    block_.truncate(block_.size() - std::min(block_.size(), kLongestMatch));
  } else if (state_.block_state == ISAL_BLOCK_FINISH) {
    after_block_ = Status::done;
  }
  // In damaged data it may count a few bytes more than there are.
  const auto left = static_cast<int32_t>(state_.avail_in);
  return input.size() - static_cast<size_t>(std::max(left, 0));
}

Inflater::Step Inflater::step(std::string_view input, char* room, size_t room_size) {
  Step step;
  if (delivered_ == block_.size() && after_block_ == Status::more) {
    step.consumed = decode_block(input);
  }
  step.produced = std::min(room_size, block_.size() - delivered_);
  if (step.produced > 0) std::memcpy(room, block_.data() + delivered_, step.produced);
  delivered_ += step.produced;
  if (delivered_ == block_.size()) step.status = after_block_;
  if (step.status == Status::done) {
    step.returned = static_cast<size_t>(state_.read_in_length) / 8;  // whole bytes read ahead
  }
  return step;
}

}  // namespace sluice::io
