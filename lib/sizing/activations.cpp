#include "sizing/activations.h"

#include <algorithm>

namespace sluice::sizing {
namespace {

// Bytes a token and unit of width.
double bytes_per_unit(const ActivationPlan& plan, double scores) {
  const double t = plan.tensor_parallel;
  const double unsplit = plan.sequence_parallel ? 10 / t : 10;
  switch (plan.recompute) {
    case Recompute::none:
      return unsplit + (24 + scores) / t;
    case Recompute::selective:
      return unsplit + 24 / t;
    case Recompute::full:
      return plan.sequence_parallel ? 2 / t : 2;
  }
  return 0;
}

}  // namespace

double activation_bytes(const ModelShape& shape, const Microbatch& batch,
                        const ActivationPlan& plan) {
  const double width = shape.width;
  const double scores = 5 * shape.heads * batch.sequence / width;
  return batch.sequence * batch.batch * width * bytes_per_unit(plan, scores);
}

Range gated_activation_bytes(const ModelShape& shape, const Microbatch& batch) {
  const double tokens = batch.sequence * batch.batch;
  const double width = shape.width;
  const double ff_width = shape.ff_width;
  const double keys = static_cast<double>(shape.kv_heads) * shape.head_dim;
  const double with_gate = tokens * (12 * width + 4 * keys + 6 * ff_width);
  const double without_gate = tokens * (18 * width + 4 * ff_width);
  return {std::min(with_gate, without_gate), std::max(with_gate, without_gate)};
}

double layers_held(double layers, double pipeline_parallel, double microbatches, double chunks) {
  const double stage = layers / pipeline_parallel;
  const double held = std::min(microbatches, pipeline_parallel) * stage;
  if (chunks <= 1) return held;
  return held * (1 + (pipeline_parallel - 1) / (pipeline_parallel * chunks));
}

double selective_recompute(const ModelShape& shape, double sequence) {
  const double width = shape.width;
  const double head = shape.vocabulary / (12 * width * shape.layers);
  return (1 + sequence / (3 * width) + head) / (1 + sequence / (6 * width) + head);
}

}  // namespace sluice::sizing
