#include "sizing/activations.h"

#include <gtest/gtest.h>

#include <array>

#include "sizing/printed.h"
#include "sizing/shapes.h"

namespace sluice::sizing {
namespace {

constexpr double kGiB = 1024.0 * 1024 * 1024;

struct Kept {
  ActivationPlan plan;
  const char* bytes;
  const char* gibibytes_of_96_layers;
};

TEST(ActivationBytes, AgreeWithTheSixWorkedExamplesOfGpt3) {
  const std::array examples = {
      Kept{{}, "2,868,903,936", "256.5"},
      Kept{{.tensor_parallel = 8}, "578,813,952", "51.75"},
      Kept{{.tensor_parallel = 8, .sequence_parallel = true}, "358,612,992", "32.0625"},
      Kept{{.tensor_parallel = 8, .recompute = Recompute::selective}, "327,155,712", "29.25"},
      Kept{{.tensor_parallel = 8, .sequence_parallel = true, .recompute = Recompute::selective},
           "106,954,752",
           "9.5625"},
      Kept{{.tensor_parallel = 8, .recompute = Recompute::full}, "50,331,648", "4.5"},
  };
  for (const Kept& example : examples) {
    const double bytes = activation_bytes(gpt3(), {.sequence = 2048, .batch = 1}, example.plan);
    EXPECT_TRUE(prints_as(bytes, example.bytes));
    EXPECT_TRUE(prints_as(96 * bytes / kGiB, example.gibibytes_of_96_layers));
  }
}

TEST(ActivationBytes, AgreeWithTheWorkedExamplesOfTheWidthOfLlama2_7b) {
  const auto layer = [](Recompute recompute) {
    return activation_bytes(gpt(32, 4096, 32, 4096), {.sequence = 4096}, {.recompute = recompute});
  };
  EXPECT_TRUE(prints_as(layer(Recompute::none), "3,254,779,904"));
  EXPECT_EQ(32 * layer(Recompute::none), 97 * kGiB);
  EXPECT_EQ(32 * layer(Recompute::selective), 17 * kGiB);
  EXPECT_EQ(32 * layer(Recompute::full), 1 * kGiB);
}

TEST(ActivationBytes, OfShardedCheckpointsAreSplit) {
  const ActivationPlan plan{
      .tensor_parallel = 8, .sequence_parallel = true, .recompute = Recompute::full};
  EXPECT_EQ(activation_bytes(gpt3(), {.sequence = 2048}, plan), 50'331'648 / 8);
}

TEST(ActivationBytes, GrowWithTheFeedForwardLayer) {
  ModelShape shape = gpt3();
  const auto split = [&] {
    return activation_bytes(shape, {.sequence = 2048}, {.recompute = Recompute::selective});
  };
  const double usual = split();
  shape.ff_width *= 2;
  // 4 s b d_ff bytes: input and output of the activation function.
  EXPECT_EQ(split() - usual, 4.0 * 2048 * 4 * 12288);
}

TEST(GatedActivationBytes, OfAMixtureAreThoseOfTheExpertsThatATokenPasses) {
  ModelShape mixture = llama3_8b();
  mixture.experts = Experts{.routed = 8, .active = 2, .ff_width = 14336};
  EXPECT_EQ(token_ff_width(mixture), 2 * 14336);
  EXPECT_EQ(gated_activation_bytes(mixture, {.sequence = 8192}).high -
                gated_activation_bytes(llama3_8b(), {.sequence = 8192}).high,
            8192 * 6.0 * 14336);
  // Its dense layers are as wide as nine experts.
  EXPECT_EQ(token_ff_width(deepseek_v3()), 18'432);
}

TEST(GatedActivationBytes, AgreeWithTheWorkedExampleOfLlama3_8b) {
  const Range range = gated_activation_bytes(llama3_8b(), {.sequence = 8192});
  EXPECT_TRUE(prints_as(range.low, "1,073,741,824"));
  EXPECT_TRUE(prints_as(range.high, "1,140,850,688"));
}

TEST(LayersHeld, AreAllLayersOnceThePipelineIsFull) {
  EXPECT_EQ(layers_held(96, 1, 64), 96);
  EXPECT_EQ(layers_held(96, 8, 64), 96);
  EXPECT_EQ(layers_held(96, 8, 2), 24);
}

TEST(LayersHeld, AreWholeLayersOfTheFullestStage) {
  EXPECT_EQ(layers_held(126, 16, 64), 16 * 8);
  EXPECT_DOUBLE_EQ(layers_held(30, 4, 64, 2), 4 * 8 * (1 + 3.0 / 8));
}

TEST(LayersHeld, GrowByInterleaving) {
  EXPECT_DOUBLE_EQ(layers_held(96, 8, 64, 3), 96 * (1 + 7.0 / 24));
}

TEST(SelectiveRecompute, CostsGpt3ThreePercent) {
  ModelShape shape = gpt3();
  shape.vocabulary = 51'200;
  EXPECT_TRUE(prints_as(selective_recompute(shape, 2048), "1.02693225"));
}

}  // namespace
}  // namespace sluice::sizing
