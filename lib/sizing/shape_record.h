// A model's shape from a TOML record: the [model] of a plan, and the published models.
//
//   [model]
//   layers = 32
//   d_model = 4096
//   heads = 32
//   kv_heads = 8          # as heads
//   head_dim = 128        # d_model / heads
//   d_ff = 14336
//   vocab = 128_256
//   gated = true
//   tied = false
//   norm = "rms"          # or "layer"
//   bias = "none"         # or "qkv", "all"
//   qk_norm = "none"      # or "head", "full"
//
// and norms_per_layer, embedding_norm, positions; experts, active_experts, shared_experts,
// expert_d_ff, dense_layers, router_bias; query_rank, kv_rank, rope_dim, value_dim (model_shape.h).
#pragma once

#include <optional>

#include "base/toml_records.h"
#include "sizing/model_shape.h"

namespace sluice::sizing {

// Nothing if the record has no `layers`. Throws ConfigError where a size is missing or check() of
// model_shape.h refuses the shape. Does not finish() the record.
std::optional<ModelShape> take_shape(Record& record);

}  // namespace sluice::sizing
