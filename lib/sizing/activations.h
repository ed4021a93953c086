// Memory of activations, in six ways of keeping them, and the price of recomputing.
//
//   const Microbatch batch{.sequence = 2048, .batch = 1};
//   activation_bytes(gpt3, batch, {.tensor_parallel = 8, .sequence_parallel = true,
//                                  .recompute = Recompute::selective});        // 107 MB a layer
//
// Units: bytes of one layer on one GPU, 16-bit activations. Each comment opens with the formula's
// number in the report and its label (compute.h).
#pragma once

#include <cstdint>

#include "sizing/model_shape.h"
#include "sizing/range.h"

namespace sluice::sizing {

struct Microbatch {
  double sequence = 0;  // s, tokens
  double batch = 1;     // b, sequences
};

enum class Recompute : uint8_t {
  none,
  selective,  // attention's scores alone, or FlashAttention, which never stores them
  full,       // every layer from its input
};

struct ActivationPlan {
  double tensor_parallel = 1;      // t
  bool sequence_parallel = false;  // norms, dropouts and layer inputs are split over t too
  Recompute recompute = Recompute::none;
};

// F13, grounded for layers of GPT's kind (d_ff = 4 h, every head its own keys, dropout masks of a
// byte), rough for others. With h width, a heads, and m = 8 + 4 d_ff / h (24 for d_ff = 4 h):
//   none       s b h (10 + m/t + 5 a s / (h t));   sequence-parallel s b h (10 + m + 5 a s / h) / t
//   selective  s b h (10 + m/t);                   sequence-parallel (10 + m) s b h / t
//   full       2 s b h;                            sequence-parallel 2 s b h / t
// d_ff is token_ff_width(): what a token passes of a mixture of experts. Korthikanti et al. 2022
// (arXiv:2205.05198), the feed-forward layer's share of it in d_ff.
double activation_bytes(const ModelShape& shape, const Microbatch& batch,
                        const ActivationPlan& plan);

// F13, rough (ours): a band for gated layers with grouped queries, without dropout, attention's
// scores not stored. One end is s b (12 h + 4 nkv hd + 6 d_ff), which counts the gate; the other
// s b h (18 + 4 d_ff / h), which Megatron-LM estimates with and which does not. Divide by t where
// the layer is tensor- and sequence-parallel.
Range gated_activation_bytes(const ModelShape& shape, const Microbatch& batch);

// F13, grounded: layers' worth of activations that the first of P pipeline stages holds with the
// schedule 1F1B: min(M, P) microbatches of L / P layers (rounded up to whole layers of each chunk:
// the fullest stage), times 1 + (P - 1) / (P v) where v > 1 chunks are interleaved.
double layers_held(double layers, double pipeline_parallel, double microbatches, double chunks = 1);

// F13, grounded: executed over required FLOPs with selective recomputation,
// (1 + s/3h + V/12hL) / (1 + s/6h + V/12hL); utilisation.h has full recomputation's 4/3.
double selective_recompute(const ModelShape& shape, double sequence);

}  // namespace sluice::sizing
