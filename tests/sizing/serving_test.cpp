#include "sizing/serving.h"

#include <gtest/gtest.h>

#include <array>

#include "sizing/budget.h"
#include "sizing/compute.h"
#include "sizing/printed.h"
#include "sizing/roofline.h"
#include "sizing/scaling_law.h"
#include "sizing/shapes.h"

namespace sluice::sizing {
namespace {

constexpr Server kH100{
    .memory_bytes = 80e9, .bandwidth = 3.35e12, .peak = 989e12, .price_per_gpu_hour = 2.00};

struct Served {
  double parameters;
  double concurrency;
  double gpus;
  const char* milliseconds;
  const char* tokens_per_second;
  const char* dollars;
};

TEST(Serve, AgreesWithTheWorkedExamples) {
  const std::array examples = {
      Served{8'030'261'248, 1, 1, "4.794185820", "208.58599", "2.663436567"},
      Served{70'553'706'496, 1, 2, "21.060807909", "47.48155932", "23.40089768"},
      Served{405'853'388'800, 1, 11, "22.027320966", "45.39816719", "134.61140590"},
      Served{8'030'261'248, 64, 1, "4.794185820", "13,349.50342", "0.04161619635"},
  };
  for (const Served& example : examples) {
    const Serving serving = serve(kH100, {.parameters = example.parameters}, example.concurrency);
    EXPECT_EQ(serving.gpus, example.gpus);
    EXPECT_TRUE(prints_as(1000 * serving.step_seconds, example.milliseconds));
    EXPECT_TRUE(prints_as(serving.tokens_per_second, example.tokens_per_second));
    EXPECT_TRUE(prints_as(serving.dollars_per_million, example.dollars));
    EXPECT_FALSE(serving.compute_bound);
  }
}

TEST(Serve, IsBoundByArithmeticAboveTheCrossover) {
  const Serving serving = serve(kH100, {.parameters = 8'030'261'248}, 512);
  EXPECT_TRUE(prints_as(serving.tokens_per_second, "61,579.565686"));
  EXPECT_TRUE(prints_as(serving.dollars_per_million, "0.009021751767"));
  EXPECT_TRUE(serving.compute_bound);
}

TEST(CrossoverConcurrency, IsTheRidgeAtTwoBytes) {
  EXPECT_TRUE(prints_as(crossover_concurrency(kH100, {.parameters = 8e9}), "295.2"));
  EXPECT_DOUBLE_EQ(crossover_concurrency(kH100, {.parameters = 8e9}), ridge(989e12, 3.35e12));
}

// All experts are in memory; a token multiplies, and a lone step reads, the active ones.
TEST(Serve, HoldsAllExpertsAndReadsThoseThatTheStepNeeds) {
  const ServedModel mixture{.parameters = 671e9, .active_parameters = 37e9};
  EXPECT_EQ(serve(kH100, mixture).gpus, 17);
  EXPECT_DOUBLE_EQ(serve(kH100, mixture).step_seconds, 2 * 37e9 / (17 * 3.35e12));
  EXPECT_DOUBLE_EQ(serve(kH100, mixture, 64).step_seconds, 2 * 671e9 / (17 * 3.35e12));
  EXPECT_TRUE(serve(kH100, mixture, 1e6).compute_bound);
  EXPECT_DOUBLE_EQ(serve(kH100, mixture, 1e6).tokens_per_second, 17 * 989e12 / (2 * 37e9));
  const double crossover = crossover_concurrency(kH100, mixture);
  EXPECT_FALSE(serve(kH100, mixture, 0.999 * crossover).compute_bound);
  EXPECT_TRUE(serve(kH100, mixture, 1.001 * crossover).compute_bound);
}

TEST(KvBytes, AgreeWithTheWorkedExample) { EXPECT_EQ(kv_bytes_per_token(llama3_8b()), 131'072); }

TEST(KvBytes, OfLatentAttentionAreTheCompressedVector) {
  EXPECT_EQ(kv_bytes_per_token(deepseek_v3()), 61 * (512 + 64) * 2);
}

TEST(BreakEven, AgreesWithTheWorkedExample) {
  const Allocation large = compute_optimal(kBesiroglu, 5.88e23);
  const double half = large.parameters / 2;
  const double tokens = *tokens_for_loss(kBesiroglu, half, loss(kBesiroglu, large));
  const Cluster cluster{.peak = 989e12, .mfu = 0.40, .price_per_gpu_hour = 2.00};
  const auto life = [&](double parameters, double flops, double concurrency) {
    return LifetimeCost{
        .training = run_cost(flops, cluster).dollars,
        .per_token =
            serve(kH100, {.parameters = parameters}, concurrency).dollars_per_million / 1e6};
  };
  const double flops = training_flops(half, tokens);
  const LifetimeCost a = life(large.parameters, 5.88e23, 1);
  const LifetimeCost b = life(half, flops, 1);
  EXPECT_TRUE(prints_as(a.training, "825,749.9157"));
  EXPECT_TRUE(prints_as(b.training, "1,039,870.3059"));
  EXPECT_TRUE(prints_as(a.per_token * 1e6, "24.2177112"));
  EXPECT_TRUE(prints_as(b.per_token * 1e6, "12.1088556"));
  EXPECT_TRUE(prints_as(*break_even(a, b), "1.7682958402e10"));
  EXPECT_NEAR(a.after(*break_even(a, b)) / b.after(*break_even(a, b)), 1, 1e-12);

  const auto busy = break_even(life(large.parameters, 5.88e23, 64), life(half, flops, 64));
  EXPECT_TRUE(prints_as(*busy, "1.131709337738e12"));
  const auto in_flops =
      break_even(lifetime_flops(large.parameters, large.tokens), lifetime_flops(half, tokens));
  EXPECT_TRUE(prints_as(*in_flops, "2.0881726400e12"));
}

TEST(BreakEven, IsNeverWhereThePlanSavesNothing) {
  const LifetimeCost cheap{.training = 100, .per_token = 1};
  EXPECT_FALSE(break_even(cheap, {.training = 200, .per_token = 1}));
  EXPECT_FALSE(break_even(cheap, {.training = 200, .per_token = 2}));
  EXPECT_FALSE(break_even(cheap, {.training = 50, .per_token = 0.5}));  // cheaper from the start
}

}  // namespace
}  // namespace sluice::sizing
