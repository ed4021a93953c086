#include "sizing/serving.h"

#include <cmath>

#include "sizing/compute.h"

namespace sluice::sizing {

Serving serve(const Server& server, const ServedModel& model, double concurrency) {
  const double bytes = model.parameters * model.bytes_per_parameter;
  Serving serving;
  serving.gpus = std::ceil(bytes / server.memory_bytes);
  serving.step_seconds = bytes / (serving.gpus * server.bandwidth);
  const double by_memory = concurrency / serving.step_seconds;
  const double by_arithmetic = serving.gpus * server.peak / (2 * model.parameters);
  serving.compute_bound = by_arithmetic < by_memory;
  serving.tokens_per_second = serving.compute_bound ? by_arithmetic : by_memory;
  serving.dollars_per_million =
      serving.gpus * server.price_per_gpu_hour / 3600 / serving.tokens_per_second * 1e6;
  return serving;
}

double crossover_concurrency(const Server& server, double bytes_per_parameter) {
  return bytes_per_parameter * server.peak / (2 * server.bandwidth);
}

double kv_bytes_per_token(const ModelShape& shape, double bytes_per_element) {
  const double elements = shape.latent ? 1.0 * shape.latent->kv_rank + shape.latent->rope_dim
                                       : 2.0 * shape.kv_heads * shape.head_dim;
  return shape.layers * elements * bytes_per_element;
}

std::optional<double> break_even(const LifetimeCost& cheaper, const LifetimeCost& dearer) {
  const double saved = cheaper.per_token - dearer.per_token;
  const double tokens = (dearer.training - cheaper.training) / saved;
  if (!(saved > 0) || !(tokens > 0)) return std::nullopt;
  return tokens;
}

LifetimeCost lifetime_flops(double parameters, double tokens) {
  return {.training = training_flops(parameters, tokens), .per_token = 2 * parameters};
}

}  // namespace sluice::sizing
