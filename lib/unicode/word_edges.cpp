#include "unicode/word_edges.h"

#include <array>
#include <bit>
#include <cstring>

// Highway compiles this file once for each instruction set (hwy/foreach_target.h); what does not
// depend on it is guarded by HWY_ONCE.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "unicode/word_edges.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sluice {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Bytes = hn::CappedTag<uint8_t, 64>;  // so that one word holds a bit for each

inline uint64_t bits(Bytes bytes, hn::Mask<Bytes> mask) {
  std::array<uint8_t, 8> stored{};
  hn::StoreMaskBits(bytes, mask, stored.data());
  uint64_t word;
  std::memcpy(&word, stored.data(), sizeof word);
  return word;
}

// Of the lowest so many bits; not all 64.
inline uint64_t lowest(size_t count) { return (uint64_t{1} << count) - 1; }

// Writes the places of ones, some at a time, so that it does not matter much how many there are.
inline uint32_t* append(uint64_t edges, uint32_t at, uint32_t* next) {
  uint32_t* const end = next + std::popcount(edges);
  while (next < end) {
    for (size_t i = 0; i < kWordEdgesRoom; ++i, edges &= edges - 1) {
      *next++ = at + static_cast<uint32_t>(std::countr_zero(edges));
    }
  }
  return end;
}

WordEdges find_word_edges(std::string_view text, bool in_word, uint32_t* places) {
  const Bytes bytes;
  const size_t lanes = hn::Lanes(bytes);
  const auto* from = reinterpret_cast<const uint8_t*>(text.data());
  uint32_t* next = places;
  auto highest = hn::Zero(bytes);
  uint64_t before = in_word ? 1 : 0;  // whether the last byte is of a word
  const auto is_word = [&](hn::Vec<Bytes> block) {
    highest = hn::Max(highest, block);
    return bits(bytes, hn::Ne(block, hn::Set(bytes, uint8_t{' '})));
  };
  size_t at = 0;
  for (; at + lanes <= text.size(); at += lanes) {
    const uint64_t words = is_word(hn::LoadU(bytes, from + at));
    const uint64_t behind = words << 1 | before;
    // Of fewer lanes than bits, one may be left behind the last.
    const uint64_t edges = (words ^ behind) & ~uint64_t{0} >> (64 - lanes);
    next = append(edges, static_cast<uint32_t>(at), next);
    before = words >> (lanes - 1);
  }
  if (const size_t left = text.size() - at; left != 0) {
    std::array<uint8_t, 64> tail{};
    std::memcpy(tail.data(), from + at, left);
    const uint64_t words = is_word(hn::LoadU(bytes, tail.data())) & lowest(left);
    next = append((words ^ (words << 1 | before)) & lowest(left), static_cast<uint32_t>(at), next);
    before = words >> (left - 1);
  }
  const bool high = !hn::AllTrue(bytes, hn::Lt(highest, hn::Set(bytes, uint8_t{0xE0})));
  return {static_cast<size_t>(next - places), before != 0, high};
}

}  // namespace HWY_NAMESPACE
}  // namespace sluice
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sluice {

HWY_EXPORT(find_word_edges);

WordEdges find_word_edges(std::string_view text, bool in_word, uint32_t* places) {
  return HWY_DYNAMIC_DISPATCH(find_word_edges)(text, in_word, places);
}

}  // namespace sluice
#endif  // HWY_ONCE
