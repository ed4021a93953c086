#include "sizing/shape_record.h"

#include <array>
#include <string>

#include "base/error.h"

namespace sluice::sizing {
namespace {

void need(Record& record, std::string_view key, uint64_t& value) {
  if (!record.count(key, value)) record.fail("'" + std::string(key) + "' is missing");
}

// The place of the value among the choices; 0 if the key is not there.
template <size_t kChoices>
size_t choose(Record& record, const std::string& key,
              const std::array<std::string_view, kChoices>& choices) {
  std::string text;
  if (!record.text(key, text)) return 0;
  std::string list;
  for (size_t i = 0; i < kChoices; ++i) {
    if (text == choices[i]) return i;
    list.append(i == 0 ? "" : i + 1 == kChoices ? " or " : ", ").append(choices[i]);
  }
  record.fail("'" + key + "' must be " + list + ", not '" + text + "'");
}

void take_norms_and_biases(Record& record, ModelShape& shape) {
  constexpr std::array<std::string_view, 2> kNorms = {"rms", "layer"};
  constexpr std::array<std::string_view, 3> kQueryKeyNorms = {"none", "head", "full"};
  constexpr std::array<std::string_view, 3> kBiases = {"none", "qkv", "all"};
  shape.norm = static_cast<Norm>(choose(record, "norm", kNorms));
  shape.query_key_norm = static_cast<QueryKeyNorm>(choose(record, "qk_norm", kQueryKeyNorms));
  const size_t bias = choose(record, "bias", kBiases);
  shape.qkv_bias = bias >= 1;
  shape.other_bias = bias == 2;
  record.count("norms_per_layer", shape.norms_per_layer);
  record.flag("embedding_norm", shape.embedding_norm);
  record.count("positions", shape.position_rows);
}

void take_experts(Record& record, ModelShape& shape) {
  Experts experts;
  if (!record.count("experts", experts.routed) || experts.routed == 0) return;
  need(record, "active_experts", experts.active);
  need(record, "expert_d_ff", experts.ff_width);
  record.count("shared_experts", experts.shared);
  record.count("dense_layers", experts.dense_layers);
  record.flag("router_bias", experts.router_bias);
  shape.experts = experts;
}

void take_latent_attention(Record& record, ModelShape& shape) {
  LatentAttention latent;
  if (!record.count("kv_rank", latent.kv_rank)) return;
  need(record, "query_rank", latent.query_rank);
  need(record, "rope_dim", latent.rope_dim);
  need(record, "value_dim", latent.value_dim);
  shape.latent = latent;
}

}  // namespace

std::optional<ModelShape> take_shape(Record& record) {
  ModelShape shape;
  if (!record.count("layers", shape.layers)) return std::nullopt;
  need(record, "d_model", shape.width);
  need(record, "heads", shape.heads);
  need(record, "d_ff", shape.ff_width);
  need(record, "vocab", shape.vocabulary);
  if (!record.count("kv_heads", shape.kv_heads)) shape.kv_heads = shape.heads;
  if (!record.count("head_dim", shape.head_dim)) {
    if (shape.heads == 0 || shape.width % shape.heads != 0) {
      record.fail("'head_dim' is missing, and heads do not divide d_model");
    }
    shape.head_dim = shape.width / shape.heads;
  }
  record.flag("gated", shape.gated);
  record.flag("tied", shape.tied);
  take_norms_and_biases(record, shape);
  take_experts(record, shape);
  take_latent_attention(record, shape);
  try {
    check(shape);
  } catch (const ConfigError& error) {
    record.fail(error.what());
  }
  return shape;
}

}  // namespace sluice::sizing
