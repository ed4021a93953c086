#include "sizing/serving.h"

#include <algorithm>
#include <cmath>

#include "sizing/bounds.h"
#include "sizing/compute.h"

namespace sluice::sizing {

namespace {

void check(const Server& server) {
  positive("memory_bytes", server.memory_bytes);
  positive("bandwidth", server.bandwidth);
  positive("peak", server.peak);
  not_negative("price_per_gpu_hour", server.price_per_gpu_hour);
}

double checked_active(const ServedModel& model) {
  positive("parameters", model.parameters);
  positive("bytes_per_parameter", model.bytes_per_parameter);
  if (model.active_parameters == 0) return model.parameters;
  positive("active_parameters", model.active_parameters);
  return std::min(model.active_parameters, model.parameters);
}

}  // namespace

Serving serve(const Server& server, const ServedModel& model, double concurrency) {
  check(server);
  at_least("concurrency", concurrency, 1);
  const double active = checked_active(model);
  const double held = model.parameters * model.bytes_per_parameter;
  const double read = std::min(model.parameters, concurrency * active) * model.bytes_per_parameter;
  Serving serving;
  serving.gpus = std::ceil(held / server.memory_bytes);
  serving.step_seconds = read / (serving.gpus * server.bandwidth);
  const double by_memory = concurrency / serving.step_seconds;
  const double by_arithmetic = serving.gpus * server.peak / (2 * active);
  serving.compute_bound = by_arithmetic < by_memory;
  serving.tokens_per_second = serving.compute_bound ? by_arithmetic : by_memory;
  serving.dollars_per_million =
      serving.gpus * server.price_per_gpu_hour / 3600 / serving.tokens_per_second * 1e6;
  return serving;
}

double crossover_concurrency(const Server& server, const ServedModel& model) {
  check(server);
  const double active = checked_active(model);
  return model.bytes_per_parameter * server.peak / (2 * server.bandwidth) * model.parameters /
         active;
}

double kv_bytes_per_token(const ModelShape& shape, double bytes_per_element) {
  positive("bytes_per_element", bytes_per_element);
  const double elements = shape.latent ? 1.0 * shape.latent->kv_rank + shape.latent->rope_dim
                                       : 2.0 * shape.kv_heads * shape.head_dim;
  return shape.layers * elements * bytes_per_element;
}

std::optional<double> break_even(const LifetimeCost& cheaper, const LifetimeCost& dearer) {
  for (const LifetimeCost& cost : {cheaper, dearer}) {
    not_negative("training cost", cost.training);
    not_negative("serving cost", cost.per_token);
  }
  const double saved = cheaper.per_token - dearer.per_token;
  const double tokens = (dearer.training - cheaper.training) / saved;
  if (!(saved > 0) || !(tokens > 0)) return std::nullopt;
  return tokens;
}

LifetimeCost lifetime_flops(double parameters, double tokens) {
  return {.training = training_flops(parameters, tokens), .per_token = 2 * parameters};
}

}  // namespace sluice::sizing
