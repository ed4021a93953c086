// Shapes of published models, for tests.
#pragma once

#include "sizing/model_shape.h"

namespace sluice::sizing {

inline ModelShape llama(uint64_t layers, uint64_t width, uint64_t heads, uint64_t kv_heads,
                        uint64_t ff_width, uint64_t vocabulary) {
  return {.layers = layers,
          .width = width,
          .heads = heads,
          .kv_heads = kv_heads,
          .head_dim = width / heads,
          .ff_width = ff_width,
          .vocabulary = vocabulary};
}

// Layer norms with shift, biases everywhere, learned positions, tied embeddings.
inline ModelShape gpt(uint64_t layers, uint64_t width, uint64_t heads, uint64_t positions,
                      uint64_t vocabulary = 50'257) {
  return {.layers = layers,
          .width = width,
          .heads = heads,
          .kv_heads = heads,
          .head_dim = width / heads,
          .ff_width = 4 * width,
          .vocabulary = vocabulary,
          .gated = false,
          .tied = true,
          .norm = Norm::scale_and_shift,
          .qkv_bias = true,
          .other_bias = true,
          .position_rows = positions};
}

inline ModelShape gpt2_small() { return gpt(12, 768, 12, 1024); }
inline ModelShape gpt3() { return gpt(96, 12288, 96, 2048); }
inline ModelShape llama2_7b() { return llama(32, 4096, 32, 32, 11008, 32'000); }
inline ModelShape llama3_8b() { return llama(32, 4096, 32, 8, 14336, 128'256); }
inline ModelShape llama3_70b() { return llama(80, 8192, 64, 8, 28672, 128'256); }
inline ModelShape llama3_405b() { return llama(126, 16384, 128, 8, 53248, 128'256); }

inline ModelShape deepseek_v3() {
  return {.layers = 61,
          .width = 7168,
          .heads = 128,
          .kv_heads = 128,
          .head_dim = 128,
          .ff_width = 18432,
          .vocabulary = 129'280,
          .experts = Experts{.routed = 256,
                             .active = 8,
                             .shared = 1,
                             .ff_width = 2048,
                             .dense_layers = 3,
                             .router_bias = true},
          .latent = LatentAttention{
              .query_rank = 1536, .kv_rank = 512, .rope_dim = 64, .value_dim = 128}};
}

}  // namespace sluice::sizing
