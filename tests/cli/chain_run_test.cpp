// Chains of small scripts that speak the tools' side of commit_gate.h's protocol.
#include <gmock/gmock.h>

#include <csignal>
#include <thread>

#include "base/error.h"
#include "base/hash.h"
#include "cli/chain.h"
#include "cli/support.h"
#include "io/interrupt.h"

namespace sluice::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class RunChain : public test::InFolder {
 protected:
  ~RunChain() override { io::interrupt::reset(); }

  // Reads its input to the end, says so many documents came in and went out, and publishes a file
  // of its name when the chain says so.
  ChainProcess member(const std::string& name, int in, int out,
                      const std::string& at_the_end = "true") const {
    const std::string ids = IdSum().hex();
    return script(name, "cat > /dev/null; exec 1>&-; echo ready " + std::to_string(in) + " " + ids +
                            " " + std::to_string(out) + " " + ids +
                            " >&$SLUICE_COMMIT_FD; read -r word <&$SLUICE_COMMIT_FD; "
                            "[ \"$word\" = commit ] || exit 141; " +
                            at_the_end + " && touch " + path(name));
  }
  static ChainProcess script(const std::string& name, const std::string& text) {
    return {name, {"/bin/bash", "-c", text}};
  }

  std::string failure(const std::vector<ChainProcess>& processes) const {
    try {
      run_chain(processes);
    } catch (const Error& error) {
      return error.what();
    }
    return "ended well";
  }
  bool published(const std::string& name) const { return fs::exists(path(name)); }

  // The first process of a chain reads our standard input.
  static ChainProcess first(ChainProcess process) {
    process.argv.back() = "exec < /dev/null; " + process.argv.back();
    return process;
  }
};

TEST_F(RunChain, AllPublishWhenNeighboursAgree) {
  run_chain({first(member("1-a", 9, 5)), member("2-b", 5, 4), member("3-c", 4, 4)});
  for (const char* name : {"1-a", "2-b", "3-c"}) EXPECT_TRUE(published(name)) << name;
}

TEST_F(RunChain, CallsBeforeTheFirstPublishesAndOnlyIfAllAreReady) {
  bool called = false;
  const auto before_commit = [&] {
    called = true;
    EXPECT_FALSE(published("1-a"));
  };
  EXPECT_THROW(run_chain({first(member("1-a", 9, 5)), script("bad", "exit 3")}, before_commit),
               Error);
  EXPECT_FALSE(called);
  run_chain({first(member("1-a", 9, 5)), member("2-b", 5, 4)}, before_commit);
  EXPECT_TRUE(called);
  EXPECT_TRUE(published("1-a"));
}

TEST_F(RunChain, NobodyPublishesWhenNeighboursDisagree) {
  EXPECT_THAT(failure({first(member("1-a", 9, 5)), member("2-b", 4, 4)}),
              HasSubstr("1-a put out 5 documents, but 2-b took in 4; nothing was published"));
  EXPECT_FALSE(published("1-a") || published("2-b"));
}

// A process that has not yet become another program has the chain's handlers, which must not take
// the request to end that is meant for it.
TEST_F(RunChain, AProcessThatHasHardlyBegunEndsWithTheOthers) {
  const auto before = std::signal(SIGTERM, [](int) {});
  for (int i = 0; i < 50; ++i) {
    EXPECT_THAT(failure({script("1-a", "exec sleep 1000"), script("bad", "exit 3")}),
                HasSubstr("bad"));
  }
  std::signal(SIGTERM, before);
}

TEST_F(RunChain, NobodyPublishesWhenOneFailsAndItIsNamed) {
  for (size_t bad = 0; bad < 3; ++bad) {
    std::vector<ChainProcess> chain = {member("1-a", 1, 1), member("2-b", 1, 1),
                                       member("3-c", 1, 1)};
    chain[bad] = script("bad", "exit 3");
    chain[0] = first(chain[0]);
    EXPECT_EQ(failure(chain), "bad ended with exit code 3; nothing was published");
    EXPECT_FALSE(published("1-a") || published("2-b") || published("3-c"));
  }
  EXPECT_EQ(failure({first(script("bad", "kill -9 $$")), member("2-b", 1, 1)}),
            "bad was killed by signal 9; nothing was published");
  EXPECT_EQ(failure({{"bad", {"/no/such/program"}}}),
            "bad ended with exit code 127; nothing was published");
  EXPECT_THAT(failure({first(script("bad", "echo hello >&$SLUICE_COMMIT_FD; sleep 100"))}),
              HasSubstr("bad is no tool of this version"));
}

TEST_F(RunChain, SaysWhatWasPublishedBeforeAFailure) {
  EXPECT_EQ(
      failure({first(member("1-a", 1, 1)), member("2-b", 1, 1, "exit 3"), member("3-c", 1, 1)}),
      "2-b ended with exit code 3; 1-a had published its outputs");
  EXPECT_TRUE(published("1-a"));
  EXPECT_FALSE(published("2-b") || published("3-c"));
}

TEST_F(RunChain, ASignalEndsAllProcesses) {
  std::thread other([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    io::interrupt::raise(SIGINT);
  });
  const std::string wait = "echo $$ > " + path("pid") + "; exec sleep 100";
  EXPECT_THROW(run_chain({first(script("1-a", wait)), member("2-b", 1, 1)}), Interrupted);
  other.join();
  EXPECT_NE(::kill(std::stoi(content("pid")), 0), 0);  // gone, and waited for
  EXPECT_FALSE(published("2-b"));
}

TEST(AskProgram, TellsWhatItPrintsAndHowItEnds) {
  const Answer answer = ask_program({"/usr/bin/printf", "%s|", "a b", "c'd"});
  EXPECT_EQ(answer.text, "a b|c'd|");
  EXPECT_EQ(answer.exit_code, 0);
  EXPECT_EQ(ask_program({"/bin/sh", "-c", "echo no; exit 2"}).exit_code, 2);
  EXPECT_EQ(ask_program({"/nonexistent"}).exit_code, 127);
}

}  // namespace
}  // namespace sluice::cli
