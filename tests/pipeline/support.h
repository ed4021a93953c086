// What the tests of the pipeline share: a folder of their own, files, documents.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/token_counter.h"

namespace sluice::pipeline::test {

// A fresh folder for each test.
class InFolder : public testing::Test {
 protected:
  InFolder();
  ~InFolder() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  // Writes a file there and returns its path.
  std::string file(const std::string& name, std::string_view bytes) const;
  bool exists(const std::string& name) const { return std::filesystem::exists(path(name)); }
  // The content of a file there, decompressed. The test fails if the file is damaged.
  std::string content(const std::string& name) const;
  // As stored.
  std::string stored(const std::string& name) const;
  // Of all that lies there, dot-files included, sorted.
  std::vector<std::string> names() const;

 private:
  std::string folder_;
};

std::string stored_at(const std::string& path);

// Counts words, under a name of its own.
class WordCounter : public TokenCounter {
 public:
  explicit WordCounter(std::string name = "words@1") : name_(std::move(name)) {}
  const std::string& name() const override { return name_; }
  std::optional<uint64_t> vocab_size() const override { return 1000; }
  uint64_t count(std::string_view text) const override;

 private:
  std::string name_;
};

// Lines as crawls hold them: documents of all sizes, with and without counts, escapes, languages,
// blank lines, CRLF, broken records. `bad_in`: one line in so many is bad (0: none).
std::string random_lines(size_t count, size_t bad_in, std::mt19937_64& random);

}  // namespace sluice::pipeline::test
