// Mixing of 64-bit numbers: each bit of what goes in changes each bit of what comes out with
// probability one half, and no two numbers become one.
//
//   mix_bits(key)                       // a hash of a number
//   SplitMix random(seed);         // random.next(): as many as are needed, the same everywhere
//
// The generator and its finaliser (Stafford's variant 13 of MurmurHash3's) are those of Steele, Lea
// and Flood, "Fast splittable pseudorandom number generators" (2014).
#pragma once

#include <cstdint>

namespace sluice {

constexpr uint64_t mix_bits(uint64_t number) {
  number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9;
  number = (number ^ number >> 27) * 0x94D049BB133111EB;
  return number ^ number >> 31;
}

class SplitMix {
 public:
  explicit constexpr SplitMix(uint64_t seed) : state_(seed) {}
  constexpr uint64_t next() { return mix_bits(state_ += 0x9E3779B97F4A7C15); }

 private:
  uint64_t state_;
};

}  // namespace sluice
