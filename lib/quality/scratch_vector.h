// A std::vector whose resize() leaves new elements as they are, for lists that are written at once:
// clearing them first would cost as much again.
//
//   ScratchVector<uint32_t> starts;
//   starts.resize(words.size() + 1);      // then starts[i] = … for all i
//
// Elements are trivial: structs without default values.
#pragma once

#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace sluice::quality {

template <class T>
struct LeaveAsIs : std::allocator<T> {
  static_assert(std::is_trivially_default_constructible_v<T>);

  template <class Other>
  struct rebind {
    using other = LeaveAsIs<Other>;
  };

  template <class Made>
  void construct(Made* at) {
    ::new (static_cast<void*>(at)) Made;
  }
  template <class Made, class... From>
  void construct(Made* at, From&&... from) {
    ::new (static_cast<void*>(at)) Made(std::forward<From>(from)...);
  }
};

template <class T>
using ScratchVector = std::vector<T, LeaveAsIs<T>>;

}  // namespace sluice::quality
