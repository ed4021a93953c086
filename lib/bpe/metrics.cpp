#include "bpe/metrics.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/format.h"

namespace sluice::bpe {
namespace {

double ratio(uint64_t count, uint64_t divisor) {
  if (divisor == 0) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(count) / static_cast<double>(divisor);
}

// The entropy in nats of the distribution counts / total, none of whose shares exceeds `largest`.
double renyi_entropy(std::span<const uint64_t> counts, double total, double largest, double alpha) {
  const double beyond = alpha - 1;
  double sum = 0;
  if (std::abs(beyond) < 0.5) {
    // Near order 1 the sum of p^alpha is nearly 1, and its logarithm would be all rounding error:
    // sum(p^alpha) - 1 = sum(p (p^beyond - 1)), which at order 1 itself gives Shannon's entropy.
    for (const uint64_t count : counts) {
      if (count == 0) continue;
      const double p = static_cast<double>(count) / total;
      sum += beyond == 0 ? p * std::log(p) : p * std::expm1(beyond * std::log(p));
    }
    return beyond == 0 ? -sum : -std::log1p(sum) / beyond;
  }
  // Relative to the largest share, so that no power underflows to nothing.
  for (const uint64_t count : counts) {
    if (count != 0) sum += std::pow(static_cast<double>(count) / largest, alpha);
  }
  return -(std::log(sum) + alpha * std::log(largest / total)) / beyond;
}

}  // namespace

double bytes_per_token(uint64_t bytes, uint64_t tokens) { return ratio(bytes, tokens); }

double fertility(uint64_t tokens, uint64_t words) { return ratio(tokens, words); }

double premium(uint64_t tokens, uint64_t english_tokens) { return ratio(tokens, english_tokens); }

double normalised_sequence_length(uint64_t tokens, uint64_t reference_tokens) {
  return ratio(tokens, reference_tokens);
}

double renyi_efficiency(std::span<const uint64_t> counts, uint64_t size, double alpha) {
  if (!(alpha >= 0) || std::isinf(alpha)) {
    throw ConfigError("the order of Renyi's entropy must be 0 or more, not " +
                      shortest_double(alpha));
  }
  double total = 0;
  uint64_t largest = 0;
  for (const uint64_t count : counts) {
    total += static_cast<double>(count);
    largest = std::max(largest, count);
  }
  if (largest == 0 || size < 2) return std::numeric_limits<double>::quiet_NaN();
  // Rounding must not leave the range: a single entry's entropy may come out as -0.
  const double entropy = renyi_entropy(counts, total, static_cast<double>(largest), alpha);
  return std::max(0.0, entropy) / std::log(static_cast<double>(size));
}

}  // namespace sluice::bpe
