#include "report/hf_config.h"

#include <gtest/gtest.h>

#include "complaint.h"
#include "sizing/hardware.h"
#include "sizing/published_models.h"

namespace sluice::report {
namespace {

double parameters(const char* json) {
  return sizing::count_parameters(shape_of_config(json, "config.json").shape).total();
}

TEST(ShapeOfConfig, GivesThePublishedCounts) {
  EXPECT_EQ(parameters(R"({"model_type":"llama","num_hidden_layers":32,"hidden_size":4096,
      "num_attention_heads":32,"num_key_value_heads":8,"intermediate_size":14336,
      "vocab_size":128256,"tie_word_embeddings":false,"rope_scaling":null})"),
            8'030'261'248);
  EXPECT_EQ(parameters(R"({"model_type":"gpt2","n_layer":12,"n_embd":768,"n_head":12,
      "vocab_size":50257,"n_positions":1024})"),
            124'439'808);
  EXPECT_EQ(parameters(R"({"model_type":"qwen2","num_hidden_layers":28,"hidden_size":3584,
      "num_attention_heads":28,"num_key_value_heads":4,"intermediate_size":18944,
      "vocab_size":152064,"tie_word_embeddings":false})"),
            7'615'616'512);
  EXPECT_EQ(parameters(R"({"model_type":"olmo2","num_hidden_layers":32,"hidden_size":4096,
      "num_attention_heads":32,"num_key_value_heads":32,"intermediate_size":11008,
      "vocab_size":100352})"),
            7'298'617'344);
}

// 46.7e9 parameters of which 12.9e9 are active, as its authors say.
TEST(ShapeOfConfig, KnowsMixtures) {
  const ConfigShape mixtral = shape_of_config(
      R"({"model_type":"mixtral","num_hidden_layers":32,"hidden_size":4096,
      "num_attention_heads":32,"num_key_value_heads":8,"intermediate_size":14336,
      "vocab_size":32000,"num_local_experts":8,"num_experts_per_tok":2})",
      "config.json");
  const sizing::ParameterCount count = sizing::count_parameters(mixtral.shape);
  EXPECT_EQ(count.total(), 46'702'792'704);
  EXPECT_NEAR(count.active(), 12.88e9, 0.01e9);
  const ConfigShape deepseek = shape_of_config(
      R"({"model_type":"deepseek_v3","num_hidden_layers":61,"hidden_size":7168,
      "num_attention_heads":128,"num_key_value_heads":128,"intermediate_size":18432,
      "vocab_size":129280,"n_routed_experts":256,"num_experts_per_tok":8,"n_shared_experts":1,
      "moe_intermediate_size":2048,"first_k_dense_replace":3,"q_lora_rank":1536,
      "kv_lora_rank":512,"qk_nope_head_dim":128,"qk_rope_head_dim":64,"v_head_dim":128})",
      "config.json");
  EXPECT_EQ(sizing::count_parameters(deepseek.shape).total(), 671'026'419'200);
}

TEST(ShapeOfConfig, NamesWhatItTakesForLlama) {
  const ConfigShape other = shape_of_config(
      R"({"model_type":"new","num_hidden_layers":2,"hidden_size":8,"num_attention_heads":2,
      "intermediate_size":16,"vocab_size":10})",
      "config.json");
  EXPECT_EQ(other.guessed, "new");
}

TEST(ShapeOfConfig, SaysWhatIsWrong) {
  const auto complaint = [](const char* json) {
    return complaint_of([&] { shape_of_config(json, "config.json"); });
  };
  EXPECT_EQ(complaint("[]"), "config.json: is no JSON object, as a model's config.json is");
  EXPECT_EQ(complaint("{"), "config.json: is no JSON object, as a model's config.json is");
  EXPECT_EQ(complaint("{}"), "config.json: 'num_hidden_layers' is missing");
  EXPECT_EQ(complaint(R"({"num_hidden_layers":-1})"),
            "config.json: 'num_hidden_layers' must be a whole number");
  EXPECT_EQ(complaint(R"({"num_hidden_layers":2,"hidden_size":9,"num_attention_heads":2,
      "intermediate_size":16,"vocab_size":10})"),
            "config.json: 'head_dim' is missing");
}

}  // namespace
}  // namespace sluice::report
