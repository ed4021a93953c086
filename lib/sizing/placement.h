// Whether the degrees of parallelism suit the cluster and the model.
//
//   judge_placement({.gpus = 64, .tensor = 16, .data = 4, .node = 8});
//   // refused: "tensor parallelism of 16 reaches across nodes of 8: …"
//
// Tensor parallelism belongs inside the fast domain, since it waits for the wire four times a
// layer; pipelines across nodes; data parallelism outermost; context parallelism where the context
// does not fit (parallelism.h has the volumes). F17. Refused are degrees of 0, degrees that are not
// the cluster, tensor parallelism over the node or not dividing the heads, more stages (or chunks
// of them) than layers, and chunks without a pipeline or that microbatches do not fill.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sizing/model_shape.h"

namespace sluice::sizing {

struct Placement {
  uint64_t gpus = 1;
  uint64_t tensor = 1;
  uint64_t pipeline = 1;
  uint64_t data = 1;
  uint64_t context = 1;
  uint64_t node = 1;          // GPUs in the fast domain
  uint64_t microbatches = 0;  // a step and replica; 0: not known
  uint64_t chunks = 1;        // interleaved, a stage
};

struct Finding {
  bool refuses = false;  // the plan cannot be carried out; else it is advice
  std::string text;
};

// In the order of what is worst; empty if there is nothing to say.
std::vector<Finding> judge_placement(const Placement& placement,
                                     const std::optional<ModelShape>& shape = std::nullopt);

}  // namespace sluice::sizing
