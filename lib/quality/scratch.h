// Memory that a thread keeps from text to text.
//
//   thread_local std::string kept;
//   std::string& lower = emptied(kept);   // empty, mostly with the room that the last text needed
//
// What a huge text needed is given back at the next one. So that it needs no more than it must,
// what is made of it in steps gives back each step's lists before the next makes its own:
//
//   if (is_huge(words)) give_back(bins);
#pragma once

#include <cstddef>

namespace sluice::quality {

// `Container`: std::string or std::vector.
template <class Container>
Container& emptied(Container& kept) {
  constexpr size_t kLargest = size_t{4} << 20;  // bytes
  if (kept.capacity() * sizeof(typename Container::value_type) > kLargest) kept = Container();
  kept.clear();
  return kept;
}

// Whether lists of so many entries are worth the trouble; for others, giving back costs more.
inline bool is_huge(size_t words) { return words > size_t{1} << 18; }

template <class Container>
void give_back(Container& kept) {
  kept = Container();
}

}  // namespace sluice::quality
