// Bytes that each GPU sends in a step, and the pipeline's bubble.
//
//   all_reduce_bytes(2 * 6'738'415'616.0, 64);        // 26.5 GB of 16-bit gradients
//   tensor_parallel_bytes(8192, 1, 8192, 8);          // 0.94 GB a layer and microbatch
//   pipeline_bubble(8, 64);                           // 0.0986
//
// Volumes are counts and certain; seconds from them (volume / bandwidth) are rough, since they know
// neither latency nor what hides behind arithmetic. Rings are assumed: (n - 1) / n of the data a
// pass. Where each belongs: tensor parallelism (with sequence parallelism) inside the fast domain,
// pipelines across nodes, data parallelism outermost, context parallelism when the context does not
// fit. Units: bytes, of 16-bit elements unless said. Each comment opens with the formula's number
// in the report and its label (compute.h).
#pragma once

namespace sluice::sizing {

// F17, grounded: 2 (n - 1) / n S bytes a step, for gradients of S bytes over n GPUs: plain data
// parallelism, ZeRO 1 and 2.
double all_reduce_bytes(double bytes, double gpus);

// F17, grounded: 3 (n - 1) / n S with ZeRO 3: weights gathered twice, gradients scattered once; for
// every microbatch if the gathered weights are not kept.
double zero3_bytes(double bytes, double gpus);

// F17, grounded: 4 x 2 (t - 1) / t x 2 s b h bytes a layer and microbatch: two all-reduces forward
// and two backward, or sequence parallelism's gathers and scatters; half as much again where the
// layer is recomputed in full.
double tensor_parallel_bytes(double sequence, double batch, double width, double tensor_parallel,
                             bool full_recompute = false);

// F17, grounded: 2 x 2 s b h bytes a boundary and microbatch, forward and backward.
double pipeline_bytes(double sequence, double batch, double width);

// F17, grounded: (c - 1) / c x 2 x 2 s b nkv hd bytes of keys and values a layer, forward, round a
// ring of c GPUs. `kv_width`: nkv hd.
double context_parallel_bytes(double sequence, double batch, double kv_width,
                              double context_parallel);

// F18, grounded: share of the step in which a stage idles: (P - 1) / (v M + P - 1) with P stages, M
// microbatches, v interleaved chunks. Huang et al. 2019 (arXiv:1811.06965), Narayanan et al. 2021
// (arXiv:2104.04473).
double pipeline_bubble(double stages, double microbatches, double chunks = 1);

}  // namespace sluice::sizing
