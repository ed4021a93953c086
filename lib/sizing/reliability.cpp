#include "sizing/reliability.h"

#include <cmath>
#include <numbers>

#include "base/error.h"
#include "base/format.h"
#include "sizing/bounds.h"

namespace sluice::sizing {
namespace {

// Above this the tails are as good as normal, and logarithms of the probabilities lose digits.
constexpr double kLargeMean = 1e6;
constexpr double kLargestMean = 1e18;

// Standard normal: the x below which `part` of it lies.
double normal_quantile(double part) {
  double below = -40;
  double above = 40;
  for (int i = 0; i < 100; ++i) {
    const double middle = (below + above) / 2;
    (std::erfc(-middle / std::numbers::sqrt2) / 2 < part ? below : above) = middle;
  }
  return above;
}

// Cornish and Fisher's expansion to the skewness: right to about a count.
uint64_t large_poisson_quantile(double mean, double part) {
  const double z = normal_quantile(part);
  return static_cast<uint64_t>(std::ceil(mean + z * std::sqrt(mean) + (z * z - 1) / 6 - 0.5));
}

// Smallest count whose cumulative probability reaches `part`.
uint64_t poisson_quantile(double mean, double part) {
  if (mean == 0) return 0;
  if (mean > kLargeMean) return large_poisson_quantile(mean, part);
  const double mode = std::floor(mean);
  const double at_mode = std::exp(mode * std::log(mean) - mean - std::lgamma(mode + 1));
  // Down from the mode until what is left is nothing, then up again, adding.
  double first = mode;
  double probability = at_mode;
  while (first > 0 && probability > 1e-20) {
    probability *= first / mean;
    --first;
  }
  double sum = probability;
  while (sum < part && (first < mode || probability > 1e-20)) {
    ++first;
    probability *= mean / first;
    sum += probability;
  }
  return static_cast<uint64_t>(first);
}

void check(const Checkpointing& plan, double mtbf) {
  positive("interval", plan.interval);
  not_negative("checkpoint", plan.checkpoint);
  not_negative("restart", plan.restart);
  positive("mtbf", mtbf);
}

}  // namespace

double expected_interruptions(double gpus, double days, double rate) {
  return not_negative("interruptions_per_gpu_day", rate) * not_negative("gpus", gpus) *
         not_negative("days", days);
}

double mean_seconds_between(double gpus, double rate) {
  return 86'400 / (positive("interruptions_per_gpu_day", rate) * positive("gpus", gpus));
}

CountRange poisson_range(double mean, double confidence) {
  not_negative("mean", mean);
  utilisation("confidence", confidence);
  if (mean > kLargestMean) throw ConfigError("a mean of " + plain_double(mean) + " is over 1e18");
  const double tail = (1 - confidence) / 2;
  return {poisson_quantile(mean, tail), poisson_quantile(mean, 1 - tail)};
}

double young_interval(double checkpoint, double mtbf) {
  return std::sqrt(2 * not_negative("checkpoint", checkpoint) * positive("mtbf", mtbf));
}

double daly_interval(double checkpoint, double mtbf) {
  not_negative("checkpoint", checkpoint);
  positive("mtbf", mtbf);
  if (checkpoint >= 2 * mtbf) return mtbf;
  const double ratio = checkpoint / (2 * mtbf);
  return young_interval(checkpoint, mtbf) * (1 + std::sqrt(ratio) / 3 + ratio / 9) - checkpoint;
}

double wasted_share(const Checkpointing& plan, double mtbf) {
  check(plan, mtbf);
  return plan.checkpoint / plan.interval + plan.interval / (2 * mtbf) + plan.restart / mtbf;
}

double wall_multiplier(const Checkpointing& plan, double mtbf) {
  check(plan, mtbf);
  return mtbf / plan.interval * std::exp(plan.restart / mtbf) *
         std::expm1((plan.interval + plan.checkpoint) / mtbf);
}

double expected_loss(double interval, double mtbf) {
  positive("interval", interval);
  positive("mtbf", mtbf);
  return mtbf - interval / std::expm1(interval / mtbf);
}

double rewind_gpu_seconds(double steps, double step_seconds, double gpus) {
  return not_negative("steps", steps) * not_negative("step_seconds", step_seconds) *
         not_negative("gpus", gpus);
}

double skipped_tokens(double batches, double tokens_per_batch) {
  return not_negative("batches", batches) * not_negative("tokens_per_batch", tokens_per_batch);
}

}  // namespace sluice::sizing
