#include "sizing/placement.h"

#include <utility>

#include "base/format.h"
#include "sizing/parallelism.h"

namespace sluice::sizing {
namespace {

class Judge {
 public:
  explicit Judge(const Placement& placement) : placement_(placement) {}

  void judge_cluster() {
    const auto& [gpus, tensor, pipeline, data, context, node, microbatches] = placement_;
    // As doubles: the product of four hostile numbers need not fit 64 bits.
    const double product = 1.0 * tensor * pipeline * data * context;
    if (product != static_cast<double>(gpus)) {
      refuse("tensor x pipeline x data x context parallelism is " + shortest_double(product) +
             " GPUs, and the cluster has " + with_thousands(gpus));
    }
    if (tensor > node) {
      advise("tensor parallelism of " + with_thousands(tensor) + " reaches across nodes of " +
             with_thousands(node) + ": every layer will wait for the slow links");
    }
    if (pipeline > 1 && microbatches > 0) {
      const double bubble =
          pipeline_bubble(static_cast<double>(pipeline), static_cast<double>(microbatches));
      if (bubble > 0.1) {
        advise("the pipeline idles " + fixed(100 * bubble, 0) +
               " % of the step: " + with_thousands(microbatches) + " microbatches are few for " +
               with_thousands(pipeline) + " stages");
      }
    }
  }

  void judge_model(const ModelShape& shape) {
    const uint64_t tensor = placement_.tensor;
    if (tensor == 0) return;
    if (shape.heads % tensor != 0) {
      refuse("tensor parallelism of " + with_thousands(tensor) + " does not divide " +
             with_thousands(shape.heads) + " heads");
    }
    if (shape.kv_heads % tensor != 0) {
      advise("tensor parallelism of " + with_thousands(tensor) + " does not divide " +
             with_thousands(shape.kv_heads) + " heads of keys and values: some are held twice");
    }
    if (placement_.pipeline > shape.layers) {
      refuse("a pipeline of " + with_thousands(placement_.pipeline) + " stages has only " +
             with_thousands(shape.layers) + " layers");
    } else if (placement_.pipeline > 0 && shape.layers % placement_.pipeline != 0) {
      advise(with_thousands(placement_.pipeline) + " stages do not divide " +
             with_thousands(shape.layers) + " layers: the longest stage sets the pace");
    }
  }

  // Refusals before advice.
  std::vector<Finding> findings() && {
    refused_.insert(refused_.end(), advised_.begin(), advised_.end());
    return std::move(refused_);
  }

 private:
  void refuse(std::string text) { refused_.push_back({.refuses = true, .text = std::move(text)}); }
  void advise(std::string text) { advised_.push_back({.refuses = false, .text = std::move(text)}); }

  const Placement& placement_;
  std::vector<Finding> refused_;
  std::vector<Finding> advised_;
};

}  // namespace

std::vector<Finding> judge_placement(const Placement& placement,
                                     const std::optional<ModelShape>& shape) {
  Judge judge(placement);
  judge.judge_cluster();
  if (shape) judge.judge_model(*shape);
  return std::move(judge).findings();
}

}  // namespace sluice::sizing
