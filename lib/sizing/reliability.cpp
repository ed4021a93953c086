#include "sizing/reliability.h"

#include <cmath>

namespace sluice::sizing {
namespace {

// Smallest count whose cumulative probability reaches `share`.
uint64_t poisson_quantile(double mean, double share) {
  if (mean <= 0) return 0;
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
  while (sum < share && (first < mode || probability > 1e-20)) {
    ++first;
    probability *= mean / first;
    sum += probability;
  }
  return static_cast<uint64_t>(first);
}

}  // namespace

double expected_interruptions(double gpus, double days, double rate) { return rate * gpus * days; }

double mean_seconds_between(double gpus, double rate) { return 86'400 / (rate * gpus); }

CountRange poisson_range(double mean, double confidence) {
  const double tail = (1 - confidence) / 2;
  return {poisson_quantile(mean, tail), poisson_quantile(mean, 1 - tail)};
}

double young_interval(double checkpoint, double mtbf) { return std::sqrt(2 * checkpoint * mtbf); }

double daly_interval(double checkpoint, double mtbf) {
  if (checkpoint >= 2 * mtbf) return mtbf;
  const double ratio = checkpoint / (2 * mtbf);
  return young_interval(checkpoint, mtbf) * (1 + std::sqrt(ratio) / 3 + ratio / 9) - checkpoint;
}

double wasted_share(const Checkpointing& plan, double mtbf) {
  return plan.checkpoint / plan.interval + plan.interval / (2 * mtbf) + plan.restart / mtbf;
}

double wall_multiplier(const Checkpointing& plan, double mtbf) {
  return mtbf / plan.interval * std::exp(plan.restart / mtbf) *
         std::expm1((plan.interval + plan.checkpoint) / mtbf);
}

double expected_loss(double interval, double mtbf) {
  return mtbf - interval / std::expm1(interval / mtbf);
}

double rewind_gpu_seconds(double steps, double step_seconds, double gpus) {
  return steps * step_seconds * gpus;
}

double skipped_tokens(double batches, double tokens_per_batch) {
  return batches * tokens_per_batch;
}

}  // namespace sluice::sizing
