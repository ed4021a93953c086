#include "sizing/model_shape.h"

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "sizing/printed.h"
#include "sizing/shapes.h"

namespace sluice::sizing {
namespace {

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
  EXPECT_EQ(complaint(shape), "kv_heads must divide heads, and 5 does not divide 32");
  shape = llama3_8b();
  shape.layers = 0;
  EXPECT_EQ(complaint(shape), "layers must be 1 to 4,294,967,296, not 0");
  shape = deepseek_v3();
  shape.experts->active = 257;
  EXPECT_EQ(complaint(shape), "active_experts must be at most experts, 256");
  shape = deepseek_v3();
  shape.experts->dense_layers = 62;
  EXPECT_EQ(complaint(shape), "dense_layers must be at most layers, 61");
  shape = deepseek_v3();
  shape.latent->kv_rank = 0;
  EXPECT_EQ(complaint(shape), "kv_rank must be 1 to 4,294,967,296, not 0");
}

}  // namespace
}  // namespace sluice::sizing
