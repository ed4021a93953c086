// Memory for large tables that are read in no order: in large pages, where the system has them,
// since otherwise much of the time goes into finding out where each page lies.
//
//   std::vector<Slot, LargePageAllocator<Slot>> slots;
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <new>

namespace sluice {

template <class T>
struct LargePageAllocator {
  using value_type = T;

  LargePageAllocator() = default;
  template <class Other>
  LargePageAllocator(const LargePageAllocator<Other>&) {}

  T* allocate(size_t count) {
    constexpr size_t kPage = size_t{2} << 20;
    const size_t bytes = count * sizeof(T);
    const size_t alignment = bytes >= kPage ? kPage : alignof(std::max_align_t) * 4;
    static_assert(alignof(T) <= alignof(std::max_align_t) * 4);
    const size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    void* const memory = std::aligned_alloc(alignment, rounded);
    if (memory == nullptr) throw std::bad_alloc();
    if (alignment == kPage) ::madvise(memory, rounded, MADV_HUGEPAGE);  // a wish: may be refused
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, size_t) { std::free(memory); }

  friend bool operator==(const LargePageAllocator&, const LargePageAllocator&) { return true; }
};

}  // namespace sluice
