#include "io/work_folder.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "base/error.h"
#include "io/pending_name.h"
#include "io/support.h"

namespace sluice::io {
namespace {

namespace fs = std::filesystem;

class Work : public testing::Test {
 protected:
  void SetUp() override {
    parent_ = test::temporary_path("work");
    fs::remove_all(parent_);
    fs::create_directory(parent_);
  }
  void TearDown() override { fs::remove_all(parent_); }

  // The number of a process that has ended.
  static std::string gone() {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(0);
    ::waitpid(child, nullptr, 0);
    return std::to_string(child);
  }
  // A folder of `start` and this process's number, with a file in it.
  std::string left_behind(const std::string& start, const std::string& process) const {
    const std::string folder = parent_ + "/" + start + process + ".tmp";
    fs::create_directory(folder);
    test::write_file(folder + "/0.sketch", "cut off");
    return folder;
  }

  std::string parent_;
};

TEST_F(Work, FolderIsGoneWithAllThatLiesInIt) {
  {
    const WorkFolder work(parent_, "dedup");
    fs::create_directory(work.path("deep"));
    test::write_file(work.path("deep/file"), "text");
    EXPECT_EQ(test::read_file(work.path("deep/file")), "text");
  }
  EXPECT_TRUE(fs::is_empty(parent_));
}

TEST_F(Work, FolderOfAKilledProcessIsRemovedByTheNextOne) {
  const std::string start = pending_start(parent_ + "/dedup");
  const std::string stale = left_behind(start, gone());
  { const WorkFolder work(parent_, "dedup"); }
  EXPECT_FALSE(fs::exists(stale));
  const std::string later = left_behind(start, gone());
  WorkFolder::remove_stale(parent_, "dedup");
  EXPECT_FALSE(fs::exists(later));
}

TEST_F(Work, FolderOfAProcessThatNobodyWaitedForIsRemoved) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  siginfo_t ended{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT), 0);
  const std::string stale = left_behind(pending_start(parent_ + "/dedup"), std::to_string(child));
  WorkFolder::remove_stale(parent_, "dedup");
  EXPECT_FALSE(fs::exists(stale));
  ::waitpid(child, nullptr, 0);
}

TEST_F(Work, FoldersOfOthersAreLeftAlone) {
  const std::string start = pending_start(parent_ + "/dedup");
  const std::string living = left_behind(start, std::to_string(::getppid()));
  const std::string of_another_host = left_behind(".dedup.another-host-", gone());
  const std::string of_another_name = left_behind(pending_start(parent_ + "/mix"), gone());
  { const WorkFolder work(parent_, "dedup"); }
  for (const std::string& folder : {living, of_another_host, of_another_name}) {
    EXPECT_TRUE(fs::exists(folder + "/0.sketch")) << folder;
  }
}

TEST_F(Work, FolderThatCannotBeMadeIsAnError) {
  EXPECT_THROW(WorkFolder(parent_ + "/missing", "dedup"), IoError);
}

}  // namespace
}  // namespace sluice::io
