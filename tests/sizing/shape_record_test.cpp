#include "sizing/shape_record.h"

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"

namespace sluice::sizing {
namespace {

constexpr std::string_view kSmallest = R"([model]
layers = 12
d_model = 768
heads = 12
d_ff = 3072
vocab = 50_257
)";

Record record_of(const std::string& toml) { return read_records(toml, "plan.toml").at(0); }

std::string complaint(const std::string& toml) {
  Record record = record_of(toml);
  try {
    take_shape(record);
    record.finish();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(TakeShape, TakesWhatIsNotSaidFromWhatIs) {
  Record record = record_of(std::string(kSmallest));
  const ModelShape shape = take_shape(record).value();
  EXPECT_EQ(shape.layers, 12);
  EXPECT_EQ(shape.width, 768);
  EXPECT_EQ(shape.kv_heads, 12);
  EXPECT_EQ(shape.head_dim, 64);
  EXPECT_TRUE(shape.gated);
  EXPECT_FALSE(shape.tied);
  EXPECT_EQ(shape.norm, Norm::scale);
  EXPECT_FALSE(shape.qkv_bias);
  EXPECT_FALSE(shape.experts);
  EXPECT_FALSE(shape.latent);
}

TEST(TakeShape, TakesEveryKey) {
  const ModelShape shape = [] {
    Record record = record_of(std::string(kSmallest) + R"(kv_heads = 4
head_dim = 128
gated = false
tied = true
norm = "layer"
norms_per_layer = 1
bias = "qkv"
qk_norm = "head"
embedding_norm = true
positions = 1024
experts = 8
active_experts = 2
shared_experts = 1
expert_d_ff = 512
dense_layers = 3
router_bias = true
kv_rank = 32
query_rank = 64
rope_dim = 16
value_dim = 24
)");
    const ModelShape taken = take_shape(record).value();
    record.finish();
    return taken;
  }();
  EXPECT_EQ(shape.kv_heads, 4);
  EXPECT_EQ(shape.head_dim, 128);
  EXPECT_FALSE(shape.gated);
  EXPECT_TRUE(shape.tied);
  EXPECT_EQ(shape.norm, Norm::scale_and_shift);
  EXPECT_EQ(shape.norms_per_layer, 1);
  EXPECT_TRUE(shape.qkv_bias);
  EXPECT_FALSE(shape.other_bias);
  EXPECT_EQ(shape.query_key_norm, QueryKeyNorm::head);
  EXPECT_TRUE(shape.embedding_norm);
  EXPECT_EQ(shape.position_rows, 1024);
  EXPECT_EQ(shape.experts->routed, 8);
  EXPECT_EQ(shape.experts->active, 2);
  EXPECT_EQ(shape.experts->shared, 1);
  EXPECT_EQ(shape.experts->ff_width, 512);
  EXPECT_EQ(shape.experts->dense_layers, 3);
  EXPECT_TRUE(shape.experts->router_bias);
  EXPECT_EQ(shape.latent->kv_rank, 32);
  EXPECT_EQ(shape.latent->query_rank, 64);
  EXPECT_EQ(shape.latent->rope_dim, 16);
  EXPECT_EQ(shape.latent->value_dim, 24);
}

TEST(TakeShape, IsNothingWithoutLayers) {
  Record record = record_of("[model]\nparameters = 8e9\n");
  EXPECT_FALSE(take_shape(record));
}

TEST(TakeShape, SaysWhatIsMissingOrCannotBe) {
  EXPECT_EQ(complaint("[model]\nlayers = 12\n"), "plan.toml:1: [model]: 'd_model' is missing");
  EXPECT_EQ(complaint("[model]\nlayers = 12\nd_model = 770\nheads = 12\nd_ff = 1\nvocab = 9\n"),
            "plan.toml:1: [model]: 'head_dim' is missing, and heads do not divide d_model");
  EXPECT_EQ(complaint(std::string(kSmallest) + "kv_heads = 5\n"),
            "plan.toml:1: [model]: kv_heads must divide heads, and 5 does not divide 12");
  EXPECT_EQ(complaint(std::string(kSmallest) + "norm = \"batch\"\n"),
            "plan.toml:1: [model]: 'norm' must be rms or layer, not 'batch'");
  EXPECT_EQ(complaint(std::string(kSmallest) + "bias = \"some\"\n"),
            "plan.toml:1: [model]: 'bias' must be none, qkv or all, not 'some'");
  EXPECT_EQ(complaint(std::string(kSmallest) + "experts = 8\n"),
            "plan.toml:1: [model]: 'active_experts' is missing");
  EXPECT_EQ(complaint(std::string(kSmallest) + "kv_head = 4\n"),
            "plan.toml:7: [model]: unknown key 'kv_head'; did you mean 'kv_heads'?");
}

}  // namespace
}  // namespace sluice::sizing
