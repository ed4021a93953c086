#include "sizing/gpu_memory.h"

#include <gtest/gtest.h>

#include "sizing/printed.h"
#include "sizing/shapes.h"

namespace sluice::sizing {
namespace {

constexpr double kGiB = 1024.0 * 1024 * 1024;

TEST(GpuMemory, AgreesWithTheWorkedExampleOfLlama3_8bOnEightGpus) {
  const GpuMemory memory = gpu_memory({.shape = llama3_8b(),
                                       .batch = {.sequence = 8192},
                                       .data_parallel = 8,
                                       .zero = ZeroStage::weights,
                                       .activations = {.recompute = Recompute::full}});
  EXPECT_TRUE(prints_as(memory.states / 1e9, "16.060522496"));
  EXPECT_EQ(memory.activations.low, 2 * kGiB);
  EXPECT_EQ(memory.activations.high, 2 * kGiB);
  EXPECT_TRUE(prints_as(memory.logits / 1e9, "4.202692608"));
  EXPECT_TRUE(prints_as(memory.total().high / 1e9, "22.4"));
}

TEST(GpuMemory, AgreesWithTheWorkedExampleOfGpt3) {
  const GpuMemory memory = gpu_memory(
      {.shape = gpt3(),
       .batch = {.sequence = 2048},
       .pipeline_parallel = 8,
       .microbatches = 64,
       .activations = {
           .tensor_parallel = 8, .sequence_parallel = true, .recompute = Recompute::selective}});
  EXPECT_TRUE(prints_as(memory.states / 1e9, "43.65"));
  EXPECT_TRUE(prints_as(memory.activations.high / kGiB, "9.5625"));
}

TEST(GpuMemory, AgreesWithTheWorkedExampleOfLlama3_70b) {
  const GpuMemory memory = gpu_memory(
      {.shape = llama3_70b(),
       .batch = {.sequence = 8192},
       .data_parallel = 16,
       .pipeline_parallel = 4,
       .microbatches = 32,
       .zero = ZeroStage::optimizer,
       .activations = {
           .tensor_parallel = 8, .sequence_parallel = true, .recompute = Recompute::selective}});
  EXPECT_TRUE(prints_as(memory.states / 1e9, "10.473"));
  EXPECT_LT(memory.activations.low, memory.activations.high);
  // Megatron-LM counts 2.2708e9 parameters on its most loaded shard; an even share is 2.2048e9.
  EXPECT_NEAR((memory.states + memory.unevenness) / (4 + 12.0 / 16) / 2.2708e9, 1, 2e-4);
  EXPECT_EQ(memory.logits, 4.0 * 8192 * 128'256 / 8);
}

TEST(GpuMemory, KeepsScoresOnlyWhereNothingIsRecomputed) {
  const auto activations = [](Recompute recompute) {
    return gpu_memory({.shape = llama3_8b(),
                       .batch = {.sequence = 8192},
                       .activations = {.recompute = recompute}})
        .activations;
  };
  EXPECT_EQ(activations(Recompute::selective).high, 32 * 1'140'850'688.0);
  // 5 a s^2 b bytes a layer.
  EXPECT_EQ(activations(Recompute::none).high - activations(Recompute::selective).high,
            32 * 5.0 * 32 * 8192 * 8192);
  EXPECT_LT(activations(Recompute::full).high, activations(Recompute::selective).low);
}

TEST(GpuMemory, ShrinksWithSequenceParallelism) {
  GpuMemoryPlan plan{.shape = llama3_8b(),
                     .batch = {.sequence = 8192},
                     .activations = {.tensor_parallel = 8, .recompute = Recompute::selective}};
  const double without = gpu_memory(plan).activations.high;
  plan.activations.sequence_parallel = true;
  EXPECT_DOUBLE_EQ(gpu_memory(plan).activations.high, 32 * 1'140'850'688.0 / 8);
  EXPECT_GT(without, gpu_memory(plan).activations.high);
}

}  // namespace
}  // namespace sluice::sizing
