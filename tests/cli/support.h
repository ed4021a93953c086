// What the tests of the command line share.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "cli/tool.h"

namespace sluice::cli::test {

// A fresh folder for each test.
class InFolder : public testing::Test {
 protected:
  InFolder() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = testing::TempDir() + "cli-" + std::to_string(::getpid()) + "-" +
              test->test_suite_name() + "-" + test->name();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~InFolder() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  std::string file(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }
  std::string content(const std::string& name) const {
    std::ostringstream bytes;
    bytes << std::ifstream(path(name), std::ios::binary).rdbuf();
    return bytes.str();
  }

 private:
  std::string folder_;
};

// What a command line came to.
struct Outcome {
  int code = 0;
  std::string out;  // standard output
  std::string err;  // standard error
};

// Calls `body` with these words behind the program's name.
inline Outcome outcome_of(std::vector<std::string> words,
                          const std::function<int(int argc, char** argv)>& body) {
  words.insert(words.begin(), "sluice-test");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  Outcome outcome;
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  outcome.code = body(static_cast<int>(words.size()), argv.data());
  outcome.out = testing::internal::GetCapturedStdout();
  outcome.err = testing::internal::GetCapturedStderr();
  return outcome;
}

}  // namespace sluice::cli::test
