#include "sizing/memory.h"

#include "sizing/bounds.h"

namespace sluice::sizing {

double state_bytes(double parameters, const StateBytes& bytes, ZeroStage stage,
                   double data_parallel) {
  not_negative("parameters", parameters);
  at_least("data_parallel", data_parallel, 1);
  const auto split = [&](ZeroStage from) { return stage >= from ? data_parallel : 1; };
  return parameters * (bytes.weights / split(ZeroStage::weights) +
                       bytes.gradients / split(ZeroStage::gradients) +
                       bytes.optimizer() / split(ZeroStage::optimizer));
}

double relative_traffic(ZeroStage stage) { return stage == ZeroStage::weights ? 1.5 : 1; }

double checkpoint_bytes(double parameters, const StateBytes& bytes) {
  return not_negative("parameters", parameters) * (bytes.weights + bytes.optimizer());
}

}  // namespace sluice::sizing
