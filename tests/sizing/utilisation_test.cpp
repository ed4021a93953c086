#include "sizing/utilisation.h"

#include <gtest/gtest.h>

#include "sizing/compute.h"
#include "sizing/printed.h"
#include "sizing/shapes.h"

namespace sluice::sizing {
namespace {

TEST(Mfu, IsOneAtThePeak) {
  const double flops = flops_per_token(llama3_8b(), 8192, Attention::causal);
  EXPECT_DOUBLE_EQ(mfu(flops, 8 * 989e12 / flops, 8, 989e12), 1);
}

// LLaMA, by its paper 65.2e9 parameters: 380 tokens/s on each of 2,048 A100s.
TEST(Mfu, AgreesWithThePublishedThroughputOfLlama65b) {
  const double six_n = training_flops(65.2e9, 1);
  EXPECT_TRUE(prints_as(100 * mfu(six_n, 380 * 2048, 2048, 312e12), "47.65"));
}

TEST(Hfu, IsAThirdMoreWithFullRecompute) {
  EXPECT_TRUE(prints_as(hfu(0.4125, kFullRecompute), "0.5500"));  // MPT 70B on 512 H100s
}

TEST(RunUtilisation, CountsAllHours) {
  const double flops = training_flops(37e9, 14.8e12);  // DeepSeek-V3, active parameters
  EXPECT_TRUE(prints_as(100 * run_utilisation(flops, 989e12, 2'664'000), "34.64"));
}

TEST(Judge, ChangesAtTheEdgesOfTheBands) {
  EXPECT_EQ(judge(0.15), UtilisationBand::profile);
  EXPECT_EQ(judge(0.16), UtilisationBand::below_published);
  EXPECT_EQ(judge(0.30), UtilisationBand::published);
  EXPECT_EQ(judge(0.50), UtilisationBand::published);
  EXPECT_EQ(judge(0.56), UtilisationBand::above_most);
  EXPECT_EQ(judge(0.61), UtilisationBand::recheck_convention);
  EXPECT_EQ(judge(0.85), UtilisationBand::wrong_peak);
  EXPECT_EQ(judge(1.56), UtilisationBand::wrong_peak);
}

}  // namespace
}  // namespace sluice::sizing
