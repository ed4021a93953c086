#include "sizing/memory.h"

namespace sluice::sizing {

double state_bytes(double parameters, const StateBytes& bytes, ZeroStage stage,
                   double data_parallel) {
  const auto share = [&](ZeroStage from) { return stage >= from ? data_parallel : 1; };
  return parameters * (bytes.weights / share(ZeroStage::weights) +
                       bytes.gradients / share(ZeroStage::gradients) +
                       bytes.optimizer() / share(ZeroStage::optimizer));
}

double relative_traffic(ZeroStage stage) { return stage == ZeroStage::weights ? 1.5 : 1; }

double checkpoint_bytes(double parameters, const StateBytes& bytes) {
  return parameters * (bytes.weights + bytes.optimizer());
}

}  // namespace sluice::sizing
