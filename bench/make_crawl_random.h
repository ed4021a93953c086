// Random choices of make-crawl: the same on every machine, and each page's own, so that a page does
// not depend on how many choices the pages before it made.
//
//   Random random(seed, number, Random::ids);
//   if (random.chance(0.3)) …
#pragma once

#include <cstddef>
#include <cstdint>

namespace sluice::crawl {

// SplitMix64 (Steele, Lea, Flood 2014).
class Random {
 public:
  // What the choices are for; each has its own sequence.
  enum Purpose : uint64_t { kind = 1, content, response, ids, site, order };

  Random(uint64_t seed, uint64_t number, Purpose purpose)
      : state_(mix(mix(seed) + number * kStep) + purpose * kStep) {}

  uint64_t next() { return mix(state_ += kStep); }
  uint64_t below(uint64_t bound) { return next() % bound; }
  // Between 0 and 1, without 1.
  double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
  bool chance(double share) { return unit() < share; }

  template <class T, size_t N>
  const T& pick(const T (&choices)[N]) {
    return choices[below(N)];
  }

 private:
  static constexpr uint64_t kStep = 0x9E3779B97F4A7C15;

  static uint64_t mix(uint64_t value) {
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
    return value ^ (value >> 31);
  }

  uint64_t state_;
};

}  // namespace sluice::crawl
