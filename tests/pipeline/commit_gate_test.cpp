#include "pipeline/commit_gate.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <random>
#include <thread>

#include "base/error.h"
#include "io/interrupt.h"

namespace sluice::pipeline {
namespace {

TEST(ReadyReport, ReadsBackWhatItWrote) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200; ++i) {
    ReadyReport report;
    report.in_documents = random();
    report.out_documents = random() % 3;
    for (uint64_t ids = random() % 3; ids > 0; --ids) {
      report.in_ids.add(std::to_string(random()));
      report.out_ids.add(std::to_string(random()));
    }
    const auto read = ReadyReport::parse(report.line());
    ASSERT_TRUE(read) << report.line();
    EXPECT_EQ(read->in_documents, report.in_documents);
    EXPECT_EQ(read->in_ids, report.in_ids);
    EXPECT_EQ(read->out_documents, report.out_documents);
    EXPECT_EQ(read->out_ids, report.out_ids);
  }
}

TEST(ReadyReport, RefusesEveryOtherLine) {
  const std::string good = ReadyReport{}.line();
  ASSERT_TRUE(ReadyReport::parse(good));
  for (size_t i = 0; i < good.size(); ++i) {
    EXPECT_FALSE(ReadyReport::parse(good.substr(0, i))) << good.substr(0, i);
    std::string damaged = good;
    damaged[i] = '!';
    EXPECT_FALSE(ReadyReport::parse(damaged)) << damaged;
  }
  for (const std::string& line :
       {good + " ", good + " 1", " " + good, good + "\n", std::string("ready 1 2"),
        "READY" + good.substr(5), "ready -1" + good.substr(7)}) {
    EXPECT_FALSE(ReadyReport::parse(line)) << line;
  }
}

// One end of a socket for the tool's gate, the other for the chain; standard output as it was
// afterwards.
class Gate : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends_.data()), 0);
    ::setenv(kCommitFdVariable, std::to_string(ends_[1]).c_str(), 1);
    std::fflush(stdout);
    saved_stdout_ = ::dup(STDOUT_FILENO);
  }
  void TearDown() override {
    ::dup2(saved_stdout_, STDOUT_FILENO);
    ::close(saved_stdout_);
    ::unsetenv(kCommitFdVariable);
    if (ends_[0] >= 0) ::close(ends_[0]);
    ::close(ends_[1]);
    io::interrupt::reset();
  }

  std::string received() {
    std::string text;
    for (char byte = 0; byte != '\n' && ::recv(chain(), &byte, 1, 0) == 1;) text.push_back(byte);
    return text;
  }
  void answer(const std::string& text) {
    ASSERT_EQ(::send(chain(), text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
  }
  void hang_up() {
    ::close(ends_[0]);
    ends_[0] = -1;
  }
  int chain() const { return ends_[0]; }
  int tool() const { return ends_[1]; }

 private:
  std::array<int, 2> ends_{-1, -1};
  int saved_stdout_ = -1;
};

stats::Ledger some_ledger() {
  stats::Ledger ledger;
  for (const char* id : {"a", "b"}) ledger.see({.id = id, .bytes = 1}, {});
  ledger.keep({.id = "a", .bytes = 1}, {.id = "a", .bytes = 1}, {});
  return ledger;
}

TEST_F(Gate, ReportsTheLedgerAndOpensOnCommit) {
  const CommitGate gate = CommitGate::from_environment();
  ASSERT_TRUE(gate.guarded());
  answer("commit\n");
  const stats::Ledger ledger = some_ledger();
  gate.wait(ledger);
  const std::string line = received();
  const auto report = ReadyReport::parse(std::string_view(line).substr(0, line.size() - 1));
  ASSERT_TRUE(report) << line;
  EXPECT_EQ(report->in_documents, 2u);
  EXPECT_EQ(report->in_ids, ledger.in.ids);
  EXPECT_EQ(report->out_documents, 1u);
  EXPECT_EQ(report->out_ids, ledger.out.ids);
}

TEST_F(Gate, WaitsForTheAnswerHoweverItIsCut) {
  const CommitGate gate = CommitGate::from_environment();
  std::thread other([this] {
    received();
    for (const char c : std::string("commit\n")) {
      answer(std::string(1, c));
      std::this_thread::yield();
    }
  });
  gate.wait({});
  other.join();
}

TEST_F(Gate, StaysShutWhenTheChainGivesUpOrSaysSomethingElse) {
  const CommitGate gate = CommitGate::from_environment();
  answer("abort\n");
  EXPECT_THROW(gate.wait({}), DownstreamClosed);
  answer("commit");  // and no line end
  hang_up();
  EXPECT_THROW(gate.wait({}), DownstreamClosed);
}

TEST_F(Gate, ASignalEndsTheWait) {
  const CommitGate gate = CommitGate::from_environment();
  std::thread other([this] {
    received();
    io::interrupt::raise(SIGTERM);
  });
  EXPECT_THROW(gate.wait({}), Interrupted);
  other.join();
}

// A fetch command of a tool in a chain may be a tool itself.
TEST_F(Gate, IsNotPassedOnToCommands) {
  ASSERT_TRUE(CommitGate::from_environment().guarded());
  EXPECT_EQ(::getenv(kCommitFdVariable), nullptr);
  EXPECT_EQ(::fcntl(tool(), F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
}

// The next tool of the chain must see the end of its input, or nobody would ever be ready.
TEST_F(Gate, ClosesStandardOutputBeforeItWaits) {
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  ::dup2(pipe[1], STDOUT_FILENO);
  ::close(pipe[1]);
  const CommitGate gate = CommitGate::from_environment();
  bool saw_end = false;
  std::thread other([&] {
    char byte = 0;
    saw_end = ::read(pipe[0], &byte, 1) == 0;
    answer("commit\n");
  });
  gate.wait({});
  other.join();
  EXPECT_TRUE(saw_end);
  ::close(pipe[0]);
}

TEST(CommitGate, IsOpenOutsideOfAChain) {
  ::unsetenv(kCommitFdVariable);
  const CommitGate gate = CommitGate::from_environment();
  EXPECT_FALSE(gate.guarded());
  gate.wait({});
}

TEST(CommitGate, RefusesAVariableThatIsNoDescriptor) {
  for (const char* value : {"", "x", "-1", "99999999999", "3 ", "9999"}) {
    ::setenv(kCommitFdVariable, value, 1);
    EXPECT_THROW(CommitGate::from_environment(), ConfigError) << value;
  }
  ::unsetenv(kCommitFdVariable);
}

}  // namespace
}  // namespace sluice::pipeline
