#include "base/buffer.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace sluice {

Buffer::Buffer(Buffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      capacity_(std::exchange(other.capacity_, 0)) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(capacity_, other.capacity_);
  return *this;
}

Buffer::~Buffer() { std::free(data_); }

void Buffer::reserve(size_t capacity) {
  if (capacity <= capacity_) return;
  if (capacity > SIZE_MAX - kPadding) throw std::bad_alloc();
  void* moved = std::realloc(data_, capacity + kPadding);
  if (moved == nullptr) throw std::bad_alloc();
  data_ = static_cast<char*>(moved);
  capacity_ = capacity;
}

char* Buffer::grow(size_t count) {
  if (count > capacity_ - size_) {
    if (count > SIZE_MAX - size_) throw std::bad_alloc();
    // Half more than before: pages that are never written to cost no memory.
    reserve(std::max(size_ + count, capacity_ + capacity_ / 2));
  }
  char* room = data_ + size_;
  size_ += count;
  return room;
}

void Buffer::append(std::string_view bytes) {
  if (!bytes.empty()) std::memcpy(grow(bytes.size()), bytes.data(), bytes.size());
}

void Buffer::release() { *this = Buffer(); }

}  // namespace sluice
