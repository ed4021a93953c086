#include "sizing/parallelism.h"

namespace sluice::sizing {
namespace {

double ring(double gpus) { return (gpus - 1) / gpus; }

}  // namespace

double all_reduce_bytes(double bytes, double gpus) { return 2 * ring(gpus) * bytes; }

double zero3_bytes(double bytes, double gpus) { return 3 * ring(gpus) * bytes; }

double tensor_parallel_bytes(double sequence, double batch, double width, double tensor_parallel,
                             bool full_recompute) {
  const double all_reduces = full_recompute ? 6 : 4;
  return all_reduces * all_reduce_bytes(2 * sequence * batch * width, tensor_parallel);
}

double pipeline_bytes(double sequence, double batch, double width) {
  return 2 * (2 * sequence * batch * width);
}

double context_parallel_bytes(double sequence, double batch, double kv_width,
                              double context_parallel) {
  return ring(context_parallel) * 2 * (2 * sequence * batch * kv_width);
}

double pipeline_bubble(double stages, double microbatches, double chunks) {
  return (stages - 1) / (chunks * microbatches + stages - 1);
}

}  // namespace sluice::sizing
