#include "io/mapped_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
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
  EXPECT_EQ(moved.bytes(), "content");
  EXPECT_TRUE(file.bytes().empty());
}

// Which pages of the mapping the process holds; zero where it was only mapped or dropped.
size_t resident_kilobytes(const void* address) {
  std::ifstream maps("/proc/self/smaps");
  std::ostringstream begin;
  begin << std::hex << reinterpret_cast<uintptr_t>(address) << '-';
  bool is_inside = false;
  for (std::string line; std::getline(maps, line);) {
    if (line.starts_with(begin.str())) is_inside = true;
    if (is_inside && line.starts_with("Rss:")) return std::stoul(line.substr(4));
  }
  ADD_FAILURE() << "no such mapping";
  return 0;
}

TEST(MappedFile, HoldsNoPagesThatWereDropped) {
  const std::string path = temporary_path("mapped");
  write_file(path, std::string(size_t{1} << 20, 'x'));
  const MappedFile file(path);
  EXPECT_EQ(std::ranges::count(file.bytes(), 'x'), 1 << 20);
  EXPECT_EQ(resident_kilobytes(file.bytes().data()), 1024u);
  file.drop_pages();
  EXPECT_EQ(resident_kilobytes(file.bytes().data()), 0u);
  EXPECT_EQ(std::ranges::count(file.bytes(), 'x'), 1 << 20);
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
