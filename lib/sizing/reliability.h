// Interruptions and checkpoints: how often a run stops, and how often it should save.
//
//   expected_interruptions(1024, 30);                       // 14.9
//   const double mtbf = mean_seconds_between(16'000);       // 3.09 h
//   young_interval(60, mtbf);                               // a checkpoint of 60 s every 19.3 min
//   wasted_share({.interval = 1156, .checkpoint = 60}, mtbf);   // 0.104
//
// Failures are taken for a Poisson process. Units: seconds, but for days where they are said. Each
// comment opens with the formula's number in the report and its label (compute.h).
#pragma once

#include <cstdint>

namespace sluice::sizing {

// F19, extrapolated from one observation (orders of magnitude): 419 unexpected interruptions of
// 16,000 GPUs in 54 days. Llama team 2024 (arXiv:2407.21783), which used 16,384 at most; those
// would make it 2.3 % less.
inline constexpr double kInterruptionsPerGpuDay = 419 / (54 * 16'000.0);

// F19, as above: lambda n days.
double expected_interruptions(double gpus, double days, double rate = kInterruptionsPerGpuDay);
// F19, as above: M = 86,400 / (lambda n).
double mean_seconds_between(double gpus, double rate = kInterruptionsPerGpuDay);

// F19, grounded for a Poisson process: the smallest range of counts that leaves at most half of
// 1 - `confidence` on either side; above a mean of 1e6 to about a count. `mean`: 0 to 1e18.
// `confidence`: between 0 and 1. O(sqrt(mean)) up to 1e6, then O(1).
struct CountRange {
  uint64_t low = 0;
  uint64_t high = 0;
};
CountRange poisson_range(double mean, double confidence = 0.90);

// F20, grounded (inputs rough): the interval between checkpoints that wastes least, to first order
// sqrt(2 delta M). `checkpoint`: delta, the time that one takes, training stopped; `mtbf`: M.
// Young 1974.
double young_interval(double checkpoint, double mtbf);
// … to higher order: sqrt(2 delta M) (1 + sqrt(delta / 2M) / 3 + (delta / 2M) / 9) - delta, or M
// where delta is 2 M and more. Daly 2006.
double daly_interval(double checkpoint, double mtbf);

struct Checkpointing {
  double interval = 0;    // tau, of training between two checkpoints
  double checkpoint = 0;  // delta
  double restart = 0;     // R, from the failure to the first step
};

// F20, grounded (inputs rough): delta / tau + tau / 2M + R / M of the training time, to first
// order.
double wasted_share(const Checkpointing& plan, double mtbf);

// F20, grounded (inputs rough): wall time over training time, (M / tau) e^(R/M) (e^((tau +
// delta)/M) - 1), exact for Poisson failures.
double wall_multiplier(const Checkpointing& plan, double mtbf);

// F20, grounded: training lost by a failure, M - tau / (e^(tau/M) - 1); half of tau where failures
// are rare. (Half of the time between failures is neither.)
double expected_loss(double interval, double mtbf);

// F22, grounded: GPU seconds lost by going back `steps` before a spike of the loss. PaLM went back
// about 100 and skipped 200 to 500 batches, some 20 times (arXiv:2204.02311, section 5.1).
double rewind_gpu_seconds(double steps, double step_seconds, double gpus);
// F22, grounded: tokens of the batches skipped.
double skipped_tokens(double batches, double tokens_per_batch);

}  // namespace sluice::sizing
