// An input's bytes as stored, with a look ahead and a short memory. Internal to io.
//
// Decoders look at as many bytes as they need before they take them, and after damage go back a
// little, since a decoder that lost its way may have run into the next member.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>

#include "base/buffer.h"
#include "io/source.h"

namespace sluice::io {

class StoredBytes {
 public:
  // How far rewind() can go back.
  static constexpr size_t kHistory = size_t{256} << 10;

  // `counter` is raised by each byte read from the source.
  StoredBytes(std::unique_ptr<Source> source, std::atomic<uint64_t>& counter)
      : source_(std::move(source)), counter_(counter) {}

  // All bytes at hand, at least `want` unless the input ends before. Valid until the next call.
  std::string_view peek(size_t want);
  bool at_end() { return peek(1).empty(); }

  // Takes `count` bytes that were peeked.
  void skip(size_t count) { position_ += count; }
  // Takes bytes whether at hand or not; false if the input ends before.
  bool skip_over(uint64_t count);
  // Copies `count` bytes, fewer only at the end, bypassing the buffer where it is empty.
  size_t read(char* room, size_t count);

  // Offset in the input of the next byte.
  uint64_t offset() const { return begin_ + position_; }
  // Goes back to `offset`, or as far as the memory reaches.
  void rewind(uint64_t offset);

 private:
  void read_more(size_t want);
  size_t read_source(char* room, size_t count);

  std::unique_ptr<Source> source_;
  std::atomic<uint64_t>& counter_;
  Buffer buffer_;
  uint64_t begin_ = 0;   // offset of buffer_'s first byte
  size_t position_ = 0;  // of the next byte in buffer_
  bool ended_ = false;
};

// Takes the zeros at hand and behind: padding to a block size, as tapes and some object stores
// leave it.
void skip_zero_padding(StoredBytes& stored);

}  // namespace sluice::io
