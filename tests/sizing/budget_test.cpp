#include "sizing/budget.h"

#include <gtest/gtest.h>

#include "sizing/compute.h"
#include "sizing/printed.h"

namespace sluice::sizing {
namespace {

TEST(RunCost, AgreesWithTheWorkedExampleOfLlama2_7b) {
  const Cluster cluster{.gpus = 64, .peak = 312e12, .mfu = 0.40, .price_per_gpu_hour = 2.00};
  const RunCost cost = run_cost(8.0860987392e22, cluster);
  EXPECT_TRUE(prints_as(cost.gpu_seconds, "647,924,578.4615385"));
  EXPECT_TRUE(prints_as(cost.gpu_hours, "179,979.0495726496"));
  EXPECT_TRUE(prints_as(cost.days, "117.1738603988604"));
  EXPECT_TRUE(prints_as(cost.dollars, "359,958.0991452991"));
}

TEST(RunCost, AgreesWithTheWorkedExampleOfLlama3_405b) {
  const Cluster cluster{.gpus = 16'384, .peak = 989e12, .mfu = 0.41, .price_per_gpu_hour = 2.50};
  const RunCost cost = run_cost(3.7908e25, cluster);
  EXPECT_TRUE(prints_as(cost.gpu_seconds, "93,486,892,401.78549"));
  EXPECT_TRUE(prints_as(cost.gpu_hours, "25,968,581.22271819"));
  EXPECT_TRUE(prints_as(cost.days, "66.0415171883092"));
  EXPECT_TRUE(prints_as(cost.dollars, "64,921,453.06"));
}

TEST(RunCost, HalvesWithASparsePeak) {
  const Cluster sparse{.gpus = 16'384, .peak = 1979e12, .mfu = 0.41};
  EXPECT_TRUE(prints_as(run_cost(3.7908e25, sparse).days, "33.0040730163"));
  EXPECT_EQ(dense_peak(1979e12), 989.5e12);
}

// Predicted hours of four published runs at an MFU of 0.40.
TEST(RunCost, PredictsHoursOfPublishedRuns) {
  const auto hours = [](double parameters, double tokens, double peak) {
    return run_cost(training_flops(parameters, tokens), {.peak = peak, .mfu = 0.40}).gpu_hours;
  };
  EXPECT_TRUE(prints_as(hours(6'738'415'616, 2e12, 312e12), "179,979"));
  EXPECT_TRUE(prints_as(hours(13'015'864'320, 2e12, 312e12), "347,646"));
  EXPECT_TRUE(prints_as(hours(68'976'648'192, 2e12, 312e12), "1,842,325"));
  EXPECT_TRUE(prints_as(hours(405'853'388'800, 15.6e12, 989e12), "26,673,883"));
}

TEST(RunCost, StretchesTheCalendarByGoodput) {
  const Cluster cluster{
      .gpus = 64, .peak = 312e12, .mfu = 0.40, .goodput = 0.8, .price_per_gpu_hour = 2.00};
  const RunCost cost = run_cost(1e22, cluster);
  EXPECT_DOUBLE_EQ(cost.wall_days, cost.days / 0.8);
  EXPECT_DOUBLE_EQ(cost.wall_dollars, cost.dollars / 0.8);
}

TEST(FlopsWithin, AgreesWithTheWorkedExample) {
  const Cluster cluster{.gpus = 1024, .peak = 989e12, .mfu = 0.40};
  EXPECT_TRUE(prints_as(flops_within(cluster, 30), "1.0500046848e24"));
}

TEST(FlopsWithin, IsTheInverseOfTheCalendar) {
  const Cluster cluster{.gpus = 48, .peak = 362e12, .mfu = 0.31, .goodput = 0.9};
  EXPECT_NEAR(run_cost(flops_within(cluster, 17), cluster).wall_days, 17, 1e-12);
}

TEST(EnergyMwh, AgreesWithTheWorkedExample) {
  EXPECT_TRUE(prints_as(energy_mwh(30.84e6, 700), "21,588"));
  EXPECT_DOUBLE_EQ(energy_mwh(1000, 700, 1.1), 0.77);
}

}  // namespace
}  // namespace sluice::sizing
