#include "cli/tool.h"

#include <gmock/gmock.h>

#include <new>
#include <optional>

#include "base/error.h"
#include "cli/support.h"
#include "io/interrupt.h"

namespace sluice::cli {
namespace {

using test::Outcome;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

struct Options {
  explicit Options(Tool& tool) {
    tool.section("Things");
    tool.text("--name", name, "NAME", "a text");
    tool.texts("-w,--where", where, "CONDITION", "repeatable");
    tool.number("-n,--count", count, "N", "a whole number");
    tool.number("--sample", sample, "SHARE", "a number");
    tool.bytes("--size", size, "a size");
    tool.flag("--fast", fast, "a flag");
    tool.one_of("--kind", kind, {"red", "blue"}, "one of two");
    tool.number("-j,--threads", threads, "N", "of no matter", Tool::Matters::run);
    tool.arguments("INPUT", inputs, "inputs");
  }

  std::string name = "none";
  std::vector<std::string> where;
  uint64_t count = 3;
  double sample = 1;
  uint64_t size = 1000;
  bool fast = false;
  std::string kind = "red";
  uint64_t threads = 0;
  std::vector<std::string> inputs;
};

class ToolTest : public test::InFolder {
 protected:
  // Parses these words and looks at what came of it.
  Outcome run(const std::vector<std::string>& words,
              const std::function<void(Tool&, Options&)>& body = {}) {
    return test::outcome_of(words, [&](int argc, char** argv) {
      Tool tool("sluice-test", argc, argv);
      tool.describe("Test the frame.", {"sluice-test --fast a", "sluice-test -n 3 b"});
      auto& options = tool.add<Options>();
      return tool.on_run([&] {
        ran_ = true;
        options_ = options;
        digest_ = tool.config_digest();
        if (body) body(tool, options);
      });
    });
  }

  std::string digest(const std::vector<std::string>& words) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return digest_;
  }

  std::optional<Options> options_;  // as they were parsed
  std::string digest_;
  bool ran_ = false;
};

TEST_F(ToolTest, ParsesEveryKindOfOption) {
  const Outcome outcome =
      run({"--name", "x y", "-w", "a", "in1", "--where=b", "--count", "18446744073709551615",
           "--sample", "0.5", "--size", "1.5MiB", "--fast", "--kind", "blue", "in2", "-"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(options_->name, "x y");
  EXPECT_THAT(options_->where, ElementsAre("a", "b"));
  EXPECT_EQ(options_->count, 18446744073709551615u);
  EXPECT_EQ(options_->sample, 0.5);
  EXPECT_EQ(options_->size, 1'572'864u);
  EXPECT_TRUE(options_->fast);
  EXPECT_EQ(options_->kind, "blue");
  EXPECT_THAT(options_->inputs, ElementsAre("in1", "in2", "-"));
}

TEST_F(ToolTest, WhatFollowsTwoDashesIsNoOption) {
  EXPECT_EQ(run({"--fast", "--", "a", "--count", "-x"}).code, 0);
  EXPECT_THAT(options_->inputs, ElementsAre("a", "--count", "-x"));
  EXPECT_EQ(run({"--"}).code, 0);
  EXPECT_THAT(options_->inputs, IsEmpty());
}

TEST_F(ToolTest, BadValuesAreUsageErrorsThatNameTheOption) {
  for (const auto& [words, message] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--count", "x"}, "--count: 'x' is not a whole number"},
           {{"--count=-1"}, "--count: '-1' is not a whole number"},
           {{"--count", "1.5"}, "--count: '1.5' is not a whole number"},
           {{"--sample", "many"}, "--sample: 'many' is not a number"},
           {{"--size", "3 apples"}, "--size: '3 apples' is not a size such as"},
           {{"--kind", "green"}, "--kind: 'green' is none of red|blue"},
           {{"--name"}, "--name"}}) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, 2) << words[0];
    EXPECT_THAT(outcome.err, HasSubstr(message));
    EXPECT_THAT(outcome.err, StartsWith("sluice-test: "));
    EXPECT_EQ(outcome.out, "");
  }
  EXPECT_FALSE(ran_);
}

// A variable of a script that is not set must not mean that the option was left out.
TEST_F(ToolTest, AnEmptyTextIsNoValue) {
  for (const auto& [words, message] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--name", ""}, "--name: the name is empty"},
           {{"--name="}, "--name"},
           {{"-w", "a", "-w", ""}, "--where: the name is empty"},
           {{"--config", ""}, "--config: the name is empty"},
           {{"in1", ""}, "INPUT: the name is empty"}}) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, 2) << words[0];
    EXPECT_THAT(outcome.err, HasSubstr(message));
  }
  EXPECT_FALSE(ran_);
  EXPECT_EQ(run({"--name", " "}).code, 0);
}

TEST_F(ToolTest, AnUnknownOptionIsNamedWithTheNearest) {
  const Outcome outcome = run({"--cuont", "3"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("unknown option '--cuont'; did you mean '--count'?"));
  EXPECT_THAT(run({"--where_=3"}).err, HasSubstr("unknown option '--where_'; did you mean"));
  EXPECT_THAT(run({"-x"}).err, HasSubstr("unknown option '-x' (--help lists all)"));
  EXPECT_FALSE(ran_);
}

TEST_F(ToolTest, HelpListsEveryOptionAndTheExamples) {
  const Outcome outcome = run({"--help"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  for (const char* text :
       {"Test the frame.", "--name NAME", "-w,--where CONDITION", "-n,--count N", "--sample SHARE",
        "--size BYTES", "--fast", "--kind red|blue", "-j,--threads N", "INPUT", "--config FILE",
        "--version", "-h,--help", "Things", "sluice-test --fast a", "sluice-test -n 3 b"}) {
    EXPECT_THAT(outcome.out, HasSubstr(text));
  }
  EXPECT_THAT(outcome.out, Not(HasSubstr("--print-plan")));
  EXPECT_FALSE(ran_);
}

TEST_F(ToolTest, OptionsOfAGroupCanBeRewordedOrLeftOutOfHelp) {
  const Outcome outcome = test::outcome_of({"--help"}, [](int argc, char** argv) {
    Tool tool("sluice-test", argc, argv);
    tool.add<Options>();
    tool.reword("--count", "a number of things");
    tool.reword("--sample", "");
    return tool.on_run([] {});
  });
  EXPECT_THAT(outcome.out, HasSubstr("a number of things"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("a whole number")));
  EXPECT_THAT(outcome.out, Not(HasSubstr("--sample")));
}

// A command of a tool is given its own words, the tool's name not among them.
TEST_F(ToolTest, TheCommandLineOfACommandBeginsWithTheTool) {
  std::string words[] = {"train", "--fast"};
  char* argv[] = {words[0].data(), words[1].data(), nullptr};
  EXPECT_THAT(Tool("sluice-test train", 2, argv).command(),
              ElementsAre("sluice-test", "train", "--fast"));
  EXPECT_THAT(Tool("sluice-test", 2, argv).command(), ElementsAre("train", "--fast"));
}

TEST_F(ToolTest, VersionAndDescriptionArePrinted) {
  const Outcome version = run({"--version"});
  EXPECT_EQ(version.code, 0);
  EXPECT_EQ(version.out, "sluice-test " + Tool::version() + "\n");
  EXPECT_EQ(run({"--describe"}).out, "Test the frame.\n");
  EXPECT_FALSE(ran_);
}

TEST_F(ToolTest, GivenTellsOptionsFromDefaults) {
  run({"-n", "3", "a"}, [](Tool& tool, Options&) {
    EXPECT_TRUE(tool.given("--count"));
    EXPECT_FALSE(tool.given("--sample"));
    EXPECT_FALSE(tool.given("--no-such-option"));
  });
  run({"--config", file("c.toml", "sample = 1.0\n")}, [](Tool& tool, Options&) {
    EXPECT_TRUE(tool.given("--sample"));
    EXPECT_FALSE(tool.given("--count"));
  });
  EXPECT_TRUE(ran_);
}

// config_digest: what a stats file tells --resume.

TEST_F(ToolTest, TheDigestIsIndependentOfSpellingAndOrder) {
  const std::string plain = digest({"--count", "10", "--size", "1048576", "--sample", "0.5"});
  EXPECT_EQ(digest({"--sample=0.50", "-n10", "--size=1MiB"}), plain);
  EXPECT_EQ(digest({"--sample=5e-1", "-n", "010", "--size=1024Ki", "--kind", "red"}), plain);
  EXPECT_EQ(digest({"--config", file("c.toml", "size = '1MiB'\ncount = 10\nsample = 0.5\n")}),
            plain);
  EXPECT_EQ(digest({}), digest({"--count", "3", "--name", "none"}));  // the defaults
}

TEST_F(ToolTest, TheDigestChangesWithEveryValueThatMattersAndNoOther) {
  const std::string plain = digest({});
  std::vector<std::string> digests = {plain};
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"--count", "4"},
                                             {"--name", "x"},
                                             {"--where", "a"},
                                             {"--where", "a", "--where", "b"},
                                             {"--where", "a,b"},
                                             {"--where", "b", "--where", "a"},
                                             {"--sample", "0.999"},
                                             {"--size", "999"},
                                             {"--fast"},
                                             {"--kind", "blue"}}) {
    const std::string one = digest(words);
    EXPECT_THAT(digests, Not(testing::Contains(one))) << words.back();
    digests.push_back(one);
  }
  EXPECT_EQ(digest({"--threads", "7", "input", "another"}), plain);
}

TEST_F(ToolTest, TheDigestHoldsContents) {
  const auto with = [&](const std::string& name, const std::string& content) {
    std::string digest;
    run({}, [&](Tool& tool, Options&) {
      tool.digest(name, content);
      digest = tool.config_digest();
    });
    return digest;
  };
  EXPECT_EQ(with("rules", "a"), with("rules", "a"));
  EXPECT_NE(with("rules", "a"), with("rules", "b"));
  EXPECT_NE(with("rules", "a"), with("model", "a"));
  EXPECT_NE(with("rules", "a"), digest({}));
}

// Configuration files.

TEST_F(ToolTest, TheCommandLineWinsOverTheFile) {
  const std::string config = file(
      "c.toml", "count = 7\nname = 'from file'\nwhere = ['x', 'y']\nfast = true\nkind = 'blue'\n");
  EXPECT_EQ(run({"--config", config, "--count", "9", "-w", "z"}).code, 0);
  EXPECT_EQ(options_->count, 9u);
  EXPECT_EQ(options_->name, "from file");
  EXPECT_THAT(options_->where, ElementsAre("z"));
  EXPECT_TRUE(options_->fast);
  EXPECT_EQ(options_->kind, "blue");
  EXPECT_EQ(run({"--config", file("d.toml", "fast = false\nwhere = ['x', 'y, z']\n")}).code, 0);
  EXPECT_FALSE(options_->fast);
  EXPECT_THAT(options_->where, ElementsAre("x", "y, z"));
}

TEST_F(ToolTest, FaultsOfTheFileNameItsLine) {
  for (const auto& [toml, message] : std::vector<std::pair<std::string, std::string>>{
           {"\ncuont = 3\n", "c.toml:2: unknown key 'cuont'; did you mean 'count'?"},
           {"count = 'x'\n", "c.toml:1: "},
           {"count = 1.5\n", "'1.5' is not a whole number"},
           {"kind = 'green'\n", "'green' is none of red|blue"},
           {"fast = 'perhaps'\n", "c.toml:1: "},
           {"config = 'other.toml'\n", "unknown key 'config'"},
           {"help = true\n", "unknown key 'help'"},
           {"version = true\n", "unknown key 'version'"},
           {"describe = true\n", "unknown key 'describe'"},
           {"print-plan = true\n", "unknown key 'print-plan'"},
           {"INPUT = 'a'\n", "unknown key 'INPUT'"},
           {"n = 3\n", "unknown key 'n'"},
           {"count = [1, 2]\n", "c.toml:1: "},
           {"count = []\n", "c.toml:1: "},
           {"[table]\n", "c.toml:1: 'table' must be"},
           {"count =\n", "c.toml:1: "}}) {
    ran_ = false;
    const Outcome outcome = run({"--config", file("c.toml", toml)});
    EXPECT_EQ(outcome.code, 2) << toml << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(message)) << toml;
    EXPECT_FALSE(ran_) << toml;
  }
  EXPECT_EQ(run({"--config", path("none.toml")}).code, 2);
}

TEST_F(ToolTest, AnEmptyListInTheFileIsNoValues) {
  EXPECT_EQ(run({"--config", file("c.toml", "where = []\n")}).code, 0);
  EXPECT_THAT(options_->where, IsEmpty());
}

// What a body throws.

TEST_F(ToolTest, ExceptionsBecomeMessagesAndExitCodes) {
  const auto thrown = [&](const auto& error) {
    return run({}, [&](Tool&, Options&) { throw error; });
  };
  EXPECT_EQ(thrown(ConfigError("bad")).code, 2);
  EXPECT_EQ(thrown(CheckError("no")).code, 1);
  EXPECT_EQ(thrown(IoError("f", "gone")).code, 3);
  EXPECT_EQ(thrown(IoError("f", "gone")).err, "sluice-test: f: gone\n");
  EXPECT_EQ(thrown(Interrupted(2)).code, 130);
  EXPECT_EQ(thrown(DownstreamClosed("-")).code, 141);
  EXPECT_EQ(thrown(DownstreamClosed("-")).err, "");
  EXPECT_EQ(thrown(std::bad_alloc()).code, 1);
  const Outcome done = thrown(Done("digest"));
  EXPECT_EQ(done.code, 0);
  EXPECT_EQ(done.out, "digest\n");
}

// A fault of ours must not look like a crash to the user, or leave pending files to nobody.
TEST_F(ToolTest, ExceptionsOfOtherKindsAreSaidToo) {
  const Outcome outcome =
      run({}, [](Tool&, Options&) { throw std::filesystem::filesystem_error("rename", {}); });
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, StartsWith("sluice-test: "));
  EXPECT_THAT(outcome.err, HasSubstr("rename"));
}

}  // namespace
}  // namespace sluice::cli
