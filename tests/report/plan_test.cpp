#include "report/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "complaint.h"

namespace sluice::report {
namespace {

std::string complaint(const char* toml) {
  return complaint_of([&] {
    Plan plan;
    plan.read(toml, "plan.toml");
  });
}

TEST(Settings, HaveNamesOfTheirOwnAndDefaultsWithinBounds) {
  std::set<std::string_view> names;
  for (const Setting& one : settings()) {
    EXPECT_TRUE(names.insert(one.name).second) << one.name;
    if (!one.standard) continue;
    EXPECT_GE(*one.standard, one.least) << one.name;
    EXPECT_LE(*one.standard, one.most) << one.name;
    EXPECT_FALSE(one.why.empty()) << one.name;
  }
}

TEST(Plan, ReadsTablesAndFallsBackOnDefaults) {
  Plan plan;
  EXPECT_TRUE(plan.empty());
  plan.read("[cluster]\nhw = \"h100-sxm\"\ngpus = 64\n[run]\nrecompute = \"full\"\n", "plan.toml");
  EXPECT_FALSE(plan.empty());
  EXPECT_EQ(plan.hardware(), "h100-sxm");
  EXPECT_EQ(plan.at("cluster.gpus"), 64);
  EXPECT_EQ(plan.at("cluster.mfu"), 0.40);
  EXPECT_FALSE(plan.given("cluster.mfu"));
  EXPECT_FALSE(plan.find("run.tokens"));
  EXPECT_EQ(plan.choice("run.recompute"), "full");
  EXPECT_EQ(plan.choice("run.fit"), "besiroglu");
  EXPECT_THROW(plan.at("run.tokens"), std::out_of_range);
  EXPECT_THROW(plan.find("run.tokns"), std::out_of_range);
}

TEST(Plan, LetsFlagsWin) {
  Plan plan;
  plan.read("[cluster]\ngpus = 64\n", "plan.toml");
  plan.set("cluster.gpus", 128, "--gpus");
  EXPECT_EQ(plan.at("cluster.gpus"), 128);
  EXPECT_EQ(complaint_of([&] { plan.set("cluster.mfu", 1.5, "--mfu"); }),
            "--mfu: 'mfu' must be more than 0 and at most 1, not 1.5");
}

TEST(Plan, NamesTheNearestOfWhatItDoesNotKnow) {
  EXPECT_EQ(complaint("[clutser]\n"),
            "plan.toml:1: [clutser]: unknown table; did you mean 'cluster'?");
  EXPECT_EQ(complaint("[cluster]\ngpu = 8\n"),
            "plan.toml:2: [cluster]: unknown key 'gpu'; did you mean 'gpus'?");
  EXPECT_EQ(complaint("[vocab]\ncandidates = [{sise = 1, bytes_per_token = 4}]\n")
                .find("plan.toml:2: [candidates]: 'size' is missing"),
            0);
  EXPECT_NE(complaint("[ranges]\nmfv = {low = 0.3, high = 0.4}\n"), "");
}

TEST(Plan, RefusesNumbersOutOfBounds) {
  EXPECT_EQ(complaint("[cluster]\ngpus = 0\n"),
            "plan.toml:2: [cluster]: 'gpus' must be a whole number, 1 to 1000000000, not 0");
  EXPECT_EQ(complaint("[run]\nzero = 4\n"),
            "plan.toml:2: [run]: 'zero' must be a whole number, 0 to 3, not 4");
  EXPECT_EQ(complaint("[cluster]\nmfu = 0\n"),
            "plan.toml:2: [cluster]: 'mfu' must be more than 0 and at most 1, not 0");
  EXPECT_EQ(complaint("[run]\nrecompute = \"some\"\n"),
            "plan.toml: [run]: 'recompute' must be selective, none or full, not 'some'");
  EXPECT_EQ(complaint("[ranges]\nmfu = {low = 0.5, high = 0.4}\n"),
            "plan.toml:2: [ranges]: 'low' must be at most 'high'");
}

TEST(Plan, TellsWhereEverySettingIsFrom) {
  Plan plan;
  plan.read("[cluster]\ngpus = 64\n", "plan.toml");
  plan.set("cluster.days", 30, "--days");
  const std::vector<Assumption> all = plan.assumptions();
  const auto origin = [&](const std::string& name) {
    const auto found = std::ranges::find(all, name, &Assumption::name);
    return found == all.end() ? "missing" : found->origin;
  };
  EXPECT_EQ(origin("cluster.gpus"), "plan.toml: [cluster]");
  EXPECT_EQ(origin("cluster.days"), "--days");
  EXPECT_EQ(origin("cluster.mfu"), "(default)");
  EXPECT_EQ(origin("run.tokens"), "missing");
}

TEST(Plan, TakesAModelVocabulariesAndRanges) {
  Plan plan;
  plan.read(
      "[model]\nlayers = 32\nd_model = 4096\nheads = 32\nkv_heads = 8\nd_ff = 14336\n"
      "vocab = 128256\n[vocab]\ncandidates = [{size = 65536, bytes_per_token = 4.1}]\n"
      "[ranges]\nmfu = {low = 0.3, high = 0.45}\n",
      "plan.toml");
  ASSERT_TRUE(plan.shape());
  EXPECT_EQ(sizing::count_parameters(*plan.shape()).total(), 8'030'261'248);
  ASSERT_EQ(plan.vocabularies().size(), 1);
  EXPECT_EQ(plan.vocabularies()[0].size, 65'536);
  ASSERT_EQ(plan.ranges().size(), 1);
  EXPECT_EQ(plan.ranges()[0].name, "cluster.mfu");
  EXPECT_EQ(plan.ranges()[0].high, 0.45);
}

}  // namespace
}  // namespace sluice::report
