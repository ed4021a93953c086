// Merge for merge what Hugging Face's trainer makes of the same text.
//
// Its node package trains 30,000 entries with a minimal frequency of 1, from the bytes that occur,
// and counts each line of a file, line end included, by itself. SLUICE_LONG=1 takes far more text.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "bpe/published_vocabularies.h"
#include "bpe/trainer.h"
#include "bpe/vocabulary_formats.h"
#include "io/source.h"

namespace sluice::bpe {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTrain = R"(
const { Tokenizer, BPE, byteLevelPreTokenizer } = require(process.argv[2] + '/tokenizers');
const tokenizer = new Tokenizer(BPE.empty());
tokenizer.setPreTokenizer(byteLevelPreTokenizer(false, true));
tokenizer.train([process.argv[3]]);
tokenizer.save(process.argv[4]);
)";

std::string read_all(const io::Input& input) {
  const auto source = io::open_source(input);
  std::string text;
  std::array<char, 1 << 16> room;
  while (const size_t size = source->read(room.data(), room.size())) text.append(room.data(), size);
  return text;
}

void write_file(const fs::path& path, std::string_view content) {
  std::ofstream(path, std::ios::binary) << content;
}

template <class Use>
void for_each_line(std::string_view text, Use use) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    use(text.substr(at, end - at));
    at = end;
  }
}

class HuggingFaceTrainer : public testing::Test {
 protected:
  void SetUp() override {
    REQUIRE_PUBLISHED();
    if (std::system("node --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "needs node";
    if (!fs::exists(modules() / "tokenizers")) GTEST_SKIP() << "needs node's package tokenizers";
    std::string name = (fs::temp_directory_path() / "sluice-train-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }

  bool is_long() const { return std::getenv("SLUICE_LONG") != nullptr; }
  fs::path modules() const { return fs::absolute(fs::path(*published_folder()) / "node_modules"); }

  void expect_same_merges(std::string_view text) {
    WordCounts words({.pre_tokenizer = PreTokenizer::gpt2});
    for_each_line(text, [&](std::string_view line) { words.add(line); });
    const Vocabulary ours =
        train(words, {.vocab_size = 30'000, .min_frequency = 1, .all_bytes = false}).vocabulary;

    write_file(folder_ / "text", text);
    write_file(folder_ / "train.js", kTrain);
    const std::string command = "cd '" + folder_.string() + "' && node train.js '" +
                                modules().string() + "' text trained.json >/dev/null 2>&1";
    ASSERT_EQ(std::system(command.c_str()), 0);
    const Vocabulary theirs = read_tokenizer_json(read_all({.name = folder_ / "trained.json"}));

    ASSERT_GT(ours.merges.size(), 1000u);
    ASSERT_EQ(ours.merges.size(), theirs.merges.size());
    const auto [our, their] =
        std::mismatch(ours.merges.begin(), ours.merges.end(), theirs.merges.begin());
    EXPECT_EQ(our - ours.merges.begin(), std::ssize(ours.merges)) << "merges equal from the first";
    EXPECT_EQ(ours.tokens, theirs.tokens);
  }

  const char* const data_ = std::getenv("SLUICE_DATA");
  fs::path folder_;
};

// The project's own sources.
TEST_F(HuggingFaceTrainer, MakesTheSameMergesOfCode) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(SLUICE_SOURCE_DIR "/lib")) {
    if (entry.path().extension() == ".cpp") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::string text;
  for (const fs::path& file : files) {
    if (is_long() || text.size() < 500'000) text += read_all({.name = file.string()});
  }
  expect_same_merges(text);
}

TEST_F(HuggingFaceTrainer, MakesTheSameMergesOfEnglish) {
  if (data_ == nullptr) GTEST_SKIP() << "SLUICE_DATA is not set";
  std::string text = read_all({.name = std::string(data_) + "/evals/gsm8k/train.jsonl"});
  if (is_long()) {
    text += read_all({.command = "zstd -dc '" + std::string(data_) + "/dedup/bench20k.jsonl.zst'"});
  } else {
    text.resize(500'000);
  }
  expect_same_merges(text);
}

// Short texts in some hundred languages.
TEST_F(HuggingFaceTrainer, MakesTheSameMergesOfManyLanguages) {
  if (data_ == nullptr) GTEST_SKIP() << "SLUICE_DATA is not set";
  const std::string all =
      read_all({.command = "zstd -dc '" + std::string(data_) + "/langid/train.tsv.zst'"});
  std::string text;
  size_t line_number = 0;
  for_each_line(all, [&](std::string_view line) {
    if (line_number++ % (is_long() ? 3 : 200) == 0) text += line;
  });
  expect_same_merges(text);
}

}  // namespace
}  // namespace sluice::bpe
