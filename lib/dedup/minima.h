// The inner loops of MinHash: minima of many hash functions over a document's shingles, with the
// vector instructions that the machine has. All give the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sluice::dedup {

// Numbers of hash functions are whole multiples of this.
inline constexpr size_t kMinimaBlock = 16;

constexpr size_t whole_minima_blocks(size_t functions) {
  return (functions + kMinimaBlock - 1) / kMinimaBlock * kMinimaBlock;
}

// minima[i] = least of multipliers[i] * x + addends[i] modulo 2^32 over the shingles' lower halves
// x. The three are equally long.
void minima_32(std::span<const uint64_t> shingles, std::span<const uint32_t> multipliers,
               std::span<const uint32_t> addends, std::span<uint32_t> minima);

// minima[i] = least of (multipliers[i] * x + addends[i] modulo 2^64) modulo 2^61 - 1.
void minima_61(std::span<const uint64_t> shingles, std::span<const uint64_t> multipliers,
               std::span<const uint64_t> addends, std::span<uint64_t> minima);

}  // namespace sluice::dedup
