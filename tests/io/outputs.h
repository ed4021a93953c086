// Where tests let files be written: an output in memory, and a folder.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "io/output.h"

namespace sluice::io::test {

// An output that is a string.
class MemoryOutput : public OutputFile {
 public:
  void write(std::string_view bytes) override { bytes_ += bytes; }
  void write(std::span<const std::string_view> pieces) override {
    for (const std::string_view piece : pieces) bytes_ += piece;
  }
  void overwrite(uint64_t offset, std::string_view bytes) override {
    bytes_.replace(offset, bytes.size(), bytes);
  }
  const std::string& path() const override { return path_; }
  uint64_t bytes_written() const override { return bytes_.size(); }

  const std::string& bytes() const { return bytes_; }

 private:
  std::string path_ = "memory";
  std::string bytes_;
};

// A folder that is removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_(testing::TempDir() + "sluice-test-XXXXXX") {
    if (::mkdtemp(path_.data()) == nullptr) throw std::runtime_error("no temporary folder");
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string file(const std::string& name, std::string_view bytes) const {
    const std::string path = path_ + "/" + name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }

 private:
  std::string path_;
};

}  // namespace sluice::io::test
