#include "mix/mix_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "complaint.h"

namespace sluice::mix {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kEverything = R"([mix]
tokens = 10e9
shares = "weights"
epochs = 2.5
validation = 0.001
shard_tokens = 50e6
seed = 7

[[source]]
name = "web"
files = ["web/*.jsonl.zst", "more/"]
weight = 0.7

[[source.copies]]
from = 5
copies = 2
[[source.copies]]
from = 100
copies = 4

[[source]]
name = "books"
files = ["b.jsonl"]
tokens = 3e9
epochs = 1
copies_by = "metadata.seen"

[[source.copies]]
from = 2
copies = 3
)";

std::string web(const std::string& more = "") {
  return "[[source]]\nname = \"web\"\nfiles = [\"a\"]\n" + more;
}

MixPlan plan_of(const std::string& toml) { return read_mix_plan(toml, "plan.toml"); }

std::string complaint_about(const std::string& toml) {
  return complaint_of([&] { plan_of(toml); });
}

TEST(MixPlan, HasWhatTheFileSays) {
  const MixPlan plan = plan_of(kEverything);
  EXPECT_EQ(plan.tokens, 10'000'000'000);
  EXPECT_EQ(plan.shares, Shares::weights);
  EXPECT_EQ(plan.validation, 0.001);
  EXPECT_EQ(plan.shard_tokens, 50'000'000);
  EXPECT_EQ(plan.seed, 7);
  ASSERT_EQ(plan.sources.size(), 2);
  const SourcePlan& first = plan.sources[0];
  EXPECT_EQ(first.name, "web");
  EXPECT_THAT(first.files, ElementsAre("web/*.jsonl.zst", "more/"));
  EXPECT_EQ(first.weight, 0.7);
  EXPECT_EQ(first.tokens, std::nullopt);
  EXPECT_EQ(first.epochs, 2.5);  // the mix's
  EXPECT_EQ(first.copies_by, "metadata.dedup.size");
  const SourcePlan& last = plan.sources[1];
  EXPECT_EQ(last.weight, std::nullopt);
  EXPECT_EQ(last.tokens, 3'000'000'000);
  EXPECT_EQ(last.epochs, 1);
  EXPECT_EQ(last.copies_by, "metadata.seen");
}

TEST(MixPlan, CopiesAreThoseOfTheLastStepThatIsReached) {
  const SourcePlan source = plan_of(kEverything).sources[0];
  const std::vector<std::pair<uint64_t, uint64_t>> expected = {
      {0, 1}, {1, 1}, {4, 1}, {5, 2}, {99, 2}, {100, 4}, {uint64_t{1} << 60, 4}};
  for (const auto& [value, copies] : expected) EXPECT_EQ(source.copies_of(value), copies) << value;
}

TEST(MixPlan, TakesAllOfItsSourcesWhereNothingIsSaid) {
  const MixPlan plan = plan_of(web());
  EXPECT_EQ(plan.tokens, std::nullopt);
  EXPECT_EQ(plan.shares, Shares::proportional);
  EXPECT_EQ(plan.validation, 0);
  EXPECT_EQ(plan.seed, 1);
  EXPECT_EQ(plan.sources[0].epochs, 4);
}

TEST(MixPlan, WeightsNeedNotBeAskedForAndMayBeZero) {
  const MixPlan plan = plan_of("[mix]\ntokens = 5\n" + web("weight = 0\n"));
  EXPECT_EQ(plan.shares, Shares::weights);
  EXPECT_EQ(plan.sources[0].weight, 0);
}

TEST(MixPlan, HeadMayStandBehindTheSources) {
  EXPECT_EQ(plan_of(web() + "[mix]\nseed = 9\n").seed, 9);
}

TEST(MixPlan, SourcesKeepTheirOrderHoweverMany) {
  std::string toml;
  for (int i = 0; i < 1000; ++i) {
    toml += "[[source]]\nname = \"" + std::to_string(i * 7919 % 1000) + "\"\nfiles = [\"a\"]\n";
  }
  const MixPlan plan = plan_of(toml);
  ASSERT_EQ(plan.sources.size(), 1000);
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(plan.sources[static_cast<size_t>(i)].name, std::to_string(i * 7919 % 1000));
  }
}

TEST(MixPlan, SaysWhatIsWrongAndWhere) {
  const std::string head = "[mix]\ntokens = 5\n";
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"", "plan.toml: there is no [[source]]"},
      {"[mix]\nseed = 1\n", "there is no [[source]]"},
      {"[mix\n", "plan.toml:1: "},
      {"seed = 3\n", "plan.toml:1: 'seed' stands outside of any [table]"},
      {"[[sources]]\n" + web(),
       "plan.toml:1: [sources]: there is no such table; did you mean "
       "'source'? ([mix] and [[source]])"},
      {"[[mix]]\n[[mix]]\n" + web(), "[mix] stands here again"},
      // [mix]
      {"[mix]\ntoken = 5\n" + web(),
       "plan.toml:2: [mix]: unknown key 'token'; did you mean 'tokens'?"},
      {"[mix]\ntokens = 0\n" + web(), "plan.toml:2: [mix]: tokens: 1 or more"},
      {"[mix]\ntokens = 1.5\n" + web(), "'tokens' must be a whole number, 0 to 2^53"},
      {"[mix]\ntokens = -1\n" + web(), "'tokens' must be a whole number"},
      {"[mix]\ntokens = inf\n" + web(), "'tokens' must be a whole number"},
      {"[mix]\ntokens = 1e16\n" + web(), "0 to 2^53"},
      {"[mix]\nseed = -1\n" + web(), "'seed' must be a whole number"},
      {head + "shares = \"unimx\"\n" + web(),
       "plan.toml:3: [mix]: shares: there is no 'unimx'; did you "
       "mean 'unimax'? (weights, proportional, temperature"},
      {head + "shares = 3\n" + web(), "'shares' must be a string"},
      {head + "alpha = 0.5\n" + web(), "alpha: is for shares = \"temperature\" alone"},
      {head + "shares = \"temperature\"\nalpha = 1.1\n" + web(),
       "plan.toml:4: [mix]: alpha: 0 (all"},
      {"[mix]\nvalidation = 0.51\n" + web(), "validation: a share of documents, 0 to 0.5"},
      {"[mix]\nvalidation = nan\n" + web(), "'validation' must be a number"},
      {"[mix]\nshard_tokens = 0\n" + web(), "shard_tokens: 1 or more"},
      {"[mix]\nepochs = 0\n" + web(), "epochs: more than 0 and at most 10,000"},
      {"[mix]\nepochs = 10001\n" + web(), "at most 10,000"},
      {"[mix]\nshares = \"temperature\"\n" + web(), "plan.toml:1: [mix]: 'tokens' is missing"},
      {"[mix]\nshares = \"unimax\"\n" + web(), "'tokens' is missing"},
      // [[source]]
      {"[[source]]\nfiles = [\"a\"]\n", "plan.toml:1: [source]: 'name' is missing"},
      {"[[source]]\nname = \"\"\nfiles = [\"a\"]\n", "'name' is missing"},
      {"[[source]]\nname = \"a\\nb\"\nfiles = [\"a\"]\n",
       "plan.toml:2: [source]: name: holds a control character"},
      {"[[source]]\nname = \"\\u009b31m\"\nfiles = [\"a\"]\n", "holds a control character"},
      {"[[source]]\nname = \"a\"\n", "plan.toml:1: [source]: 'files' is missing"},
      {"[[source]]\nname = \"a\"\nfiles = []\n", "'files' is missing"},
      {"[[source]]\nname = \"a\"\nfiles = \"a\"\n", "'files' must be a list of strings"},
      {"[[source]]\nname = \"a\"\nfiles = [1]\n", "'files' must list strings"},
      {web("wieght = 1\n"), "plan.toml:4: [source]: unknown key 'wieght'; did you mean 'weight'?"},
      {web() + web(), "plan.toml:5: [source]: name: there is a source 'web' already"},
      {head + web("weight = -1\n"), "'weight' must be a number, 0 or more"},
      {head + web("weight = inf\n"), "'weight' must be a number, 0 or more"},
      {head + web("weight = \"1\"\n"), "'weight' must be a number"},
      {head + web("weight = 1\ntokens = 1\n"), "tokens: a source has a weight or tokens"},
      {web("weight = 1\n"), "'tokens' is missing: weights share out so many tokens"},
      {web("epochs = -1\n"), "'epochs' must be a number, 0 or more"},
      {head + "shares = \"unimax\"\n" + web("weight = 1\n"),
       "source 'web' has a weight, but shares = \"unimax\""},
      {head + "shares = \"weights\"\n" + web(), "source 'web' has neither weight nor tokens"},
      // [[source.copies]]
      {web("copies_by = \"a.b\"\n"), "plan.toml:4: [source]: copies_by: is for [[source.copies]]"},
      {web("copies_by = \"a..b\"\n[[source.copies]]\nfrom = 2\ncopies = 2\n"),
       "plan.toml:4: [source]: copies_by: field path 'a..b' has an empty part"},
      {web("copies = 2\n"), "'copies' must be a list of tables"},
      {web("[[source.copies]]\ncopies = 2\n"), "'from' is missing"},
      {web("[[source.copies]]\nfrom = 2\n"), "'copies' is missing"},
      {web("[[source.copies]]\nfrom = 2\ncopies = 0\n"), "copies: 1 to 1,000"},
      {web("[[source.copies]]\nfrom = 2\ncopies = 1001\n"),
       "plan.toml:6: [copies]: copies: 1 to 1,000"},
      {web("[[source.copies]]\nform = 2\ncopies = 1\nfrom = 2\n"),
       "unknown key 'form'; did you mean 'from'?"},
      {web("[[source.copies]]\nfrom = 2\ncopies = 3\n[[source.copies]]\nfrom = 2\ncopies = 4\n"),
       "plan.toml:8: [copies]: from: is not above that of the one before"},
  };
  for (const auto& [toml, said] : wrong)
    EXPECT_THAT(complaint_about(toml), HasSubstr(said)) << toml;
}

// The digest of stage files and of what --resume may skip is made of it.
TEST(MixPlan, CanonicalTextTellsPlansApart) {
  const std::string canonical = plan_of(kEverything).canonical();
  const std::vector<std::pair<std::string, std::string>> changes = {
      {"tokens = 10e9", "tokens = 10000000001"},
      {"epochs = 2.5", "epochs = 2.4"},
      {"validation = 0.001", "validation = 0"},
      {"shard_tokens = 50e6", "shard_tokens = 5e6"},
      {"seed = 7", "seed = 8"},
      {"name = \"web\"", "name = \"wet\""},
      {"weight = 0.7", "weight = 0.8"},
      {"from = 5", "from = 6"},
      {"copies = 2", "copies = 3"},
      {"tokens = 3e9", "tokens = 4e9"},
      {"epochs = 1\n", "epochs = 1.5\n"},
      {"metadata.seen", "metadata.n"}};
  for (const auto& [before, after] : changes) {
    std::string toml = kEverything;
    toml.replace(toml.find(before), before.size(), after);
    EXPECT_NE(plan_of(toml).canonical(), canonical) << after;
  }
  // Where the files lie decides nothing, nor how numbers are spelled.
  const std::vector<std::pair<std::string, std::string>> equal = {
      {"\"b.jsonl\"", "\"c.jsonl\", \"d\""},
      {"10e9", "10_000_000_000"},
      {"weight = 0.7", "weight = 7e-1"}};
  for (const auto& [before, after] : equal) {
    std::string toml = kEverything;
    toml.replace(toml.find(before), before.size(), after);
    EXPECT_EQ(plan_of(toml).canonical(), canonical) << after;
  }
}

}  // namespace
}  // namespace sluice::mix
