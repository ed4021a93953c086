#include "sizing/parallelism.h"

#include "sizing/bounds.h"

namespace sluice::sizing {
namespace {

// A pass over a ring: of one GPU, nothing.
double ring(double gpus) { return (at_least("gpus of a ring", gpus, 1) - 1) / gpus; }

// s b h of 2 bytes.
double layer_bytes(double sequence, double batch, double width) {
  return 2 * positive("sequence", sequence) * positive("micro_batch", batch) *
         positive("width", width);
}

}  // namespace

double all_reduce_bytes(double bytes, double gpus) {
  return 2 * ring(gpus) * not_negative("bytes", bytes);
}

double zero3_bytes(double bytes, double gpus) {
  return 3 * ring(gpus) * not_negative("bytes", bytes);
}

double tensor_parallel_bytes(double sequence, double batch, double width, double tensor_parallel,
                             bool full_recompute) {
  const double all_reduces = full_recompute ? 6 : 4;
  return all_reduces * all_reduce_bytes(layer_bytes(sequence, batch, width), tensor_parallel);
}

double pipeline_bytes(double sequence, double batch, double width) {
  return 2 * layer_bytes(sequence, batch, width);
}

double context_parallel_bytes(double sequence, double batch, double kv_width,
                              double context_parallel) {
  return ring(context_parallel) * 2 * layer_bytes(sequence, batch, kv_width);
}

double pipeline_bubble(double stages, double microbatches, double chunks) {
  at_least("stages", stages, 1);
  at_least("microbatches", microbatches, 1);
  at_least("chunks", chunks, 1);
  return (stages - 1) / (chunks * microbatches + stages - 1);
}

}  // namespace sluice::sizing
