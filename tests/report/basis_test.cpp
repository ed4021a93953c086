#include "report/basis.h"

#include <gtest/gtest.h>

#include <cmath>

#include "complaint.h"
#include "report/corpora.h"
#include "report/sections.h"
#include "sizing/printed.h"

namespace sluice::report {
namespace {

using sizing::prints_as;

Plan plan_of(const std::string& toml) {
  Plan plan;
  plan.read(toml, "plan.toml");
  return plan;
}

Basis basis_without_corpus(const Plan& plan) {
  return basis_of(plan, nullptr, sizing::built_in_hardware());
}

constexpr const char* kLlama2 =
    "[cluster]\nhw = \"a100-80-sxm\"\ngpus = 64\nprice_per_gpu_hour = 2\n"
    "[run]\ntokens = 2e12\n[model]\nparameters = 6738415616\n";

TEST(Basis, PricesTheWorkedExampleOfLlama2) {
  const Plan plan = plan_of(kLlama2);
  const Basis basis = basis_without_corpus(plan);
  EXPECT_TRUE(prints_as(basis.flops->value, "8.0860987392e22"));
  EXPECT_TRUE(prints_as(basis.cost->gpu_hours, "179,979.0495726496"));
  EXPECT_TRUE(prints_as(basis.cost->days, "117.1738603988604"));
  EXPECT_TRUE(prints_as(basis.cost->dollars, "359,958.0991452991"));
}

TEST(Basis, TakesComputeFromTheCalendarAndSizesFromCompute) {
  const Plan plan = plan_of("[cluster]\nhw = \"h100-sxm\"\ngpus = 1024\ndays = 30\n");
  const Basis basis = basis_without_corpus(plan);
  EXPECT_TRUE(prints_as(basis.calendar_flops->value, "1.0500046848e24"));
  EXPECT_EQ(basis.parameters->from, "the optimum of besiroglu");
  EXPECT_DOUBLE_EQ(6 * basis.parameters->value * basis.tokens->value, basis.calendar_flops->value);
}

TEST(Basis, TakesSizesFromTheCorpusWhereNothingElseSays) {
  const Plan plan = plan_of("[corpus]\nunique_tokens = 200e9\n");
  const Basis basis = basis_without_corpus(plan);
  EXPECT_EQ(basis.parameters->value, 10e9);
  EXPECT_EQ(basis.tokens->value, 200e9);
  EXPECT_FALSE(basis.cost);
}

TEST(Basis, MeasuresUniqueTokensAndTheContextOfAttention) {
  const Funnel funnel(small_pipeline());
  const Plan plan = plan_of("[corpus]\nsample_factor = 100\n[run]\nseq_len = 4096\n");
  const Basis basis = basis_of(plan, &funnel, sizing::built_in_hardware());
  // A third less with each doubling.
  EXPECT_DOUBLE_EQ(basis.unique->value, 40e6 * std::pow(2.0 / 3, std::log2(100)));
  EXPECT_EQ(basis.unique->from, "measured x sample_factor, less duplicates at that size");
  // Documents of 1,000 tokens: shorter than a sequence, and some are cut.
  EXPECT_LT(basis.context.value, 1000);
  EXPECT_GT(basis.context.value, 900);
}

TEST(Basis, CountsMeasuredBytesByThePlansTokenizer) {
  const Funnel funnel(small_pipeline());
  const Plan plan = plan_of("[corpus]\nbytes_per_token = 5\n");
  const Basis basis = basis_of(plan, &funnel, sizing::built_in_hardware());
  EXPECT_EQ(basis.unique->value, 400'000 * 4 / 5);
  EXPECT_EQ(basis.unique->from, "measured bytes over bytes_per_token");
}

TEST(Basis, RefusesWhatCannotBe) {
  const auto complaint = [](const std::string& toml) {
    const Plan plan = plan_of(toml);
    return complaint_of([&] { basis_without_corpus(plan); });
  };
  EXPECT_EQ(complaint("[cluster]\nhw = \"h100\"\n").find("unknown hardware 'h100'"), 0);
  EXPECT_EQ(complaint("[cluster]\ngpus = 8\npeak_tflops = 1979\n"),
            "peak_tflops: 1979 is the figure of NVIDIA H100 SXM with 2:4 sparsity; dense is 989 "
            "(--allow-sparse-peak insists)");
  EXPECT_EQ(complaint("[cluster]\nmfu = 0.9\n").find("mfu: no published run reaches 0.9"), 0);
  EXPECT_EQ(complaint("[cluster]\nmfu = 1\n").find("mfu must be"), 0);
  EXPECT_EQ(complaint("[cluster]\nhw = \"h100-sxm\"\ngpus = 12\n[run]\ntp = 8\n")
                .find("the plan cannot be placed: tensor x pipeline"),
            0);
  EXPECT_EQ(complaint("[cluster]\nhw = \"h100-sxm\"\ngpus = 64\n[run]\ntp = 16\n")
                .find("the plan cannot be placed: tensor parallelism of 16"),
            0);
  EXPECT_NE(complaint("[model]\nparameters = 7e9\nactive_parameters = 8e9\n"), "");
}

Verdict verdict(const Basis& basis, const std::string& name) {
  for (const Criterion& one : decide(basis)) {
    if (one.name == name) return one.verdict;
  }
  return Verdict::open;
}

TEST(Decide, AnswersFourQuestions) {
  const Plan plan = plan_of(std::string(kLlama2) + "[corpus]\nunique_tokens = 1e12\n");
  const Basis basis = basis_without_corpus(plan);
  EXPECT_EQ(verdict(basis, "data"), Verdict::yes);  // two epochs of four
  EXPECT_EQ(verdict(basis, "memory"), Verdict::open);
  EXPECT_EQ(verdict(basis, "calendar"), Verdict::open);
  EXPECT_EQ(verdict(basis, "budget"), Verdict::open);
}

TEST(Decide, SaysNo) {
  Plan plan = plan_of(
      "[cluster]\nhw = \"h100-sxm\"\ngpus = 8\ndays = 30\nprice_per_gpu_hour = 2\nbudget = 1000\n"
      "[corpus]\nunique_tokens = 1e12\n[run]\ntokens = 15e12\nseq_len = 8192\nzero = 0\n"
      "[model]\nlayers = 32\nd_model = 4096\nheads = 32\nkv_heads = 8\nd_ff = 14336\n"
      "vocab = 128256\n");
  const Basis basis = basis_without_corpus(plan);
  for (const char* name : {"data", "memory", "calendar", "budget"}) {
    EXPECT_EQ(verdict(basis, name), Verdict::no) << name;
  }
  plan.set("run.zero", 3, "");
  plan.set("run.tokens", 4e12, "");
  plan.set("cluster.gpus", 1024, "");
  plan.set("cluster.budget", 1e6, "");
  const Basis better = basis_without_corpus(plan);
  for (const char* name : {"data", "memory", "calendar", "budget"}) {
    EXPECT_EQ(verdict(better, name), Verdict::yes) << name;
  }
}

}  // namespace
}  // namespace sluice::report
