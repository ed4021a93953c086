#include "langid/softmax.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace sluice::langid {
namespace {

// e^-0, e^-1, …
constexpr std::array<double, 41> kWhole = [] {
  std::array<double, 41> powers{};
  double power = 1;
  for (double& entry : powers) {
    entry = power;
    power *= 0.36787944117144233;
  }
  return powers;
}();

// e^(-i / 16)
constexpr std::array<double, 16> kSixteenths = [] {
  std::array<double, 16> powers{};
  double power = 1;
  for (double& entry : powers) {
    entry = power;
    power *= 0.93941306281347581;
  }
  return powers;
}();

}  // namespace

double decay(double x) {
  if (x <= -40) return 0;
  const double sixteenths = -16 * x;
  const auto steps = static_cast<uint32_t>(sixteenths);
  const double rest = (sixteenths - steps) / 16;  // 0..1/16: the series' fifth term is below 1e-8
  const double series =
      1 - rest * (1 - rest / 2 * (1 - rest / 3 * (1 - rest / 4 * (1 - rest / 5))));
  return kWhole[steps / 16] * kSixteenths[steps % 16] * series;
}

void softmax(std::span<double> values) {
  const double most = *std::ranges::max_element(values);
  double sum = 0;
  for (double& value : values) {
    value = decay(value - most);
    sum += value;
  }
  const double share = 1 / sum;
  for (double& value : values) value *= share;
}

}  // namespace sluice::langid
