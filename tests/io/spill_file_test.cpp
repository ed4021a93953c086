#include "io/spill_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <string>

#include "base/error.h"
#include "io/support.h"

namespace sluice::io {
namespace {

namespace fs = std::filesystem;

std::string empty_folder() {
  const std::string folder = test::temporary_path("spill");
  fs::remove_all(folder);
  fs::create_directory(folder);
  return folder;
}

TEST(SpillFile, GivesBackWhatWasAppendedAnywhere) {
  const std::string folder = empty_folder();
  SpillFile spill(folder);
  spill.append("first");
  const uint64_t at = spill.size();
  spill.append("second");
  std::string room(6, ' ');
  spill.read(at, room);
  EXPECT_EQ(room, "second");
  spill.read(2, room);
  EXPECT_EQ(room, "rstsec");
  EXPECT_EQ(spill.size(), 11);
  EXPECT_THROW(spill.read(at + 1, room), IoError);
}

TEST(SpillFile, HasNoName) {
  const std::string folder = empty_folder();
  SpillFile spill(folder);
  spill.append("text");
  EXPECT_TRUE(fs::is_empty(folder));
}

TEST(SpillFile, WhatDoesNotFitIsAnErrorThatNamesTheFolder) {
  const std::string folder = empty_folder();
  EXPECT_THROW(SpillFile(folder + "/missing"), IoError);
  SpillFile spill(folder);
  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  rlimit old{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
  const rlimit limit{.rlim_cur = 1000, .rlim_max = old.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  std::string message;
  try {
    spill.append(std::string(2000, 'x'));
  } catch (const IoError& error) {
    message = error.what();
  }
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &old), 0);
  std::signal(SIGXFSZ, before);
  EXPECT_NE(message.find(folder), std::string::npos) << message;
}

}  // namespace
}  // namespace sluice::io
