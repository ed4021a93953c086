#include "io/stored_bytes.h"

#include <algorithm>
#include <cstring>

namespace sluice::io {
namespace {

constexpr size_t kReadBytes = size_t{128} << 10;

}  // namespace

std::string_view StoredBytes::peek(size_t want) {
  while (buffer_.size() - position_ < want && !ended_) read_more(want);
  return buffer_.view().substr(position_);
}

size_t StoredBytes::read_source(char* room, size_t count) {
  const size_t got = source_->read(room, count);
  counter_.fetch_add(got, std::memory_order_relaxed);
  ended_ = got == 0;
  return got;
}

// Moving the kept bytes to the front happens only when the room behind them is used up, and leaves
// room for at least half as many, so that each byte is moved a bounded number of times.
void StoredBytes::read_more(size_t want) {
  if (buffer_.capacity() - buffer_.size() < kReadBytes) {
    const size_t forgotten = position_ - std::min(position_, kHistory);
    const size_t kept = buffer_.size() - forgotten;
    if (forgotten > 0) {
      std::memmove(buffer_.data(), buffer_.data() + forgotten, kept);
      buffer_.truncate(kept);
      begin_ += forgotten;
      position_ -= forgotten;
    }
    buffer_.reserve(std::max(kept + kept / 2, position_ + want) + kReadBytes);
  }
  const size_t size = buffer_.size();
  const size_t room = std::min(buffer_.capacity() - size, kReadBytes);
  const size_t got = read_source(buffer_.grow(room), room);
  buffer_.truncate(size + got);
}

bool StoredBytes::skip_over(uint64_t count) {
  while (count > 0) {
    const size_t taken = std::min<uint64_t>(count, peek(1).size());
    if (taken == 0) return false;
    skip(taken);
    count -= taken;
  }
  return true;
}

size_t StoredBytes::read(char* room, size_t count) {
  const size_t at_hand = std::min(count, buffer_.size() - position_);
  if (at_hand > 0) {
    std::memcpy(room, buffer_.data() + position_, at_hand);
    position_ += at_hand;
  }
  size_t filled = at_hand;
  if (filled < count && !ended_) {  // the buffer is used up: its memory is not needed any more
    begin_ += position_;
    position_ = 0;
    buffer_.clear();
  }
  while (filled < count && !ended_) {
    const size_t got = read_source(room + filled, count - filled);
    filled += got;
    begin_ += got;
  }
  return filled;
}

void StoredBytes::rewind(uint64_t offset) {
  const uint64_t oldest = begin_ + (position_ - std::min(position_, kHistory));
  position_ = std::max(offset, oldest) - begin_;
}

void skip_zero_padding(StoredBytes& stored) {
  for (;;) {
    const std::string_view bytes = stored.peek(1);
    const size_t zeros = std::min(bytes.find_first_not_of('\0'), bytes.size());
    stored.skip(zeros);
    if (zeros < bytes.size() || bytes.empty()) return;
  }
}

}  // namespace sluice::io
