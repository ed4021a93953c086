// Runs of a text that an index may hold, told by its filter alone. Internal to decontaminate.
//
//   for_each_candidate(index, words, [&](size_t at, uint64_t hash) {
//     const uint32_t run = index.find(&words[at], hash);      // or kNone
//   });
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/mix_bits.h"
#include "decontaminate/index.h"

namespace sluice::decontaminate {

// Hashes are made by the block, so that the filter's memory is on its way when it is asked.
template <class Use>
void for_each_candidate(const EvaluationIndex& index, std::span<const uint32_t> words, Use&& use) {
  constexpr size_t kBlock = 128;
  if (words.size() < kAnchorWords) return;
  uint64_t leaving = 1;
  for (uint32_t i = 0; i < kAnchorWords; ++i) leaving *= kRunStep;
  uint64_t sum = 0;
  for (uint32_t i = 0; i + 1 < kAnchorWords; ++i) sum = sum * kRunStep + words[i];
  uint64_t gone = 0;  // the word before the run
  std::array<uint64_t, kBlock> hashes;
  const size_t runs = words.size() - kAnchorWords + 1;
  for (size_t begin = 0; begin < runs; begin += kBlock) {
    const size_t count = std::min(kBlock, runs - begin);
    for (size_t i = 0; i < count; ++i) {
      sum = sum * kRunStep + words[begin + i + kAnchorWords - 1] - gone * leaving;
      gone = words[begin + i];
      hashes[i] = mix_bits(sum);
      index.prefetch(hashes[i]);
    }
    for (size_t i = 0; i < count; ++i) {
      if (index.may_hold(hashes[i])) use(begin + i, hashes[i]);
    }
  }
}

}  // namespace sluice::decontaminate
