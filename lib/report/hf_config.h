// A model's shape from the config.json that Hugging Face's models come with.
//
//   const ModelShape shape = shape_of_config(bytes, "config.json");
//   sizing::count_parameters(shape).total();        // 8,030,261,248 of Llama 3 8B
//
// Known are decoders of the families llama, mistral, mixtral, qwen2, qwen3, qwen2_moe, gpt2, olmo2,
// deepseek_v3, and what calls its members as llama does (hidden_size, num_attention_heads, …);
// other kinds of layers are not told from these, so that a model_type that is not known is named in
// `guessed`.
#pragma once

#include <string>
#include <string_view>

#include "sizing/model_shape.h"

namespace sluice::report {

struct ConfigShape {
  sizing::ModelShape shape;
  std::string guessed;  // the model_type, if it is not among those known
};

// Throws ConfigError, opening with `path`: no JSON, a member missing or not a whole number, sizes
// that make no model.
ConfigShape shape_of_config(std::string_view json, const std::string& path);

}  // namespace sluice::report
