// A growable run of bytes that costs nothing to grow and may be read a little past its end.
//
// Unlike std::string it does not clear what it hands out, so that a read(2) or a decompressor
// writes each byte once, and it grows by realloc(3), which moves large blocks by remapping pages
// instead of copying them. `kPadding` bytes behind size() are allocated wherever data() is not
// null, since the JSON parser reads whole vectors; their values are unspecified.
//
//   Buffer buffer;
//   char* room = buffer.grow(n);           // n more bytes, uninitialised
//   buffer.truncate(buffer.size() - 10);   // keeps the memory
//   buffer.append("text");
#pragma once

#include <cstddef>
#include <string_view>

namespace sluice {

class Buffer {
 public:
  static constexpr size_t kPadding = 64;

  Buffer() = default;
  explicit Buffer(size_t capacity) { reserve(capacity); }
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer();

  char* data() { return data_; }
  const char* data() const { return data_; }
  size_t size() const { return size_; }
  size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  std::string_view view() const { return {data_, size_}; }

  // Makes room for `capacity` bytes in all, exactly; never shrinks. Throws std::bad_alloc.
  void reserve(size_t capacity);
  // Appends `count` uninitialised bytes and returns where they begin; grows geometrically.
  char* grow(size_t count);
  // `bytes` must not lie in this buffer.
  void append(std::string_view bytes);
  void push_back(char byte) { *grow(1) = byte; }
  // Keeps the first `size` bytes (size <= size()); the capacity stays.
  void truncate(size_t size) { size_ = size; }
  void clear() { size_ = 0; }
  // Gives the memory back.
  void release();

 private:
  char* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;  // usable bytes; kPadding more are allocated
};

}  // namespace sluice
