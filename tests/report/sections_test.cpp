#include "report/sections.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "report/corpora.h"
#include "sizing/printed.h"

namespace sluice::report {
namespace {

using sizing::prints_as;
using testing::HasSubstr;

constexpr const char* kLlama3 =
    "[model]\nlayers = 32\nd_model = 4096\nheads = 32\nkv_heads = 8\nd_ff = 14336\n"
    "vocab = 128256\n";

std::map<std::string, sizing::Quantity> facts_of(const Report& report) {
  std::map<std::string, sizing::Quantity> facts;
  for (const Section& section : report.sections) {
    for (const Block& block : section.blocks) {
      if (const auto* fact = std::get_if<Fact>(&block)) facts[fact->id] = fact->quantity;
    }
  }
  return facts;
}

const Table* find_table(const Report& report, const std::string& id) {
  for (const Section& section : report.sections) {
    for (const Block& block : section.blocks) {
      const auto* table = std::get_if<Table>(&block);
      if (table != nullptr && table->id == id) return table;
    }
  }
  return nullptr;
}

Report report_on(const std::string& toml, const Funnel* funnel = nullptr,
                 const ReportOptions& options = {}) {
  Plan plan;
  plan.read(toml, "plan.toml");
  const Basis basis = basis_of(plan, funnel, sizing::built_in_hardware());
  return report_of(basis, options);
}

TEST(Sections, FitTheWorkedExampleOfLlama3OnEightGpus) {
  const auto facts =
      facts_of(report_on(std::string("[cluster]\nhw = \"h100-sxm\"\ngpus = 8\n[run]\nseq_len = "
                                     "8192\nzero = 3\nrecompute = \"full\"\n") +
                         kLlama3));
  EXPECT_TRUE(prints_as(facts.at("memory.states").value / 1e9, "16.060522496"));
  EXPECT_TRUE(prints_as(facts.at("memory.activations_gib").value, "2"));
  EXPECT_TRUE(prints_as(facts.at("memory.total").value / 1e9, "22.4"));
  EXPECT_EQ(facts.at("memory.total").label, sizing::Label::grounded);
}

TEST(Sections, CountInterruptionsOfTheWorkedExample) {
  // 30 days of 1,024 GPUs.
  const auto facts = facts_of(report_on(
      "[cluster]\nhw = \"h100-sxm\"\ngpus = 1024\ndays = 30\n[model]\nparameters = 8e9\n"));
  EXPECT_TRUE(prints_as(facts.at("reliability.mtbf").value, "48.3293556"));
  EXPECT_TRUE(prints_as(facts.at("reliability.interruptions").value, "14.8977778"));
  EXPECT_EQ(facts.at("reliability.interruptions").range->low, 9);
  EXPECT_EQ(facts.at("reliability.interruptions").range->high, 22);
  EXPECT_EQ(facts.at("reliability.interruptions").label, sizing::Label::extrapolated);
}

TEST(Sections, ServeTheWorkedExample) {
  const auto facts =
      facts_of(report_on(std::string("[cluster]\nhw = \"h100-sxm\"\ngpus = 8\nprice_per_gpu_hour = "
                                     "2\n[serve]\nconcurrency = 64\n") +
                         kLlama3));
  EXPECT_TRUE(prints_as(facts.at("serving.dollars_per_million").value, "0.04161619635"));
  EXPECT_TRUE(prints_as(facts.at("serving.tokens_per_second").value, "13,349.50342"));
  EXPECT_EQ(facts.at("serving.kv_bytes").value, 131'072);
}

TEST(Sections, PutTheServerOfThePlanInPlaceOfTheCluster) {
  const auto gpus = [](const char* serve) {
    return facts_of(report_on(std::string("[cluster]\nhw = \"h100-sxm\"\ngpus = 8\n") + serve +
                              "[model]\nparameters = 70553706496\n"))
        .at("serving.gpus")
        .value;
  };
  EXPECT_EQ(gpus(""), 2);
  EXPECT_EQ(gpus("[serve]\nhw = \"mi300x\"\n"), 1);
}

// Chinchilla's compute, halved in size at the same loss.
TEST(Sections, BreakEvenOfTheWorkedExample) {
  const auto facts = facts_of(report_on(
      "[cluster]\nhw = \"h100-sxm\"\ngpus = 1024\nprice_per_gpu_hour = 2\n[run]\ntokens = "
      "1.342164237959e12\n[model]\nparameters = 73016399355.911\n"));
  // One and a third as many GPU seconds, and both models on one and two GPUs at B = 1.
  EXPECT_NEAR(facts.at("serving.break_even").value / 1.7682958402e10, 1, 1e-6);
}

TEST(Sections, RecomputePublishedRuns) {
  const Report report = report_on("[cluster]\nhw = \"h100-sxm\"\ngpus = 8\n");
  const Table* table = find_table(report, "plan.calibration");
  ASSERT_NE(table, nullptr);
  std::map<std::string, double> hours;
  std::map<std::string, double> utilisation;
  for (const auto& row : table->rows) {
    hours[row[0].text] = row[6].quantity->value;
    utilisation[row[0].text] = row[5].quantity->value;
  }
  EXPECT_TRUE(prints_as(hours.at("Llama 2 7B"), "179,979"));
  EXPECT_TRUE(prints_as(hours.at("Llama 2 70B"), "1,842,325"));
  EXPECT_TRUE(prints_as(100 * utilisation.at("Llama 3.1 405B"), "34.60"));
  EXPECT_TRUE(prints_as(100 * utilisation.at("PaLM 540B"), "30.39"));
}

TEST(Sections, SayHowFarAGuessIsOff) {
  const auto facts = facts_of(report_on("[model]\nparameters = 70e9\n[run]\ntokens = 1.4e12\n",
                                        nullptr, {.guess = 7e9, .seed = 0}));
  EXPECT_NEAR(facts.at("guess.ratio").value, 7e9 / 73.0164e9, 1e-6);
  EXPECT_GT(facts.at("guess.penalty").value, 0.01);
}

TEST(Sections, PriceTheShortfallOfTheMeasuredCorpus) {
  std::vector<stats::Stats> files = small_pipeline_files();
  for (stats::Stats& one : files) one.details = {};  // of copies nothing is known
  const Funnel funnel(sums_of(files));
  const Report report = report_on(
      "[corpus]\nsample_factor = 1e6\n[run]\ntokens = 1.6e12\n[model]\nparameters = 7e9\n",
      &funnel);
  const auto facts = facts_of(report);
  EXPECT_EQ(facts.at("data.epochs").value, 4);
  EXPECT_TRUE(prints_as(facts.at("data.effective_share").value, "0.931418281"));
  const Table* exits = find_table(report, "data.exits");
  ASSERT_NE(exits, nullptr);
  EXPECT_EQ(exits->rows.size(), 4);
  // 400,000 tokens of 20 MB of crawl, in 12 s of CPU.
  EXPECT_DOUBLE_EQ(exits->rows[2][1].quantity->value, 1.2e12 / 0.02);
  EXPECT_DOUBLE_EQ(exits->rows[2][2].quantity->value, 1.2e12 / 400'000 * 12 / 3600);
}

TEST(Sections, TellPricesThatWereSeenWhereNoneIsGiven) {
  const std::string plan = "[cluster]\nhw = \"h100-sxm\"\ngpus = 8\n[run]\ntokens = 1e12\n";
  const Report without = report_on(plan + kLlama3);
  ASSERT_NE(find_table(without, "budget.prices"), nullptr);
  EXPECT_EQ(facts_of(without).count("budget.dollars"), 0);
  Plan priced;
  priced.read(plan + kLlama3, "plan.toml");
  priced.set("cluster.price_per_gpu_hour", 2, "--price");
  const Basis basis = basis_of(priced, nullptr, sizing::built_in_hardware());
  EXPECT_EQ(find_table(report_of(basis), "budget.prices"), nullptr);
}

TEST(Sections, SweepTheSameComputeOverSizes) {
  ReportOptions options;
  options.sweep = SweepRange{5, 2000};
  const Report report =
      report_on("[model]\nparameters = 8e9\n[run]\ntokens = 15e12\n", nullptr, options);
  const Table* table = find_table(report, "sweep.sizes");
  ASSERT_NE(table, nullptr);
  for (const auto& row : table->rows) {
    EXPECT_NEAR(6 * row[1].quantity->value * row[2].quantity->value / 7.2e23, 1, 1e-12);
    EXPECT_NEAR(row[2].quantity->value / row[1].quantity->value / row[0].quantity->value, 1, 1e-12);
    EXPECT_GE(row[3].quantity->value, 0);
  }
  EXPECT_NEAR(table->rows.back()[0].quantity->value, 2000, 1e-9);
  EXPECT_EQ(find_table(report_on("[model]\nparameters = 8e9\n"), "sweep.sizes"), nullptr);
}

TEST(Sections, TellPlansSideBySide) {
  Plan plan;
  plan.read("[model]\nparameters = 8e9\n[run]\ntokens = 15e12\n", "a.toml");
  Plan smaller;
  smaller.read("[model]\nparameters = 4e9\n[run]\ntokens = 15e12\n", "b.toml");
  Plan other;
  other.read("[model]\nparameters = 4e9\n[run]\nfit = \"hoffmann\"\n", "c.toml");
  const auto hardware = sizing::built_in_hardware();
  ReportOptions options;
  options.others = {{"b", basis_of(smaller, nullptr, hardware)},
                    {"c", basis_of(other, nullptr, hardware)}};
  const Report report = report_of(basis_of(plan, nullptr, hardware), options);
  const Table* table = find_table(report, "comparison.plans");
  ASSERT_NE(table, nullptr);
  EXPECT_THAT(table->columns, testing::ElementsAre("", "the plan", "b", "c"));
  for (const auto& row : table->rows) {
    if (row[0].text == "compute") {
      EXPECT_EQ(row[1].quantity->value, 2 * row[2].quantity->value);
      EXPECT_EQ(row[3].text, "-");
    }
    if (row[0].text == "loss above the plan's") {
      EXPECT_EQ(row[1].quantity->value, 0);
      EXPECT_GT(row[2].quantity->value, 0);
      EXPECT_EQ(row[3].text, "-");
    }
  }
}

TEST(Sections, TellWhatIsLeftByLanguageTheLargestFirst) {
  stats::Stats made{.tool = "sluice-langid", .version = "0.1.0", .config_digest = "c"};
  for (int i = 0; i < 15; ++i) {
    const std::string id = "d" + std::to_string(i);
    const std::string language = i == 14 ? "" : "l" + std::to_string(100 + i);
    const stats::Measure measure{id, 100u * static_cast<uint64_t>(i + 1), 10};
    made.ledger.tokens.counted_by("t@0");
    made.ledger.see(measure, {.language = language});
    made.ledger.keep(measure, measure, {.language = language});
  }
  const Funnel funnel(sums_of({made}));
  const Report report = report_on("", &funnel);
  const Table* table = find_table(report, "corpus.by_language");
  ASSERT_NE(table, nullptr);
  ASSERT_EQ(table->rows.size(), 11);
  EXPECT_EQ(table->rows[0][0].text, "(not stated)");
  EXPECT_EQ(table->rows[1][0].text, "l113");
  EXPECT_EQ(table->rows[10][0].text, "all others");
  EXPECT_EQ(table->rows[10][1].quantity->value, 5);
  EXPECT_EQ(table->rows[10][4].quantity->value, 50);
  EXPECT_EQ(find_table(report, "corpus.by_source"), nullptr);
}

TEST(Sections, MoveTheRightWayWithTheirInputs) {
  const auto facts = [](int gpus, double price, double mfu, int zero) {
    return facts_of(report_on(
        "[cluster]\nhw = \"h100-sxm\"\ngpus = " + std::to_string(gpus) +
        "\nprice_per_gpu_hour = " + std::to_string(price) + "\nmfu = " + std::to_string(mfu) +
        "\n[run]\ntokens = 1e12\nzero = " + std::to_string(zero) + "\n" + kLlama3));
  };
  const auto base = facts(64, 2, 0.4, 1);
  EXPECT_LT(facts(128, 2, 0.4, 1).at("budget.wall_days").value, base.at("budget.wall_days").value);
  EXPECT_GT(facts(64, 3, 0.4, 1).at("budget.dollars").value, base.at("budget.dollars").value);
  EXPECT_LT(facts(64, 2, 0.5, 1).at("budget.dollars").value, base.at("budget.dollars").value);
  EXPECT_LT(facts(64, 2, 0.4, 3).at("memory.total").value, base.at("memory.total").value);
  EXPECT_LT(facts(128, 2, 0.4, 1).at("memory.states").value, base.at("memory.states").value);
  EXPECT_LT(facts(128, 2, 0.4, 1).at("reliability.mtbf").value, base.at("reliability.mtbf").value);
}

TEST(Sections, SpreadAsTheirRangesAndTheSameForASeed) {
  const auto spread = [](const char* ranges, uint64_t seed) {
    return facts_of(report_on(std::string("[cluster]\nhw = \"h100-sxm\"\ngpus = 64\n"
                                          "price_per_gpu_hour = 2\n[run]\ntokens = 1e12\n"
                                          "[model]\nparameters = 8e9\n[ranges]\n") +
                                  ranges,
                              nullptr, {.guess = std::nullopt, .seed = seed}))
        .at("uncertainty.dollars");
  };
  const auto narrow = spread("mfu = {low = 0.38, high = 0.42}\n", 1);
  const auto wide = spread("mfu = {low = 0.2, high = 0.6}\n", 1);
  EXPECT_LT(narrow.range->high - narrow.range->low, wide.range->high - wide.range->low);
  EXPECT_EQ(wide.value, spread("mfu = {low = 0.2, high = 0.6}\n", 1).value);
  EXPECT_NE(wide.value, spread("mfu = {low = 0.2, high = 0.6}\n", 2).value);
}

TEST(Sections, SayThatARunDoesNotFinish) {
  const Report report = report_on(
      "[cluster]\nhw = \"h100-sxm\"\ngpus = 1000000\n[reliability]\ninterruptions_per_gpu_day = 1\n"
      "checkpoint_seconds = 600\n[model]\nparameters = 8e9\n[run]\ntokens = 1e12\n");
  EXPECT_THAT(report.warnings(), testing::Contains(HasSubstr("more than 100 times")));
}

}  // namespace
}  // namespace sluice::report
