// SentencePiece itself trains a model and encodes text with it; Sluice gives the same ids.
#include <gmock/gmock.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "bpe/encoder.h"
#include "bpe/vocabulary_formats.h"

namespace sluice::bpe {
namespace {

namespace fs = std::filesystem;

// Lines of words that occur by Zipf's law, several scripts and runs of spaces among them.
std::vector<std::string> make_lines(size_t count, uint32_t seed) {
  const std::vector<std::string> syllables = {"ka", "to", "mi", "re", "son", "ть", "ще", "ла",
                                              "語", "の", "é",  "ß",  "1",   "20", "=",  "-"};
  std::mt19937 random(seed);
  std::vector<std::string> words;
  std::mt19937 word_random(7);
  for (int i = 0; i < 400; ++i) {
    std::string& word = words.emplace_back();
    for (size_t k = 0; k <= word_random() % 4; ++k) word += syllables[word_random() % 16];
  }
  std::vector<std::string> lines;
  for (size_t i = 0; i < count; ++i) {
    std::string line(random() % 5 == 0 ? random() % 4 : 0, ' ');
    for (size_t k = 0; k < 12; ++k) {
      const size_t rank = (random() % 400) * (random() % 400) / 400;
      line += words[rank] + std::string(random() % 8 == 0 ? 1 + random() % 5 : 1, ' ');
      if (random() % 40 == 0) line += "<sep>";
      if (random() % 60 == 0) line += "=-=";
    }
    lines.push_back(line);
  }
  return lines;
}

class SentencePiecePeer : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (std::system("spm_encode --help >/dev/null 2>&1") != 0) {
      GTEST_SKIP() << "no command 'spm_encode' (Debian's package sentencepiece)";
    }
    std::string name = (fs::temp_directory_path() / "sluice-spm-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }

  std::string path(std::string_view name) const { return (folder_ / name).string(); }
  void put(std::string_view name, const std::vector<std::string>& lines) const {
    std::ofstream file(path(name), std::ios::binary);
    for (const std::string& line : lines) file << line << '\n';
  }
  std::string content(std::string_view name) const {
    std::ifstream file(path(name), std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }

  fs::path folder_;
};

TEST_P(SentencePiecePeer, GivesTheSameIds) {
  put("train.txt", make_lines(3000, 1));
  std::vector<std::string> lines = make_lines(500, 2);
  for (const char* line :
       {"   ", "ka▁to", "<s>ka</s> <unk>", "<0x41> A\t\x01", "  unseen Ünïcode 😀😀x",
        "<sep><sep>  <sep>", "=-=-=", "kakakakakakakaka", "▁", "x"}) {
    lines.emplace_back(line);
  }
  put("lines.txt", lines);
  const std::string train = "spm_train --input=" + path("train.txt") +
                            " --model_prefix=" + path("m") + " --model_type=bpe" +
                            " --normalization_rule_name=identity"
                            " --remove_extra_whitespaces=false " +
                            GetParam() + " >/dev/null 2>&1";
  ASSERT_EQ(std::system(train.c_str()), 0) << train;
  const std::string encode = "spm_encode --model=" + path("m.model") + " --output_format=id <" +
                             path("lines.txt") + " >" + path("ids.txt") + " 2>/dev/null";
  ASSERT_EQ(std::system(encode.c_str()), 0) << encode;

  const Vocabulary vocabulary = read_sentencepiece(content("m.model"));
  EXPECT_GT(vocabulary.merges.size(), 100u);
  const Encoder encoder(vocabulary);
  Encoder::Scratch scratch(encoder);
  std::istringstream expected(content("ids.txt"));
  for (const std::string& line : lines) {
    std::vector<TokenId> ids;
    encoder.encode(line, scratch, ids);
    std::string got;
    for (const TokenId id : ids) got += (got.empty() ? "" : " ") + std::to_string(id);
    std::string want;
    std::getline(expected, want);
    EXPECT_EQ(got, want) << line;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Models, SentencePiecePeer,
    testing::Values("--vocab_size=450 --byte_fallback",
                    "--vocab_size=450 --byte_fallback --add_dummy_prefix=false",
                    "--vocab_size=200 --character_coverage=0.98",
                    "--vocab_size=450 --byte_fallback --user_defined_symbols='<sep>,=-='"));

}  // namespace
}  // namespace sluice::bpe
