// Memory for large tables that are read in no order: in large pages, where the system has them,
// since otherwise much of the time goes into finding out where each page lies.
//
//   std::vector<Slot, LargePageAllocator<Slot>> slots;
//   ZeroedTable<Bucket> buckets(size);        // costs nothing until it is used
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <utility>

namespace sluice {

inline constexpr size_t kLargePage = size_t{2} << 20;

template <class T>
struct LargePageAllocator {
  using value_type = T;

  LargePageAllocator() = default;
  template <class Other>
  LargePageAllocator(const LargePageAllocator<Other>&) {}

  T* allocate(size_t count) {
    const size_t bytes = count * sizeof(T);
    const size_t alignment = bytes >= kLargePage ? kLargePage : alignof(std::max_align_t) * 4;
    static_assert(alignof(T) <= alignof(std::max_align_t) * 4);
    const size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    void* const memory = std::aligned_alloc(alignment, rounded);
    if (memory == nullptr) throw std::bad_alloc();
    if (alignment == kLargePage) ::madvise(memory, rounded, MADV_HUGEPAGE);  // may be refused
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, size_t) { std::free(memory); }

  friend bool operator==(const LargePageAllocator&, const LargePageAllocator&) { return true; }
};

// A table of T whose bytes are all zero at first. Memory is taken page by page as it is touched.
template <class T>
class ZeroedTable {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  explicit ZeroedTable(size_t size) : size_(size) {
    void* const memory = ::mmap(nullptr, bytes(), PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    ::madvise(memory, bytes(), MADV_HUGEPAGE);  // a wish: may be refused
    table_ = static_cast<T*>(memory);
  }
  ~ZeroedTable() {
    if (table_ != nullptr) ::munmap(table_, bytes());
  }
  ZeroedTable(ZeroedTable&& other) noexcept
      : table_(std::exchange(other.table_, nullptr)), size_(other.size_) {}
  ZeroedTable& operator=(ZeroedTable&&) = delete;

  size_t size() const { return size_; }
  T& operator[](size_t at) { return table_[at]; }
  const T& operator[](size_t at) const { return table_[at]; }

 private:
  size_t bytes() const { return size_ * sizeof(T); }

  T* table_ = nullptr;
  size_t size_;
};

}  // namespace sluice
