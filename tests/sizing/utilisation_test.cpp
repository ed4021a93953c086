#include "sizing/utilisation.h"

#include <gtest/gtest.h>

#include <array>

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

struct PublishedRun {
  const char* name;
  double parameters;
  double tokens;
  double peak;
  double hours;
  const char* percent;
};

TEST(RunUtilisation, AgreesWithPublishedRuns) {
  const std::array runs = {
      PublishedRun{"Llama 2 7B", 6'738'415'616, 2e12, 312e12, 184'320, "39.06"},
      PublishedRun{"Llama 2 13B", 13'015'864'320, 2e12, 312e12, 368'640, "37.72"},
      PublishedRun{"Llama 2 70B", 68'976'648'192, 2e12, 312e12, 1'720'320, "42.84"},
      PublishedRun{"LLaMA 65B", 65'285'660'672, 1.4e12, 312e12, 1'022'362, "47.76"},
      PublishedRun{"BLOOM", 176'247'271'424, 366e9, 312e12, 1'082'990, "31.82"},
      PublishedRun{"Llama 3 70B", 70'553'706'496, 15e12, 989e12, 6.4e6, "27.87"},
      PublishedRun{"Llama 3.1 70B", 70'553'706'496, 15e12, 989e12, 7.0e6, "25.48"},
      PublishedRun{"Llama 3.1 405B", 405'853'388'800, 15.6e12, 989e12, 30.84e6, "34.60"},
      PublishedRun{"SmolLM3 3B", 3'075'098'624, 11.2e12, 989e12, 221'184, "26.24"},
      PublishedRun{"MPT 7B", 6.7e9, 1.0e12, 312e12, 100'320, "35.68"},
      PublishedRun{"PaLM", 540'356'474'880, 780e9, 275e12, 6144 * 1200 + 3072 * 336, "30.39"},
      PublishedRun{"Gopher", 280e9, 300e9, 123e12, 4096 * 920, "30.2"},
      PublishedRun{"DeepSeek-V3", 37e9, 14.8e12, 989e12, 2'664'000, "34.64"},
  };
  for (const PublishedRun& run : runs) {
    const double flops = training_flops(run.parameters, run.tokens);
    EXPECT_TRUE(prints_as(100 * run_utilisation(flops, run.peak, run.hours), run.percent))
        << run.name;
  }
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
