#include "dedup/yield.h"

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "base/format.h"

namespace sluice::dedup {
namespace {

// By multiplications alone: the same bits on every machine, which std::pow does not promise.
double power(double base, uint64_t exponent) {
  double result = 1;
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result *= base;
    base *= base;
  }
  return result;
}

void add_weighted(YieldPoint& point, double weight, const Amount& amount) {
  point.documents += weight * static_cast<double>(amount.documents);
  point.bytes += weight * static_cast<double>(amount.bytes);
  point.tokens += weight * static_cast<double>(amount.tokens);
}

// P(L >= s) for s = 0, 1, …, k + 1 (where it is 0).
std::vector<double> binomial_tails(uint32_t trials, double probability) {
  std::vector<double> tails(trials + 2, 0);
  double term = power(probability, trials);  // P(L = trials)
  for (uint32_t s = trials + 1; s-- > 0;) {
    tails[s] = tails[s + 1] + term;
    // P(L = s - 1) from P(L = s).
    term *= s / (trials - s + 1.0) * (1 - probability) / probability;
  }
  return tails;
}

// New clusters among `beyond` times as many further documents.
void extrapolate(YieldPoint& point, const ClusterSizes& sizes, double beyond) {
  const auto bits = static_cast<uint32_t>(std::bit_width(sizes.documents()));
  const uint32_t trials = (bits + 1) / 2;
  const std::vector<double> tails = binomial_tails(trials, 1 / (1 + beyond));
  YieldPoint more;
  for (const auto& [size, amount] : sizes.by_size()) {
    if (size > trials) break;
    const double sign = size % 2 == 1 ? 1 : -1;
    const double weight = power(beyond, size) * tails[size];
    add_weighted(more, sign * weight, amount);
  }
  // The alternating series can fall below nothing, where most clusters are pairs.
  point.documents += std::max(more.documents, 0.0);
  point.bytes += std::max(more.bytes, 0.0);
  point.tokens += std::max(more.tokens, 0.0);
}

}  // namespace

ClusterSizes& ClusterSizes::operator+=(const ClusterSizes& other) {
  for (const auto& [size, amount] : other.by_size_) add(size, amount);
  return *this;
}

uint64_t ClusterSizes::documents() const {
  uint64_t documents = 0;
  for (const auto& [size, amount] : by_size_) documents += size * amount.documents;
  return documents;
}

Amount ClusterSizes::kept() const {
  Amount kept;
  for (const auto& [size, amount] : by_size_) kept += amount;
  return kept;
}

YieldPoint yield_at(const ClusterSizes& sizes, double share) {
  if (!(share >= 0 && share <= 2)) {
    throw ConfigError("a yield at " + shortest_double(share) +
                      " times the documents cannot be told: from 0 to 2 times it can");
  }
  YieldPoint point{.share = share, .extrapolated = share > 1};
  const double missing = share < 1 ? 1 - share : 0;
  for (const auto& [size, amount] : sizes.by_size()) {
    add_weighted(point, 1 - power(missing, size), amount);
  }
  if (point.extrapolated) extrapolate(point, sizes, share - 1);
  return point;
}

std::vector<YieldPoint> yield_curve(const ClusterSizes& sizes, uint32_t steps) {
  std::vector<YieldPoint> curve;
  curve.reserve(2 * size_t{steps});
  for (uint32_t step = 1; step <= 2 * steps; ++step) {
    curve.push_back(yield_at(sizes, static_cast<double>(step) / steps));
  }
  return curve;
}

}  // namespace sluice::dedup
