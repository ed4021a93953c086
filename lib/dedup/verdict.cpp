#include "dedup/verdict.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/format.h"

namespace sluice::dedup {
namespace {

// Bytes of different minima are equal by accident so often.
constexpr double kAccident = 1.0 / 256;

}  // namespace

uint32_t agreeing(std::span<const uint8_t> one, std::span<const uint8_t> other) {
  const size_t size = std::min(one.size(), other.size());
  uint32_t count = 0;
  for (size_t at = 0; at < size; ++at) count += one[at] == other[at] ? 1 : 0;
  return count;
}

SketchRule::SketchRule(const Options& options) : options_(options) {
  if (!(options.threshold >= 0 && options.threshold <= 1)) {
    throw ConfigError("threshold " + shortest_double(options.threshold) +
                      ": a Jaccard similarity is between 0 and 1");
  }
  if (!(options.margin >= 0)) {
    throw ConfigError("margin " + shortest_double(options.margin) + ": standard errors, 0 or more");
  }
  if (options.minima == 0) return;
  const double minima = options.minima;
  const double agreement = options.threshold + (1 - options.threshold) * kAccident;
  const double mean = minima * agreement;
  const double spread = options.margin * std::sqrt(minima * agreement * (1 - agreement));
  // Both bounds are whole numbers after rounding, which is the same on every machine: sqrt is
  // exactly rounded by IEEE 754.
  borderline_from_ = static_cast<uint32_t>(std::clamp(std::ceil(mean - spread), 0.0, minima));
  accept_from_ = static_cast<uint32_t>(std::max(std::floor(mean + spread) + 1, 0.0));
}

double SketchRule::estimate(uint32_t agreeing) const {
  if (options_.minima == 0) return 0;
  const double share = static_cast<double>(agreeing) / options_.minima;
  return std::clamp((share - kAccident) / (1 - kAccident), 0.0, 1.0);
}

}  // namespace sluice::dedup
