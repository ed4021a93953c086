// e^x by additions, multiplications and shifts alone, whose results IEEE 754 fixes: the same bits
// on every machine, which std::exp does not promise.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace sluice {

// Relative error below 1e-8. x is clamped to -700 .. 700; of NaN comes some number or NaN.
inline double exponential(double x) {
  constexpr double kLog2E = 1.4426950408889634;
  constexpr double kLn2 = 0.6931471805599453;
  // Adding 1.5 * 2^52 leaves a number rounded to an integer in the low bits of the sum.
  constexpr double kRounder = 6755399441055744;
  const double clamped = std::min(std::max(x, -700.0), 700.0);
  const double shifted = clamped * kLog2E + kRounder;
  const double r = clamped - (shifted - kRounder) * kLn2;  // within ±ln2 / 2
  // Taylor's series; the first term left out is r^8 / 8!, under 5.2e-9.
  const double r2 = r * r;
  const double r4 = r2 * r2;
  const double low = (1 + r) + r2 * (1.0 / 2 + r * (1.0 / 6));
  const double high = (1.0 / 24 + r * (1.0 / 120)) + r2 * (1.0 / 720 + r * (1.0 / 5040));
  const auto exponent = std::bit_cast<uint64_t>(shifted) - std::bit_cast<uint64_t>(kRounder);
  const auto power = std::bit_cast<double>((exponent + 1023) << 52);
  return (low + r4 * high) * power;
}

}  // namespace sluice
