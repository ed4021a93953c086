#include "sizing/placement.h"

#include <string>
#include <utility>

#include "base/format.h"
#include "sizing/parallelism.h"

namespace sluice::sizing {
namespace {

class Judge {
 public:
  explicit Judge(const Placement& placement) : placement_(placement) {}

  // Whether the numbers are degrees at all; nothing else can be said of others.
  bool judge_degrees() {
    const auto& [gpus, tensor, pipeline, data, context, node, microbatches, chunks] = placement_;
    for (const auto& [name, value] : {std::pair{"tensor", tensor}, std::pair{"pipeline", pipeline},
                                      std::pair{"data", data}, std::pair{"context", context}}) {
      if (value == 0) refuse(std::string(name) + " parallelism must be 1 or more, not 0");
    }
    if (gpus == 0) refuse("a cluster of 0 GPUs trains nothing");
    if (node == 0) refuse("a node must have 1 GPU or more, not 0");
    if (chunks == 0) refuse("chunks of a stage must be 1 or more, not 0");
    return refused_.empty();
  }

  void judge_cluster() {
    const auto& [gpus, tensor, pipeline, data, context, node, microbatches, chunks] = placement_;
    // As doubles: the product of four hostile numbers need not fit 64 bits.
    const double product = 1.0 * tensor * pipeline * data * context;
    if (product != static_cast<double>(gpus)) {
      refuse("tensor x pipeline x data x context parallelism is " + shortest_double(product) +
             " GPUs, and the cluster has " + with_thousands(gpus));
    }
    if (tensor > node) {
      refuse("tensor parallelism of " + with_thousands(tensor) + " reaches across nodes of " +
             with_thousands(node) + ": every layer would wait for the slow links");
    }
    if (chunks > 1) judge_chunks();
    if (pipeline > 1 && microbatches > 0) {
      const double bubble =
          pipeline_bubble(static_cast<double>(pipeline), static_cast<double>(microbatches),
                          static_cast<double>(chunks));
      if (bubble > 0.1) {
        advise("the pipeline idles " + fixed(100 * bubble, 0) +
               " % of the step: " + with_thousands(microbatches) + " microbatches are few for " +
               with_thousands(pipeline) + " stages");
      }
    }
  }

  void judge_model(const ModelShape& shape) {
    const uint64_t tensor = placement_.tensor;
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
    } else if (placement_.chunks > shape.layers / placement_.pipeline) {
      refuse(with_thousands(placement_.pipeline) + " stages of " +
             with_thousands(placement_.chunks) + " chunks have only " +
             with_thousands(shape.layers) + " layers");
    } else if (shape.layers % placement_.pipeline != 0) {
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
  void judge_chunks() {
    const uint64_t pipeline = placement_.pipeline;
    const uint64_t microbatches = placement_.microbatches;
    if (pipeline == 1) {
      refuse("chunks are interleaved in a pipeline, and this plan has one stage");
    } else if (microbatches % pipeline != 0) {
      refuse("interleaved chunks need microbatches in multiples of the " +
             with_thousands(pipeline) + " stages, not " + with_thousands(microbatches));
    }
  }

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
  if (judge.judge_degrees()) {
    judge.judge_cluster();
    if (shape) judge.judge_model(*shape);
  }
  return std::move(judge).findings();
}

}  // namespace sluice::sizing
