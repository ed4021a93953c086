#include "pipeline/resume.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <functional>

#include "base/error.h"
#include "pipeline/support.h"

namespace sluice::pipeline {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class ResumeTest : public test::InFolder {
 protected:
  void SetUp() override {
    file("a.jsonl", "{\"id\":1,\"text\":\"x\"}\n");
    file("b.jsonl", "{\"id\":2,\"text\":\"y\"}\n");
    job_.name = "job";
    job_.inputs = {{.name = path("a.jsonl"), .command = {}},
                   {.name = path("b.jsonl"), .command = {}}};
    job_.routes = {path("out.jsonl")};
    job_.rejects = path("rejects.jsonl");
    job_.stats = path("stats.json");
    run();
    ASSERT_TRUE(is_done());
  }

  // How often documents were looked at.
  int run() {
    RunOptions options;
    options.identity = identity_;
    options.jobs = {job_};
    options.threads = 1;
    options.resume = true;
    int seen = 0;
    Fields fields;
    const auto look = [&](Document&) {
      ++seen;
      if (while_reading) while_reading();
      return Verdict::keep();
    };
    const RunResult result = pipeline::run(options, fields, {{"look", look}});
    EXPECT_EQ(result.jobs_done + result.jobs_skipped, 1u);
    EXPECT_EQ(result.jobs_skipped == 1, seen == 0);
    return seen;
  }

  bool is_done() const { return done_before(job_.stats, identity_, job_.inputs).has_value(); }

  Identity identity_{.tool = "sluice-test", .version = "1", .config_digest = "c0ffee"};
  Job job_;
  std::function<void()> while_reading;
};

TEST_F(ResumeTest, WhatIsDoneIsSkippedAndWhatIsNotIsDoneAgain) {
  EXPECT_EQ(run(), 0);
  fs::remove(path("out.jsonl"));
  EXPECT_EQ(run(), 2);
  EXPECT_EQ(content("out.jsonl"), content("a.jsonl") + content("b.jsonl"));
  EXPECT_EQ(run(), 0);
}

TEST_F(ResumeTest, AnotherToolVersionOrConfigurationIsNotDone) {
  const Identity good = identity_;
  identity_.tool = "sluice-other";
  EXPECT_FALSE(is_done());
  identity_ = good;
  identity_.version = "2";
  EXPECT_FALSE(is_done());
  identity_ = good;
  identity_.config_digest = "bad";
  EXPECT_FALSE(is_done());
}

TEST_F(ResumeTest, InputsOfOtherNamesOrderOrNumberAreNotDone) {
  const std::vector<io::Input> good = job_.inputs;
  std::swap(job_.inputs[0], job_.inputs[1]);
  EXPECT_FALSE(is_done());
  job_.inputs = {good[0]};
  EXPECT_FALSE(is_done());
  job_.inputs = {good[0], good[1], good[1]};
  EXPECT_FALSE(is_done());
  fs::copy(path("b.jsonl"), path("c.jsonl"));
  job_.inputs = {good[0], {.name = path("c.jsonl"), .command = {}}};
  EXPECT_FALSE(is_done());
  job_.inputs = {good[0], {.name = "-", .command = {}}};
  EXPECT_FALSE(is_done());
  job_.inputs = {};  // not compared
  EXPECT_TRUE(is_done());
}

TEST_F(ResumeTest, AChangedInputIsNotDone) {
  const auto time = fs::last_write_time(path("a.jsonl"));
  file("a.jsonl", "{\"id\":1,\"text\":\"longer\"}\n");
  fs::last_write_time(path("a.jsonl"), time);
  EXPECT_FALSE(is_done());
  file("a.jsonl", "{\"id\":1,\"text\":\"z\"}\n");  // as long as before
  fs::last_write_time(path("a.jsonl"), time);
  EXPECT_TRUE(is_done());  // size and time are all that is compared
  fs::last_write_time(path("a.jsonl"), time + std::chrono::nanoseconds(1000));
  EXPECT_FALSE(is_done());
  fs::remove(path("a.jsonl"));
  EXPECT_FALSE(is_done());
}

// It was read before it changed, so what was published is not of the file that is there now.
TEST_F(ResumeTest, AnInputThatChangesWhileItIsReadIsNotDone) {
  fs::remove(job_.stats);
  while_reading = [&] {
    fs::last_write_time(path("a.jsonl"), fs::file_time_type::clock::now() + std::chrono::hours(1));
  };
  EXPECT_EQ(run(), 2);
  EXPECT_FALSE(is_done());
}

TEST_F(ResumeTest, AMissingOrOtherOutputIsNotDone) {
  for (const char* name : {"out.jsonl", "rejects.jsonl"}) {
    const std::string good = stored(name);
    file(name, good + "more");
    EXPECT_FALSE(is_done()) << name;
    fs::remove(path(name));
    EXPECT_FALSE(is_done()) << name;
    fs::create_directory(path(name));
    EXPECT_FALSE(is_done()) << name;
    fs::remove(path(name));
    file(name, good);
    EXPECT_TRUE(is_done()) << name;
  }
}

TEST_F(ResumeTest, AnUnreadableStatsFileIsNotDone) {
  const std::string good = stored("stats.json");
  file("stats.json", good.substr(0, good.size() / 2));
  EXPECT_FALSE(is_done());
  file("stats.json", "");
  EXPECT_FALSE(is_done());
  fs::remove(path("stats.json"));
  EXPECT_FALSE(is_done());
  EXPECT_FALSE(done_before("", identity_, job_.inputs));
}

// The same stats file, but other outputs are asked for: they are not there.
TEST_F(ResumeTest, OutputsOfOtherNamesAreNotDone) {
  job_.routes = {path("other.jsonl")};
  EXPECT_EQ(run(), 2);
  EXPECT_TRUE(exists("other.jsonl"));
  job_.errors = path("errors.jsonl");
  EXPECT_EQ(run(), 2);
  EXPECT_TRUE(exists("errors.jsonl"));
  EXPECT_EQ(run(), 0);
  job_.routes = {path("part-{}.jsonl")};
  job_.shard_bytes = 1000;
  EXPECT_EQ(run(), 2);
  EXPECT_TRUE(exists("part-00000.jsonl"));
  EXPECT_EQ(run(), 0);
}

TEST_F(ResumeTest, NamesThatAreNotUtf8AreKnownAgain) {
  file("caf\xE9.jsonl", content("a.jsonl"));
  job_.inputs = {{.name = path("caf\xE9.jsonl"), .command = {}}};
  job_.routes = {path("out\xFF.jsonl")};
  EXPECT_EQ(run(), 1);
  EXPECT_EQ(run(), 0);
  fs::remove(path("out\xFF.jsonl"));
  EXPECT_EQ(run(), 1);
}

// Looking for a stats file must not eat the documents.
TEST_F(ResumeTest, StandardOutputIsNoStatsFileToResumeFrom) {
  const int saved = ::dup(0);
  std::FILE* input = std::freopen(path("stats.json").c_str(), "r", stdin);
  ASSERT_NE(input, nullptr);
  EXPECT_FALSE(done_before("-", identity_, job_.inputs));
  EXPECT_EQ(std::fgetc(stdin), '{');
  ::dup2(saved, 0);
  ::close(saved);
}

TEST_F(ResumeTest, PendingFilesOfKilledRunsAreRemoved) {
  const std::string mine = "." + std::string("out.jsonl.");
  // A process number beyond the kernel's largest is nobody's.
  char host[256] = {};
  ::gethostname(host, sizeof host - 1);
  file(mine + host + "-4194305.tmp", "left");
  file(".out.jsonl.elsewhere-1.tmp", "of another machine");
  EXPECT_EQ(run(), 0);
  EXPECT_FALSE(exists(mine + host + "-4194305.tmp"));
  EXPECT_TRUE(exists(".out.jsonl.elsewhere-1.tmp"));
}

// Of a rolling output any number of files may be pending.
TEST_F(ResumeTest, PendingFilesOfRollingOutputsAreRemoved) {
  char host[256] = {};
  ::gethostname(host, sizeof host - 1);
  const std::string left = std::string(".") + host + "-4194305.tmp";
  file(".part-00000.jsonl" + left, "left");
  file(".part-00017.jsonl" + left, "left");
  file(".part-x.jsonl" + left, "of another run");
  file(".part-00017.jsonl.elsewhere-4194305.tmp", "of another machine");
  job_.routes = {path("part-{}.jsonl")};
  job_.shard_bytes = 1000;
  run();
  EXPECT_FALSE(exists(".part-00000.jsonl" + left));
  EXPECT_FALSE(exists(".part-00017.jsonl" + left));
  EXPECT_TRUE(exists(".part-x.jsonl" + left));
  EXPECT_TRUE(exists(".part-00017.jsonl.elsewhere-4194305.tmp"));
}

}  // namespace
}  // namespace sluice::pipeline
