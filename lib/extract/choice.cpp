#include "extract/choice.h"

#include <algorithm>
#include <array>

namespace sluice::extract {

uint32_t weight_of(const Block& block) {
  return std::max(block.words, (block.bytes - block.characters) / 2);
}

Choice choose(const Blocks& blocks, std::span<const uint32_t> likely, const Aim& aim) {
  // Probabilities in 256 classes: exact enough, and the sums do not depend on an order.
  constexpr size_t kClasses = 256;
  std::array<uint64_t, kClasses> weight{};
  std::array<uint64_t, kClasses> mass{};
  uint64_t all = 0;
  for (size_t i = 0; i < blocks.all.size(); ++i) {
    const size_t at = std::min<size_t>(likely[i] / (kCertain / kClasses), kClasses - 1);
    const uint64_t words = weight_of(blocks.all[i]);
    weight[at] += words;
    mass[at] += words * likely[i];
    all += words * likely[i];
  }
  const uint64_t square = uint64_t{aim.beta_percent} * aim.beta_percent;  // in 1 / 10,000
  Choice best;
  double best_ratio = 0;  // not yet rounded, so that profiles are nested
  uint64_t kept_weight = 0;
  uint64_t kept_mass = 0;
  for (size_t at = kClasses; at-- > 0;) {
    if (weight[at] == 0) continue;
    kept_weight += weight[at];
    kept_mass += mass[at];
    const double below = static_cast<double>(kept_weight) * kCertain * 10'000 +
                         static_cast<double>(square) * static_cast<double>(all);
    const double ratio = static_cast<double>(kept_mass) / below;
    if (ratio <= best_ratio) continue;
    best_ratio = ratio;
    best.threshold = static_cast<uint32_t>(at * (kCertain / kClasses));
    best.expected = static_cast<uint32_t>(static_cast<double>(10'000 + square) * ratio * kCertain);
  }
  best.threshold = std::max(best.threshold, aim.least);
  return best;
}

}  // namespace sluice::extract
