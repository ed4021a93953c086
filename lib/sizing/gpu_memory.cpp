#include "sizing/gpu_memory.h"

#include <algorithm>
#include <cmath>

#include "sizing/bounds.h"
#include "sizing/vocabulary.h"

namespace sluice::sizing {
namespace {

Range layer_activations(const GpuMemoryPlan& plan) {
  const ActivationPlan& kept = plan.activations;
  if (!plan.shape.gated || kept.recompute == Recompute::full) {
    const double bytes = activation_bytes(plan.shape, plan.batch, kept);
    return {bytes, bytes};
  }
  const double tokens = plan.batch.sequence * plan.batch.batch;
  const double unsplit = kept.sequence_parallel ? 0 : 10 * tokens * plan.shape.width;
  const double scores = kept.recompute == Recompute::none
                            ? 5.0 * plan.shape.heads * plan.batch.sequence * tokens
                            : 0.0;
  const auto on_one = [&](double bytes) {
    return unsplit + (bytes - unsplit + scores) / kept.tensor_parallel;
  };
  const Range whole = gated_activation_bytes(plan.shape, plan.batch);
  return {on_one(whole.low), on_one(whole.high)};
}

// Parameters of the fullest stage: whole layers, and a matrix of the vocabulary at either end.
double fullest_parameters(const GpuMemoryPlan& plan, const ParameterCount& count) {
  if (plan.pipeline_parallel <= 1) return count.total();
  const double layers = static_cast<double>(plan.shape.layers);
  const double stage = std::ceil(layers / plan.pipeline_parallel);
  return (count.layer_matrices + count.vectors) * stage / layers + count.positions +
         count.embedding;
}

}  // namespace

GpuMemory gpu_memory(const GpuMemoryPlan& plan) {
  const double tensor_parallel = plan.activations.tensor_parallel;
  at_least("tensor_parallel", tensor_parallel, 1);
  at_least("pipeline_parallel", plan.pipeline_parallel, 1);
  const ParameterCount count = count_parameters(plan.shape);
  const double parameters = count.total() / (tensor_parallel * plan.pipeline_parallel);
  const double fullest = fullest_parameters(plan, count) / tensor_parallel;
  const double layers = layers_held(static_cast<double>(plan.shape.layers), plan.pipeline_parallel,
                                    plan.microbatches, plan.chunks);
  const Range layer = layer_activations(plan);
  GpuMemory memory;
  memory.states = state_bytes(parameters, plan.states, plan.zero, plan.data_parallel);
  memory.unevenness =
      state_bytes(std::max(fullest - parameters, 0.0), plan.states, plan.zero, plan.data_parallel);
  memory.activations = {layers * layer.low, layers * layer.high};
  memory.logits = logits_bytes(plan.batch.sequence * plan.batch.batch,
                               static_cast<double>(plan.shape.vocabulary), tensor_parallel);
  return memory;
}

}  // namespace sluice::sizing
