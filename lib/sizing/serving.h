// What serving a model costs, and when a smaller, longer-trained one would have been cheaper.
//
//   const Server h100{.memory_bytes = 80e9, .bandwidth = 3.35e12, .peak = 989e12,
//                     .price_per_gpu_hour = 2.00};
//   serve(h100, {.parameters = 8'030'261'248, .bytes_per_parameter = 2}, /*concurrency=*/64);
//   // 13,350 tokens/s on one GPU, $0.042 a million
//
// Rough by design: each decoding step reads all weights once; the cache of keys and values, the
// prompt, the interconnect, and room for activations are left out. It ranks plans and does not
// price a service. Of a mixture of experts all experts are in memory, and each token meets a few.
// Units: bytes, FLOP/s, seconds, dollars. Each comment opens with the formula's
// number in the report and its label (compute.h).
#pragma once

#include <optional>

#include "sizing/model_shape.h"

namespace sluice::sizing {

struct Server {
  double memory_bytes = 0;  // of one GPU
  double bandwidth = 0;     // bytes/s of its memory
  double peak = 0;          // dense FLOP/s
  double price_per_gpu_hour = 0;
};

struct ServedModel {
  double parameters = 0;         // all that are in memory
  double active_parameters = 0;  // those that a token meets; 0: all of them
  double bytes_per_parameter = 2;
};

struct Serving {
  double gpus = 0;               // that hold the weights
  double step_seconds = 0;       // to read those that the step needs
  double tokens_per_second = 0;  // of all sequences
  bool compute_bound = false;    // tokens_per_second is the cap g peak / 2N
  double dollars_per_million = 0;
};

// F9, rough: g = ceil(W / memory), t = W / (g bandwidth), tokens/s = B / t and at most g peak / 2N,
// price = g price / 3600 / (tokens/s) x 1e6. At B = 1 it does not depend on g. N: active
// parameters; a step of a mixture of experts reads at most B N of the weights, so that is its W in
// t. Concurrency B: 1 or more.
Serving serve(const Server& server, const ServedModel& model, double concurrency = 1);

// F9, rough: b peak / (2 bandwidth) sequences at once, times all over active parameters, from which
// on arithmetic is the limit.
double crossover_concurrency(const Server& server, const ServedModel& model);

// F9, grounded: 2 L nkv hd b bytes of keys and values for each token of context (what serve()
// leaves out); of latent attention L (kv_rank + rope_dim) b.
double kv_bytes_per_token(const ModelShape& shape, double bytes_per_element = 2);

// What a plan costs: once, and for each token served. Dollars, or FLOPs.
struct LifetimeCost {
  double training = 0;
  double per_token = 0;

  double after(double tokens) const { return training + tokens * per_token; }
};

// F10, rough: S* = (training_j - training_i) / (serving_i - serving_j), the tokens served after
// which `dearer` (to train) has paid for itself; nothing if it never does. Compare plans of equal
// loss (scaling_law.h, tokens_for_loss()).
std::optional<double> break_even(const LifetimeCost& cheaper, const LifetimeCost& dearer);

// F10, rough: 6 N D and 2 N a token served, in FLOPs; N: active parameters. Sardana et al. 2024
// (arXiv:2401.00448).
LifetimeCost lifetime_flops(double parameters, double tokens);

}  // namespace sluice::sizing
