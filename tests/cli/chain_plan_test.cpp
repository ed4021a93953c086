// Plans of chains of small scripts that answer --print-plan as the tools do.
#include "cli/chain_plan.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "cli/support.h"

namespace sluice::cli {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class PlanOfChain : public test::InFolder {
 protected:
  PlanOfChain() {
    tool("fake", "printf 'd1\\n-\\n'");
    options_.programs = path("bin");
    options_.output = path("out.jsonl");
    file("in.jsonl", "");
  }

  void tool(const std::string& name, const std::string& script) const {
    fs::permissions(file("bin/sluice-" + name, "#!/bin/bash\n" + script + "\n"),
                    fs::perms::owner_all);
  }
  ChainOptions options(const std::string& chain) const {
    ChainOptions options = options_;
    options.words = {chain, path("in.jsonl")};
    return options;
  }
  static std::string refusal(const ChainOptions& options) {
    try {
      const ChainPlan plan(options);
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "was taken";
  }

  ChainOptions options_;
};

TEST_F(PlanOfChain, GivesEachStageItsShareAndItsPlace) {
  ChainOptions chain = options("fake --a | fake");
  chain.threads = 3;
  const ChainPlan plan(chain);
  ASSERT_EQ(plan.runs().size(), 1u);
  const auto processes = plan.processes(plan.runs().front());
  const std::string program = path("bin/sluice-fake");
  ASSERT_EQ(processes.size(), 2u);
  EXPECT_EQ(processes[0].name, "1-fake");
  EXPECT_THAT(processes[0].argv,
              ElementsAre(program, "--a", "--threads", "2", "--", path("in.jsonl")));
  EXPECT_THAT(processes[1].argv, ElementsAre(program, "--threads", "1", "--progress", "never",
                                             "--output", path("out.jsonl")));
}

TEST_F(PlanOfChain, RefusesUnknownTools) {
  EXPECT_THAT(refusal(options("fake | fkae")), HasSubstr("did you mean 'fake'"));
}

TEST_F(PlanOfChain, ResumeNeedsAnOutputThatIsKept) {
  ChainOptions chain = options("fake | fake");
  chain.output = "-";
  chain.stats = path("s");
  chain.resume = true;
  EXPECT_THAT(refusal(chain), HasSubstr("--resume needs -o FILE"));
}

// What the planning process reads would be missing from the chain's input.
TEST_F(PlanOfChain, RefusesAStageThatReadsStandardInputInPlanning) {
  tool("reads", "IFS= read -r line || [ $? -eq 1 ]; cat > /dev/null || exit 2; printf 'd1\\n-\\n'");
  EXPECT_THAT(refusal(options("reads | fake")), HasSubstr("1-reads cannot run with these options"));
}

// Documents would be read twice, or the pipe not at all.
TEST_F(PlanOfChain, RefusesStagesWithInputsOfTheirOwn) {
  tool("own", "echo 'd1 inputs'; echo -");
  EXPECT_THAT(refusal(options("fake | own")), HasSubstr("2-own names inputs of its own"));
}

TEST_F(PlanOfChain, RefusesStagesThatResumeByThemselves) {
  tool("again", "echo 'd1 resume'; echo -");
  EXPECT_THAT(refusal(options("again | fake")), HasSubstr("1-again has --resume"));
}

// A tool refuses an option that it gets twice; better now than when it is started.
TEST_F(PlanOfChain, AsksWithWhatItAdds) {
  tool("says", "echo \"$@\" > " + path("asked") + "; printf 'd1\\n-\\n'");
  ChainOptions chain = options("fake | says --a");
  chain.threads = 4;
  chain.stats = path("stats");
  const ChainPlan plan(chain);
  EXPECT_EQ(content("asked"),
            "--a --threads 2 --print-plan --stats /dev/null --progress never --output -\n");
}

// Stats of two runs beside each other would let --resume keep an output that neither of them made.
TEST_F(PlanOfChain, WithdrawsTheStatsOfAShardAndNoOthers) {
  ChainOptions chain = options("fake | fake");
  chain.stats = path("stats");
  const std::string one = file("stats/chain.1-fake.stats.json", "old");
  const std::string two = file("stats/chain.2-fake.stats.json", "old");
  const std::string other = file("stats/other.1-fake.stats.json", "of another shard");
  const ChainPlan plan(chain);
  plan.withdraw_stats(plan.runs().front());
  EXPECT_FALSE(fs::exists(one));
  EXPECT_FALSE(fs::exists(two));
  EXPECT_TRUE(fs::exists(other));
  plan.withdraw_stats(plan.runs().front());  // there are none: that is as it should be
}

}  // namespace
}  // namespace sluice::cli
