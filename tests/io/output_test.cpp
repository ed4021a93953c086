#include "io/output.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <vector>

#include "base/error.h"
#include "io/interrupt.h"
#include "io/support.h"

namespace sluice::io {
namespace {

namespace fs = std::filesystem;
using test::read_file;
using test::temporary_path;
using test::write_file;

// A fresh folder for each test, since what else lies in it is what is tested.
class Output : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = temporary_path("folder");
    fs::remove_all(folder_);
    fs::create_directory(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string in_folder(const std::string& name) const { return folder_ + "/" + name; }

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_))
      names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  std::string folder_;
};

using Names = std::vector<std::string>;

// Runs `body` in a child process, whose limits and signals it may change; returns its exit status,
// 0 if the body returned true.
int in_child(const std::function<bool()>& body) {
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      ::_exit(body() ? 0 : 1);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "in the child: %s\n", error.what());
      ::_exit(2);
    }
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  return status;
}

std::string message_of(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST_F(Output, AppearsUnderItsNameOnlyWhenPublished) {
  OutputSet outputs;
  OutputFile& file = outputs.open(in_folder("out.txt"));
  file.write("one ");
  const std::vector<std::string_view> pieces = {"two ", "", "three"};
  file.write(pieces);
  EXPECT_EQ(file.bytes_written(), 13U);
  EXPECT_FALSE(fs::exists(in_folder("out.txt")));
  ASSERT_EQ(names().size(), 1U);
  EXPECT_TRUE(names()[0].starts_with(".out.txt.")) << names()[0];
  EXPECT_TRUE(names()[0].ends_with("-" + std::to_string(::getpid()) + ".tmp")) << names()[0];

  outputs.prepare();
  EXPECT_FALSE(fs::exists(in_folder("out.txt")));
  outputs.publish();
  EXPECT_EQ(names(), Names{"out.txt"});
  EXPECT_EQ(read_file(in_folder("out.txt")), "one two three");
}

TEST_F(Output, ADestroyedSetLeavesWhatWasThere) {
  write_file(in_folder("out.txt"), "before");
  {
    OutputSet outputs;
    outputs.open(in_folder("out.txt")).write("after");
    outputs.prepare();
  }
  EXPECT_EQ(names(), Names{"out.txt"});
  EXPECT_EQ(read_file(in_folder("out.txt")), "before");
}

TEST_F(Output, ADiscardedSetCanBeUsedAgain) {
  OutputSet outputs;
  outputs.open(in_folder("a")).write("x");
  outputs.discard();
  EXPECT_EQ(names(), Names{});
  outputs.open(in_folder("a")).write("y");
  outputs.publish();
  EXPECT_EQ(read_file(in_folder("a")), "y");
}

TEST_F(Output, FilesOfManyMoreThanTheDescriptorsAllow) {
  const int status = in_child([&] {
    const rlimit limit = {.rlim_cur = 64, .rlim_max = 64};
    ::setrlimit(RLIMIT_NOFILE, &limit);
    constexpr int kFiles = 10'000;
    OutputSet outputs;
    std::vector<OutputFile*> files;
    for (int i = 0; i < kFiles; ++i) files.push_back(&outputs.open(in_folder(std::to_string(i))));
    for (const char* text : {"first,", "second"}) {
      for (OutputFile* file : files) file->write(text);
    }
    outputs.publish();
    for (int i = 0; i < kFiles; ++i) {
      if (read_file(in_folder(std::to_string(i))) != "first,second") return false;
    }
    return true;
  });
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace sluice::io
