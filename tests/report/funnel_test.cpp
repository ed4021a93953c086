#include "report/funnel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/error.h"
#include "report/corpora.h"

namespace sluice::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> tools_of(const Funnel& funnel) {
  std::vector<std::string> tools;
  for (const Stage& one : funnel.stages()) tools.push_back(one.stats.tool);
  return tools;
}

std::string refusal(std::vector<stats::Stats> all) {
  try {
    const Funnel funnel(sums_of(all));
  } catch (const CheckError& error) {
    return error.what();
  }
  return {};
}

TEST(Funnel, AddsShardsUpAndPutsStagesInOrderWhateverTheOrderOfFiles) {
  std::vector<stats::Stats> all = small_pipeline_files();
  std::mt19937 random(1);
  for (int round = 0; round < 20; ++round) {
    std::ranges::shuffle(all, random);
    const Funnel funnel(sums_of(all));
    ASSERT_THAT(tools_of(funnel), ElementsAre("sluice-extract", "sluice-filter", "sluice-dedup"));
    EXPECT_EQ(funnel.stages()[1].out().documents, 800);
    EXPECT_EQ(funnel.out().documents, 400);
    EXPECT_EQ(funnel.unique_tokens(), 400'000);
    EXPECT_EQ(funnel.bytes_per_token(), 4);
    EXPECT_EQ(funnel.stored_bytes(), 20'000'000);
    EXPECT_EQ(funnel.cpu_seconds(), 4 * 2 + 4);
    EXPECT_TRUE(funnel.deduplicated());
  }
}

TEST(StageSums, AddUpByPartsAsTheyDoAtOnce) {
  const std::vector<stats::Stats> files = small_pipeline_files();
  StageSums left;
  StageSums right;
  for (size_t i = 0; i < files.size(); ++i) (i % 2 == 0 ? left : right).add(files[i]);
  left.add(std::move(right));
  const auto parts = left.take();
  const auto whole = small_pipeline().take();
  ASSERT_EQ(parts.size(), whole.size());
  for (size_t i = 0; i < parts.size(); ++i) EXPECT_EQ(parts[i].ledger, whole[i].ledger);
  EXPECT_TRUE(left.empty());
}

TEST(Funnel, FollowsTheLinksWhereAPipelineIsOfAnotherOrder) {
  std::vector<stats::Stats> all = {
      stage("sluice-dedup", 0, 100, 5), stage_after("sluice-filter", 100, 5, 2),
      stage("sluice-langid", 0, 100, 0), stage("sluice-cat", 0, 100, 0)};
  const Funnel funnel(sums_of(all));
  EXPECT_THAT(tools_of(funnel),
              ElementsAre("sluice-langid", "sluice-cat", "sluice-dedup", "sluice-filter"));
}

TEST(Funnel, RefusesAStageThatMissesAShard) {
  std::vector<stats::Stats> all = small_pipeline_files();
  all.erase(all.begin() + 1);  // the first shard of the filter
  EXPECT_THAT(refusal(all), HasSubstr("what went out of sluice-extract"));
  EXPECT_THAT(refusal(all), HasSubstr("1,000 documents"));
  EXPECT_THAT(refusal(all), HasSubstr("came into sluice-filter, 500 documents"));
}

TEST(Funnel, RefusesOtherDocumentsOfTheSameNumber) {
  EXPECT_THAT(refusal({stage("sluice-extract", 0, 10, 0), stage("sluice-filter", 1000, 1010, 0)}),
              HasSubstr("with other ids"));
}

TEST(Funnel, RefusesDifferentTokenizers) {
  EXPECT_THAT(
      refusal({stage("sluice-extract", 0, 10, 0), stage("sluice-filter", 0, 10, 0, "other@01")}),
      HasSubstr("counted by tiny@00, those of sluice-filter by other@01"));
}

TEST(Funnel, HasNoTokensWhereNobodyCounts) {
  stats::Stats uncounted{.tool = "sluice-cat"};
  uncounted.ledger.tokens.not_counted();
  uncounted.ledger.see({"a", 10, 0}, {});
  uncounted.ledger.keep({"a", 10, 0}, {"a", 10, 0}, {});
  const Funnel funnel(sums_of({uncounted}));
  EXPECT_FALSE(funnel.unique_tokens());
  EXPECT_FALSE(funnel.bytes_per_token());
  EXPECT_FALSE(funnel.stored_bytes());
  EXPECT_TRUE(funnel.lengths().empty());
}

// sluice-dedup link and its like read what other stages left.
TEST(Funnel, SetsStagesWithoutDocumentsAside) {
  std::vector<stats::Stats> all = small_pipeline_files();
  stats::Stats link{.tool = "sluice-dedup", .version = "0.1.0", .config_digest = "link"};
  link.run.command = {"/usr/bin/sluice-dedup", "link", "--sketches", "s/"};
  link.run.user_s = 100;
  all.push_back(link);
  const Funnel funnel(sums_of(all));
  EXPECT_EQ(funnel.stages().size(), 3);
  ASSERT_EQ(funnel.others().size(), 1);
  EXPECT_EQ(funnel.others()[0].name(), "dedup link");
  EXPECT_EQ(funnel.stages()[0].name(), "extract");
  EXPECT_EQ(funnel.cpu_seconds(), 4 * 2 + 4 + 100);
  EXPECT_THAT(refusal({link}), HasSubstr("no document"));
}

TEST(Funnel, CountsCopiesOnce) {
  stats::Stats mixed = stage("sluice-mix", 0, 10, 0);
  mixed.ledger.repeat({"doc-1", 4000, 1000});
  mixed.ledger.out.add({"doc-1", 4000, 1000});
  const Funnel funnel(sums_of({mixed}));
  EXPECT_EQ(funnel.out().tokens, 11'000);
  EXPECT_EQ(funnel.unique_tokens(), 10'000);
}

// A share p of documents that are all there twice holds 1 - (1 - p)^2 of them.
TEST(Funnel, TellsWhatDeduplicationKeepsOfLessAndOfMore) {
  const Funnel funnel(small_pipeline());
  const std::vector<DedupYield> yields = funnel.yields();
  ASSERT_EQ(yields.size(), 1);
  EXPECT_EQ(yields[0].documents, 800);
  ASSERT_EQ(yields[0].curve.size(), 8);
  EXPECT_DOUBLE_EQ(yields[0].curve[1].share, 0.5);
  EXPECT_DOUBLE_EQ(yields[0].curve[1].documents, 400 * 0.75);
  EXPECT_DOUBLE_EQ(yields[0].curve[3].documents, 400);
  EXPECT_FALSE(yields[0].curve[3].extrapolated);
  EXPECT_TRUE(yields[0].curve[4].extrapolated);
  // Of half three quarters are kept, of all a half: a third less with each doubling.
  EXPECT_DOUBLE_EQ(*funnel.yield_at_scale(2), 2.0 / 3);
  EXPECT_DOUBLE_EQ(*funnel.yield_at_scale(1), 1);
}

TEST(Funnel, KnowsNoYieldWhereClustersAreNotTold) {
  const Funnel funnel(sums_of({stage("sluice-dedup", 0, 10, 2)}));
  EXPECT_TRUE(funnel.yields().empty());
  EXPECT_FALSE(funnel.yield_at_scale(2));
}

TEST(Funnel, TellsLengthsOfWhatIsLeft) {
  const Funnel funnel(small_pipeline());
  ASSERT_EQ(funnel.lengths().size(), 1);
  EXPECT_EQ(funnel.lengths()[0].tokens, 1000);
  EXPECT_EQ(funnel.lengths()[0].documents, 400);
}

}  // namespace
}  // namespace sluice::report
