// The shape of a transformer: what a model's configuration says, and how many parameters that is.
//
//   const ModelShape llama2_7b{.layers = 32, .width = 4096, .heads = 32, .kv_heads = 32,
//                              .head_dim = 128, .ff_width = 11008, .vocabulary = 32'000};
//   count_parameters(llama2_7b).total();     // 6,738,415,616
//   count_parameters(llama2_7b).matmul();    // 6,607,077,376 of them are multiplied by each token
//
// Decoders of the GPT, PaLM, Llama and DeepSeek families can be described: gated or plain feed-
// forward layers, grouped or multi-query or latent attention, mixtures of experts, learned
// positions, biases, norms. Counts are exact, as doubles: whole numbers to 2^53, and no overflow
// however odd the shape. They are checked against 25 published models: 22 to the last parameter,
// while GPT-3, PaLM and LLaMA 65B have published no more than the nominal totals of their names.
#pragma once

#include <cstdint>
#include <optional>

namespace sluice::sizing {

// Scale alone (RMSNorm, and layer norms without bias), or scale and shift.
enum class Norm : uint8_t { scale, scale_and_shift };

// Norms of queries and keys: one of a head's width shared by all heads (Qwen3), or one of the whole
// width (OLMo 2).
enum class QueryKeyNorm : uint8_t { none, head, full };

// A mixture of experts in place of the feed-forward layer. Each token passes `active` of the
// `routed` experts and all `shared` ones; all have the same width.
struct Experts {
  uint64_t routed = 0;
  uint64_t active = 0;
  uint64_t shared = 0;
  uint64_t ff_width = 0;      // of one expert
  uint64_t dense_layers = 0;  // first layers that keep an ordinary feed-forward layer
  bool router_bias = false;
};

// Multi-head latent attention (DeepSeek-V2, arXiv:2405.04434): queries, keys and values are
// expanded from compressed vectors, each with a norm. `head_dim` is then the part of queries and
// keys without position.
struct LatentAttention {
  uint64_t query_rank = 0;
  uint64_t kv_rank = 0;
  uint64_t rope_dim = 0;   // the part of queries (a head) and keys (shared) that carries position
  uint64_t value_dim = 0;  // a head
};

struct ModelShape {
  uint64_t layers = 0;
  uint64_t width = 0;     // d_model, hidden size
  uint64_t heads = 0;     // of queries
  uint64_t kv_heads = 0;  // of keys and values: as heads (MHA), fewer (GQA), 1 (MQA)
  uint64_t head_dim = 0;
  uint64_t ff_width = 0;    // d_ff, intermediate size: of one of the gated layer's branches
  uint64_t vocabulary = 0;  // rows of the embedding matrix, padding included
  bool gated = true;        // SwiGLU, GeGLU: three matrices, not two
  bool tied = false;        // the unembedding is the embedding

  Norm norm = Norm::scale;
  uint64_t norms_per_layer = 2;  // 1 where attention and feed-forward share one (PaLM)
  QueryKeyNorm query_key_norm = QueryKeyNorm::none;
  bool embedding_norm = false;  // BLOOM
  bool qkv_bias = false;
  bool other_bias = false;     // of attention's output and the feed-forward matrices
  uint64_t position_rows = 0;  // of a learned position table

  std::optional<Experts> experts = std::nullopt;
  std::optional<LatentAttention> latent = std::nullopt;
};

// Throws ConfigError with the field, as a plan spells it (shape_record.h), and what would be right:
// a size of 0 or over 2^32, heads that kv_heads do not divide, more active experts than there are.
void check(const ModelShape& shape);

// Parameters by what they do. Each is a whole number.
struct ParameterCount {
  double layer_matrices = 0;         // attention, feed-forward, routers; all experts
  double active_layer_matrices = 0;  // … those that one token passes
  double vectors = 0;                // biases and norms
  double positions = 0;
  double embedding = 0;    // V d
  double unembedding = 0;  // V d, or 0 if tied

  double vocabulary() const { return embedding + unembedding; }
  double total() const { return layer_matrices + vectors + positions + vocabulary(); }
  // What one token meets, the N of 6 N D for a mixture of experts; both vocabulary matrices.
  double active() const { return active_layer_matrices + vectors + positions + vocabulary(); }
  // Weights that take part in matrix products with each token: the unembedding once, tied or not,
  // and not the embedding, which is a look-up.
  double matmul() const { return active_layer_matrices + embedding; }
};
ParameterCount count_parameters(const ModelShape& shape);

// Width of the feed-forward layer that one token passes, averaged over the layers: d_ff, or what
// the active and shared experts add up to.
double token_ff_width(const ModelShape& shape);

// Width over which attention's two products (queries by keys, scores by values) run, averaged over
// the two: heads x head_dim but for latent attention.
double attention_width(const ModelShape& shape);

}  // namespace sluice::sizing
