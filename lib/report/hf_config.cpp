#include "report/hf_config.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/error.h"

namespace sluice::report {
namespace {

namespace dom = simdjson::dom;
using sizing::ModelShape;

constexpr std::array<std::string_view, 9> kKnown = {
    "llama", "mistral", "mixtral", "qwen2", "qwen3", "qwen2_moe", "gpt2", "olmo2", "deepseek_v3"};

class Config {
 public:
  Config(dom::element root, std::string path) : root_(root), path_(std::move(path)) {}

  // A member that is missing or null is nothing.
  std::optional<uint64_t> count(std::string_view key) const {
    dom::element member;
    if (root_[key].get(member) != simdjson::SUCCESS || member.is_null()) return std::nullopt;
    uint64_t value = 0;
    if (member.get(value) != simdjson::SUCCESS) {
      fail("'" + std::string(key) + "' must be a whole number");
    }
    return value;
  }
  uint64_t needed(std::string_view key) const {
    const auto value = count(key);
    if (!value) fail("'" + std::string(key) + "' is missing");
    return *value;
  }
  bool flag(std::string_view key, bool standard) const {
    dom::element member;
    if (root_[key].get(member) != simdjson::SUCCESS || member.is_null()) return standard;
    bool value = false;
    if (member.get(value) != simdjson::SUCCESS) {
      fail("'" + std::string(key) + "' must be true or false");
    }
    return value;
  }
  std::string text(std::string_view key) const {
    std::string_view value;
    return root_[key].get(value) == simdjson::SUCCESS ? std::string(value) : std::string();
  }
  [[noreturn]] void fail(const std::string& what) const { throw ConfigError(path_ + ": " + what); }

 private:
  dom::element root_;
  std::string path_;
};

uint64_t head_dim_of(const Config& config, uint64_t width, uint64_t heads) {
  if (const auto given = config.count("head_dim")) return *given;
  if (heads == 0 || width % heads != 0) config.fail("'head_dim' is missing");
  return width / heads;
}

ModelShape gpt2_shape(const Config& config) {
  ModelShape shape;
  shape.layers = config.needed("n_layer");
  shape.width = config.needed("n_embd");
  shape.heads = config.needed("n_head");
  shape.kv_heads = shape.heads;
  shape.head_dim = head_dim_of(config, shape.width, shape.heads);
  shape.ff_width = config.count("n_inner").value_or(4 * shape.width);
  shape.vocabulary = config.needed("vocab_size");
  shape.position_rows = config.count("n_positions").value_or(1024);
  shape.gated = false;
  shape.tied = config.flag("tie_word_embeddings", true);
  shape.norm = sizing::Norm::scale_and_shift;
  shape.qkv_bias = true;
  shape.other_bias = true;
  return shape;
}

void take_experts(const Config& config, const std::string& type, ModelShape& shape) {
  const auto routed = type == "deepseek_v3" ? config.count("n_routed_experts")
                      : type == "qwen2_moe" ? config.count("num_experts")
                                            : config.count("num_local_experts");
  if (!routed || *routed == 0) return;
  sizing::Experts experts;
  experts.routed = *routed;
  experts.active = config.needed("num_experts_per_tok");
  experts.ff_width = config.count("moe_intermediate_size").value_or(shape.ff_width);
  if (type == "deepseek_v3") {
    experts.shared = config.count("n_shared_experts").value_or(0);
    experts.dense_layers = config.count("first_k_dense_replace").value_or(0);
    experts.router_bias = true;
  }
  if (const auto width = config.count("shared_expert_intermediate_size")) {
    if (experts.ff_width == 0 || *width % experts.ff_width != 0) {
      config.fail("a shared expert that is not as wide as several others is not known");
    }
    experts.shared = *width / experts.ff_width;
  }
  shape.experts = experts;
}

ModelShape llama_shape(const Config& config, const std::string& type) {
  ModelShape shape;
  shape.layers = config.needed("num_hidden_layers");
  shape.width = config.needed("hidden_size");
  shape.heads = config.needed("num_attention_heads");
  shape.kv_heads = config.count("num_key_value_heads").value_or(shape.heads);
  shape.ff_width = config.needed("intermediate_size");
  shape.vocabulary = config.needed("vocab_size");
  shape.tied = config.flag("tie_word_embeddings", false);
  shape.qkv_bias = config.flag("attention_bias", type == "qwen2" || type == "qwen2_moe");
  if (type == "qwen3") shape.query_key_norm = sizing::QueryKeyNorm::head;
  if (type == "olmo2") shape.query_key_norm = sizing::QueryKeyNorm::full;
  if (type == "deepseek_v3") {
    shape.head_dim = config.needed("qk_nope_head_dim");
    shape.latent = sizing::LatentAttention{.query_rank = config.needed("q_lora_rank"),
                                           .kv_rank = config.needed("kv_lora_rank"),
                                           .rope_dim = config.needed("qk_rope_head_dim"),
                                           .value_dim = config.needed("v_head_dim")};
  } else {
    shape.head_dim = head_dim_of(config, shape.width, shape.heads);
  }
  take_experts(config, type, shape);
  return shape;
}

}  // namespace

ConfigShape shape_of_config(std::string_view json, const std::string& path) {
  dom::parser parser;
  dom::element root;
  if (parser.parse(json.data(), json.size()).get(root) != simdjson::SUCCESS || !root.is_object()) {
    throw ConfigError(path + ": is no JSON object, as a model's config.json is");
  }
  const Config config(root, path);
  const std::string type = config.text("model_type");
  ConfigShape result;
  result.shape = type == "gpt2" ? gpt2_shape(config) : llama_shape(config, type);
  if (std::ranges::find(kKnown, type) == kKnown.end()) {
    result.guessed = type.empty() ? "(no model_type)" : type;
  }
  try {
    sizing::check(result.shape);
  } catch (const ConfigError& error) {
    throw ConfigError(path + ": " + error.what());
  }
  return result;
}

}  // namespace sluice::report
