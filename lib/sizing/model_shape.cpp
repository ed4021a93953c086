#include "sizing/model_shape.h"

#include <string>

#include "base/error.h"
#include "base/format.h"

namespace sluice::sizing {
namespace {

constexpr uint64_t kLargest = uint64_t{1} << 32;

void check_size(const char* name, uint64_t value) {
  if (value == 0 || value > kLargest) {
    throw ConfigError(std::string(name) + " must be 1 to " + with_thousands(kLargest) + ", not " +
                      with_thousands(value));
  }
}

double attention_matrices(const ModelShape& shape) {
  const double width = shape.width;
  const double heads = shape.heads;
  const double head_dim = shape.head_dim;
  if (shape.latent) {
    const double rope = shape.latent->rope_dim;
    const double value = shape.latent->value_dim;
    const double query_rank = shape.latent->query_rank;
    const double kv_rank = shape.latent->kv_rank;
    return width * query_rank + query_rank * heads * (head_dim + rope) + width * (kv_rank + rope) +
           kv_rank * heads * (head_dim + value) + heads * value * width;
  }
  return 2 * width * heads * head_dim + 2 * width * shape.kv_heads * head_dim;
}

double feed_forward_matrices(const ModelShape& shape, double ff_width) {
  return (shape.gated ? 3.0 : 2.0) * shape.width * ff_width;
}

double norm_size(const ModelShape& shape) {
  return shape.norm == Norm::scale_and_shift ? 2.0 : 1.0;
}

double query_key_norm_size(const ModelShape& shape) {
  const double head_dim = shape.head_dim;
  switch (shape.query_key_norm) {
    case QueryKeyNorm::none:
      return 0;
    case QueryKeyNorm::head:
      return 2 * head_dim * norm_size(shape);
    case QueryKeyNorm::full:
      return (shape.heads + shape.kv_heads) * head_dim * norm_size(shape);
  }
  return 0;
}

// Biases and norms of one layer, its feed-forward layer dense.
double layer_vectors(const ModelShape& shape) {
  const double width = shape.width;
  double size = shape.norms_per_layer * norm_size(shape) * width + query_key_norm_size(shape);
  if (shape.latent) {
    size += norm_size(shape) * (shape.latent->query_rank + shape.latent->kv_rank);
  }
  if (shape.qkv_bias) size += (shape.heads + 2.0 * shape.kv_heads) * shape.head_dim;
  if (shape.other_bias) {
    size += 2 * width + (shape.gated ? 2.0 : 1.0) * shape.ff_width;
  }
  return size;
}

}  // namespace

void check(const ModelShape& shape) {
  check_size("layers", shape.layers);
  check_size("d_model", shape.width);
  check_size("heads", shape.heads);
  check_size("kv_heads", shape.kv_heads);
  check_size("head_dim", shape.head_dim);
  check_size("d_ff", shape.ff_width);
  check_size("vocab", shape.vocabulary);
  if (shape.heads % shape.kv_heads != 0) {
    throw ConfigError("kv_heads must divide heads, and " + with_thousands(shape.kv_heads) +
                      " does not divide " + with_thousands(shape.heads));
  }
  if (shape.experts) {
    check_size("experts", shape.experts->routed);
    check_size("active_experts", shape.experts->active);
    check_size("expert_d_ff", shape.experts->ff_width);
    if (shape.experts->active > shape.experts->routed) {
      throw ConfigError("active_experts must be at most experts, " +
                        with_thousands(shape.experts->routed));
    }
    if (shape.experts->dense_layers > shape.layers) {
      throw ConfigError("dense_layers must be at most layers, " + with_thousands(shape.layers));
    }
  }
  if (shape.latent) {
    check_size("query_rank", shape.latent->query_rank);
    check_size("kv_rank", shape.latent->kv_rank);
    check_size("value_dim", shape.latent->value_dim);
  }
}

ParameterCount count_parameters(const ModelShape& shape) {
  const double layers = shape.layers;
  const double width = shape.width;
  ParameterCount count;

  double dense_layers = layers;
  double expert_matrices = 0;
  double active_expert_matrices = 0;
  if (shape.experts) {
    const Experts& experts = *shape.experts;
    dense_layers = experts.dense_layers;
    const double expert_layers = layers - dense_layers;
    const double one = feed_forward_matrices(shape, experts.ff_width);
    const double router = width * experts.routed;
    const double routed = experts.routed;
    const double active = experts.active;
    expert_matrices = expert_layers * ((routed + experts.shared) * one + router);
    active_expert_matrices = expert_layers * ((active + experts.shared) * one + router);
    if (experts.router_bias) count.vectors += expert_layers * routed;
  }
  const double dense = layers * attention_matrices(shape) +
                       dense_layers * feed_forward_matrices(shape, shape.ff_width);
  count.layer_matrices = dense + expert_matrices;
  count.active_layer_matrices = dense + active_expert_matrices;
  count.vectors +=
      layers * layer_vectors(shape) + (shape.embedding_norm ? 2 : 1) * norm_size(shape) * width;
  count.positions = shape.position_rows * width;
  count.embedding = shape.vocabulary * width;
  count.unembedding = shape.tied ? 0 : count.embedding;
  return count;
}

double token_ff_width(const ModelShape& shape) {
  const double dense = shape.ff_width;
  if (!shape.experts) return dense;
  const Experts& experts = *shape.experts;
  const double layers = shape.layers;
  const double dense_layers = experts.dense_layers;
  const double passed = 1.0 * experts.active + experts.shared;
  return (dense_layers * dense + (layers - dense_layers) * passed * experts.ff_width) / layers;
}

double attention_width(const ModelShape& shape) {
  const double heads = shape.heads;
  if (!shape.latent) return heads * shape.head_dim;
  const double keys = shape.head_dim + shape.latent->rope_dim;
  return heads * (keys + shape.latent->value_dim) / 2;
}

}  // namespace sluice::sizing
