// SplitMix64 (Steele, Lea, Flood 2014): the same numbers everywhere for the same seed.
#pragma once

#include <cstdint>

namespace sluice::training {

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next() {
    uint64_t z = state_ += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
  }
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }  // [0, 1)

 private:
  uint64_t state_;
};

// The natural logarithm of x >= 1, by halving and the series of artanh: the last bit of the
// library's varies between machines.
inline double natural_logarithm(double x) {
  double sum = 0;
  for (; x > 2; x /= 2) sum += 0.69314718055994531;
  const double ratio = (x - 1) / (x + 1);
  double power = ratio;
  for (int odd = 1; odd < 40; odd += 2, power *= ratio * ratio) sum += 2 * power / odd;
  return sum;
}

}  // namespace sluice::training
