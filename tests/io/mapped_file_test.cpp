#include "io/mapped_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <utility>

#include "base/error.h"
#include "io/support.h"

namespace sluice::io {
namespace {

using test::temporary_path;
using test::write_file;
using testing::HasSubstr;

std::string failure_of(const std::string& path) {
  try {
    MappedFile file(path);
  } catch (const IoError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(MappedFile, HasTheBytesOfTheFile) {
  const std::string path = temporary_path("mapped");
  const std::string bytes = test::noise(100'000, 1);
  write_file(path, bytes);
  EXPECT_EQ(MappedFile(path).bytes(), bytes);
}

TEST(MappedFile, OfAnEmptyFileIsEmpty) {
  const std::string path = temporary_path("mapped");
  write_file(path, "");
  EXPECT_TRUE(MappedFile(path).bytes().empty());
}

TEST(MappedFile, KeepsItsBytesWhereItIsMoved) {
  const std::string path = temporary_path("mapped");
  write_file(path, "content");
  MappedFile file(path);
  const char* const address = file.bytes().data();
  MappedFile moved(std::move(file));
  EXPECT_EQ(moved.bytes().data(), address);
  write_file(temporary_path("other"), "other content");
  MappedFile other(temporary_path("other"));
  other = std::move(moved);
  EXPECT_EQ(other.bytes(), "content");
}

TEST(MappedFile, SaysWhatCannotBeMapped) {
  EXPECT_THAT(failure_of(temporary_path("missing")), HasSubstr("cannot be opened"));
  EXPECT_THAT(failure_of(std::filesystem::temp_directory_path().string()),
              HasSubstr("is a directory"));
  const std::string pipe = temporary_path("pipe");
  std::filesystem::remove(pipe);
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(failure_of(pipe), HasSubstr("is not a regular file"));
}

}  // namespace
}  // namespace sluice::io
