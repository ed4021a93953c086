#include "sizing/model_shape.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "sizing/printed.h"
#include "sizing/shapes.h"

namespace sluice::sizing {
namespace {

ModelShape with(ModelShape shape, void (*change)(ModelShape&)) {
  change(shape);
  return shape;
}

struct Published {
  const char* name;
  ModelShape shape;
  const char* parameters;
};

// Totals of the stored weights or of the authors' own tables.
std::vector<Published> published() {
  const auto tie = [](ModelShape& shape) { shape.tied = true; };
  const auto qkv = [](ModelShape& shape) { shape.qkv_bias = true; };
  const auto full_norm = [](ModelShape& shape) { shape.query_key_norm = QueryKeyNorm::full; };
  return {
      {"GPT-2 small", gpt2_small(), "124,439,808"},
      {"GPT-2 XL", gpt(48, 1600, 25, 1024), "1,557,611,200"},
      {"GPT-3", gpt3(), "174,604,259,328"},
      {"PaLM",
       with(llama(118, 18432, 48, 1, 73728, 256'000),
            [](ModelShape& shape) {
              shape.head_dim = 256;
              shape.norms_per_layer = 1;
              shape.tied = true;
            }),
       "540,356,474,880"},
      {"BLOOM",
       with(gpt(70, 14336, 112, 0, 250'880),
            [](ModelShape& shape) { shape.embedding_norm = true; }),
       "176,247,271,424"},
      {"LLaMA 65B", llama(80, 8192, 64, 64, 22016, 32'000), "65,285,660,672"},
      {"Llama 2 7B", llama2_7b(), "6,738,415,616"},
      {"Llama 2 13B", llama(40, 5120, 40, 40, 13824, 32'000), "13,015,864,320"},
      {"Llama 2 70B", llama(80, 8192, 64, 8, 28672, 32'000), "68,976,648,192"},
      {"Llama 3 8B", llama3_8b(), "8,030,261,248"},
      {"Llama 3 70B", llama3_70b(), "70,553,706,496"},
      {"Llama 3.1 405B", llama3_405b(), "405,853,388,800"},
      {"Llama 3.2 1B", with(llama(16, 2048, 32, 8, 8192, 128'256), tie), "1,235,814,400"},
      {"Llama 3.2 3B", with(llama(28, 3072, 24, 8, 8192, 128'256), tie), "3,212,749,824"},
      {"Mistral 7B", llama(32, 4096, 32, 8, 14336, 32'000), "7,241,732,096"},
      {"Qwen2.5 0.5B", with(with(llama(24, 896, 14, 2, 4864, 151'936), tie), qkv), "494,032,768"},
      {"Qwen2.5 7B", with(llama(28, 3584, 28, 4, 18944, 152'064), qkv), "7,615,616,512"},
      {"Qwen2.5 72B", with(llama(80, 8192, 64, 8, 29568, 152'064), qkv), "72,706,203,648"},
      {"OLMo 2 7B", with(llama(32, 4096, 32, 32, 11008, 100'352), full_norm), "7,298,617,344"},
      {"OLMo 2 13B", with(llama(40, 5120, 40, 40, 13824, 100'352), full_norm), "13,716,198,400"},
      {"SmolLM2 135M", with(llama(30, 576, 9, 3, 1536, 49'152), tie), "134,515,008"},
      {"SmolLM2 1.7B", with(llama(24, 2048, 32, 32, 8192, 49'152), tie), "1,711,376,384"},
      {"SmolLM3 3B", with(llama(36, 2048, 16, 4, 11008, 128'256), tie), "3,075,098,624"},
      {"MPT 7B", gpt(32, 4096, 32, 2048, 50'368), "6,658,859,008"},
      {"DeepSeek-V3", deepseek_v3(), "671,026,419,200"},
  };
}

TEST(CountParameters, EqualsPublishedTotals) {
  for (const Published& model : published()) {
    EXPECT_TRUE(prints_as(count_parameters(model.shape).total(), model.parameters)) << model.name;
    EXPECT_NO_THROW(check(model.shape)) << model.name;
  }
}

TEST(CountParameters, CountsTheExpertsThatATokenPasses) {
  const ParameterCount count = count_parameters(deepseek_v3());
  EXPECT_TRUE(prints_as(count.active(), "37,552,297,472"));
  EXPECT_TRUE(prints_as(count.active() - count.embedding, "36,625,618,432"));
}

TEST(CountParameters, HoldsAllOfADenseModelActive) {
  const ParameterCount count = count_parameters(llama3_8b());
  EXPECT_EQ(count.active(), count.total());
  EXPECT_EQ(count.active_layer_matrices, count.layer_matrices);
}

TEST(CountParameters, MultipliesTheUnembeddingOnceTiedOrNot) {
  ModelShape shape = llama3_8b();
  const double untied = count_parameters(shape).matmul();
  shape.tied = true;
  EXPECT_EQ(count_parameters(shape).matmul(), untied);
  EXPECT_EQ(count_parameters(shape).unembedding, 0);
}

TEST(AttentionWidth, IsTheMeanOfKeysAndValuesInLatentAttention) {
  EXPECT_EQ(attention_width(llama3_8b()), 4096);
  EXPECT_EQ(attention_width(deepseek_v3()), 128 * (192 + 128) / 2);
}

std::string complaint(const ModelShape& shape) {
  try {
    check(shape);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(Check, NamesTheFieldThatCannotBe) {
  ModelShape shape = llama3_8b();
  shape.kv_heads = 5;
  EXPECT_EQ(complaint(shape), "model: kv_heads must divide heads, and 5 does not divide 32");
  shape = llama3_8b();
  shape.layers = 0;
  EXPECT_EQ(complaint(shape), "model: layers must be 1 to 4,294,967,296, not 0");
  shape = deepseek_v3();
  shape.experts->active = 257;
  EXPECT_EQ(complaint(shape), "model: experts.active must be at most experts.routed, 256");
  shape = deepseek_v3();
  shape.experts->dense_layers = 62;
  EXPECT_EQ(complaint(shape), "model: experts.dense_layers must be at most layers, 61");
  shape = deepseek_v3();
  shape.latent->kv_rank = 0;
  EXPECT_EQ(complaint(shape), "model: latent.kv_rank must be 1 to 4,294,967,296, not 0");
}

}  // namespace
}  // namespace sluice::sizing
