#include "sizing/activations.h"

#include <algorithm>
#include <cmath>

#include "sizing/bounds.h"

namespace sluice::sizing {
namespace {

// s b.
double tokens_of(const Microbatch& batch) {
  return positive("sequence", batch.sequence) * positive("micro_batch", batch.batch);
}

// Bytes a token and unit of width: `split` by tensor parallelism whatever else is.
double bytes_per_unit(const ActivationPlan& plan, double split, double scores) {
  const double t = at_least("tensor_parallel", plan.tensor_parallel, 1);
  const double unsplit = plan.sequence_parallel ? 10 / t : 10;
  switch (plan.recompute) {
    case Recompute::none:
      return unsplit + (split + scores) / t;
    case Recompute::selective:
      return unsplit + split / t;
    case Recompute::full:
      return plan.sequence_parallel ? 2 / t : 2;
  }
  return 0;
}

}  // namespace

double activation_bytes(const ModelShape& shape, const Microbatch& batch,
                        const ActivationPlan& plan) {
  const double width = shape.width;
  const double split = 8 + 4 * token_ff_width(shape) / width;
  const double scores = 5 * shape.heads * batch.sequence / width;
  return tokens_of(batch) * width * bytes_per_unit(plan, split, scores);
}

Range gated_activation_bytes(const ModelShape& shape, const Microbatch& batch) {
  const double tokens = tokens_of(batch);
  const double width = shape.width;
  const double ff_width = token_ff_width(shape);
  const double keys = static_cast<double>(shape.kv_heads) * shape.head_dim;
  const double with_gate = tokens * (12 * width + 4 * keys + 6 * ff_width);
  const double without_gate = tokens * (18 * width + 4 * ff_width);
  return {std::min(with_gate, without_gate), std::max(with_gate, without_gate)};
}

double layers_held(double layers, double pipeline_parallel, double microbatches, double chunks) {
  positive("layers", layers);
  at_least("pipeline_parallel", pipeline_parallel, 1);
  at_least("microbatches", microbatches, 1);
  at_least("chunks", chunks, 1);
  const double stage = chunks * std::ceil(layers / (pipeline_parallel * chunks));
  const double held = std::min(microbatches, pipeline_parallel) * stage;
  if (chunks <= 1) return held;
  return held * (1 + (pipeline_parallel - 1) / (pipeline_parallel * chunks));
}

double selective_recompute(const ModelShape& shape, double sequence) {
  const double width = shape.width;
  positive("sequence", sequence);
  const double head = shape.vocabulary / (12 * width * shape.layers);
  return (1 + sequence / (3 * width) + head) / (1 + sequence / (6 * width) + head);
}

}  // namespace sluice::sizing
