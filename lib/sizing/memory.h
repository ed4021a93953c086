// Memory of model states: weights, gradients, optimizer, and how ZeRO shares them out.
//
//   kMixedPrecision.total();                                             // 16 bytes a parameter
//   state_bytes(7.5e9, kMixedPrecision, ZeroStage::optimizer, 64);       // 31.4 GB on each GPU
//
// Activations are activations.h's. Units: bytes (10^9 a GB); with tensor and pipeline parallelism
// pass the parameters of one shard. Each comment opens with the formula's number in the report and
// its label (compute.h).
#pragma once

#include <cstdint>

namespace sluice::sizing {

// F11, grounded: bytes a parameter.
//
// A copy of the weights in 32 bits is kept because an update of 1e-7 vanishes beside 1.0 in bf16,
// whose next number is 2^-7 away.
struct StateBytes {
  double weights = 2;
  double gradients = 2;
  double master = 4;         // the copy in 32 bits
  double first_moment = 4;   // Adam's m
  double second_moment = 4;  // … and v

  constexpr double optimizer() const { return master + first_moment + second_moment; }
  constexpr double total() const { return weights + gradients + optimizer(); }
};

// bf16 or fp16 with Adam: 16 bytes a parameter. Rajbhandari et al. 2020 (ZeRO, arXiv:1910.02054).
inline constexpr StateBytes kMixedPrecision;
// … with gradients summed in 32 bits (Megatron-LM's default): 18.
inline constexpr StateBytes kGradients32{.gradients = 4};
// … with Adam's moments in 8 bits (Dettmers et al. 2022, arXiv:2110.02861): 10.
inline constexpr StateBytes kAdam8Bit{.first_moment = 1, .second_moment = 1};
// … with Adam's moments in bf16: 12.
inline constexpr StateBytes kMoments16{.first_moment = 2, .second_moment = 2};
// … all in bf16, without the copy: 8. Small updates are lost.
inline constexpr StateBytes kPure16{.master = 0, .first_moment = 2, .second_moment = 2};

// What is split over the data-parallel GPUs; each stage splits what the stage before did too.
enum class ZeroStage : uint8_t {
  none,       // 0
  optimizer,  // 1
  gradients,  // 2
  weights,    // 3, or FSDP
};

// F12, grounded: bytes on each of `data_parallel` = n GPUs. At 16 bytes a parameter: 16, 4 + 12/n,
// 2 + 14/n, 16/n.
double state_bytes(double parameters, const StateBytes& bytes, ZeroStage stage,
                   double data_parallel);

// F12, grounded: traffic a step relative to plain data parallelism: 1, 1, 1, 1.5.
double relative_traffic(ZeroStage stage);

// F20, grounded: 14 bytes a parameter in a checkpoint (weights in 16 bits, copy and moments in 32).
double checkpoint_bytes(double parameters, const StateBytes& bytes = kMixedPrecision);

}  // namespace sluice::sizing
