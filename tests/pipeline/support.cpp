#include "pipeline/support.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "io/chunk.h"

namespace sluice::pipeline::test {

namespace fs = std::filesystem;

InFolder::InFolder() {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  std::string name = std::string(test->test_suite_name()) + "-" + test->name();
  std::replace(name.begin(), name.end(), '/', '-');
  folder_ = testing::TempDir() + "pipeline-" + std::to_string(::getpid()) + "-" + name;
  fs::remove_all(folder_);
  fs::create_directories(folder_);
}

std::string InFolder::file(const std::string& name, std::string_view bytes) const {
  fs::create_directories(fs::path(path(name)).parent_path());
  std::ofstream(path(name), std::ios::binary) << bytes;
  return path(name);
}

std::string InFolder::content(const std::string& name) const {
  return io::read_whole({.name = path(name), .command = {}});
}

std::string stored_at(const std::string& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

std::string InFolder::stored(const std::string& name) const { return stored_at(path(name)); }

std::vector<std::string> InFolder::names() const {
  std::vector<std::string> all;
  for (const auto& entry : fs::directory_iterator(folder_)) {
    all.push_back(entry.path().filename());
  }
  std::sort(all.begin(), all.end());
  return all;
}

uint64_t WordCounter::count(std::string_view text) const {
  uint64_t words = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    words += text[i] != ' ' && (i == 0 || text[i - 1] == ' ') ? 1 : 0;
  }
  return words;
}

namespace {

std::string random_text(std::mt19937_64& random) {
  static const std::vector<std::string> kWords = {
      "river", "mill", R"(\n)", R"(caf\u00e9)", R"(\"quoted\")", "水車", R"(\ud83d\ude00)", "a"};
  const size_t words = random() % 50 == 0 ? 2000 : random() % 20;
  std::string text;
  for (size_t i = 0; i < words; ++i) text += kWords[random() % kWords.size()] + " ";
  return text;
}

std::string random_bad_line(std::mt19937_64& random) {
  static const std::vector<std::string> kBad = {"{",
                                                "no json",
                                                R"({"id":"x"})",
                                                R"({"text":"y"})",
                                                "[1,2]",
                                                R"({"id":"x","text":"\xff"})",
                                                "{\"id\":\"x\",\"text\":\"\xff\"}",
                                                R"({"id":"x","text":"y"} z)",
                                                "\"",
                                                "null"};
  return kBad[random() % kBad.size()];
}

}  // namespace

std::string random_lines(size_t count, size_t bad_in, std::mt19937_64& random) {
  static const std::vector<std::string> kMetadata = {
      "", R"(,"metadata":null)", R"(,"metadata":{"language":"en"})",
      R"(,"source":"wiki","metadata":{"language":"de","token_count":12,"tokenizer":"words@1"})",
      R"(,"metadata":{"token_count":7,"tokenizer":"other@2","dump":"CC-MAIN-2025-05"})"};
  std::string lines;
  for (size_t i = 0; i < count; ++i) {
    if (random() % 20 == 0) lines += random() % 2 == 0 ? "" : " \t ";
    if (lines.ends_with(' ') || random() % 30 == 0) lines += "\n";
    if (bad_in != 0 && random() % bad_in == 0) {
      lines += random_bad_line(random);
    } else {
      const std::string id =
          random() % 3 == 0 ? std::to_string(i) : "\"urn:" + std::to_string(i) + "\"";
      lines += "{\"id\":" + id + ", \"text\" : \"" + random_text(random) + "\"" +
               kMetadata[random() % kMetadata.size()] + "}";
    }
    if (i + 1 == count && random() % 2 == 0) break;
    lines += random() % 10 == 0 ? "\r\n" : "\n";
  }
  return lines;
}

}  // namespace sluice::pipeline::test
