// Whether a training plan fits its GPUs: states, activations and logits on the fullest one.
//
//   GpuMemoryPlan plan{.shape = llama3_8b, .batch = {.sequence = 8192}, .data_parallel = 8,
//                      .zero = ZeroStage::weights, .activations = {.recompute = Recompute::full}};
//   gpu_memory(plan).total().high;          // 22.4 GB
//
// Left out: the framework's own memory, fragments of the allocator, buffers of collectives,
// gathered weights of ZeRO 3. Keep a tenth of the card free for them. Bytes. Each comment opens
// with the formula's number in the report and its label (compute.h).
#pragma once

#include "sizing/activations.h"
#include "sizing/memory.h"
#include "sizing/model_shape.h"
#include "sizing/range.h"

namespace sluice::sizing {

struct GpuMemoryPlan {
  ModelShape shape;
  Microbatch batch;
  double data_parallel = 1;
  double pipeline_parallel = 1;
  double microbatches = 1;  // a step and replica
  double chunks = 1;        // interleaved, a stage
  ZeroStage zero = ZeroStage::none;
  StateBytes states = kMixedPrecision;
  ActivationPlan activations;  // its tensor_parallel is the plan's
};

struct GpuMemory {
  double states = 0;      // of an even share of the parameters
  double unevenness = 0;  // … what the fullest pipeline stage has above it
  Range activations;
  double logits = 0;  // on the last stage

  // With one stage all three; with several the first holds most activations, and the last the
  // logits and one microbatch: here they are added all the same, on the safe side.
  Range total() const {
    const double certain = states + unevenness + logits;
    return {certain + activations.low, certain + activations.high};
  }
};

// F11 to F14. States: parameters over t p, by ZeRO stage (grounded); the first and last stages hold
// a matrix of the vocabulary above whole layers. Experts count as parameters like others, without
// expert parallelism. Activations: layers_held() of activation_bytes() (grounded for GPT's kind);
// of gated layers the range of gated_activation_bytes(), 10 s b h of it unsplit without sequence
// parallelism and attention's scores added where they are kept (rough). Logits in 32 bits over t
// (grounded).
GpuMemory gpu_memory(const GpuMemoryPlan& plan);

}  // namespace sluice::sizing
