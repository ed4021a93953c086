// Ids beside those of tiktoken and of Hugging Face tokenizers, on published vocabularies.

#include <gmock/gmock.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "bpe/encoder.h"
#include "bpe/peers.h"
#include "bpe/published_vocabularies.h"
#include "sanitized.h"
#include "unicode/general_category.h"
#include "unicode/utf8.h"

namespace sluice::bpe {
namespace {

constexpr std::string_view kPublished[] = {
    "r50k_base.tiktoken", "p50k_base.tiktoken", "cl100k_base.tiktoken", "o200k_base.tiktoken",
    "llama3.json",        "qwen3.json",         "deepseek_v3.json",     "gptoss.json",
    "gemma3.json",        "llama2.json"};

bool is_long() { return std::getenv("SLUICE_LONG") != nullptr; }

// "[[1,2],[3]]"
std::vector<std::vector<TokenId>> parse_ids(std::string_view line) {
  std::vector<std::vector<TokenId>> all;
  TokenId number = 0;
  bool in_number = false;
  size_t depth = 0;
  for (const char c : line) {
    if (c >= '0' && c <= '9') {
      number = number * 10 + static_cast<TokenId>(c - '0');
      in_number = true;
      continue;
    }
    if (in_number) all.back().push_back(number);
    in_number = false;
    number = 0;
    if (c == '[' && ++depth == 2) all.emplace_back();
    if (c == ']') --depth;
  }
  return all;
}

std::string file_of(const std::filesystem::path& path) {
  std::ostringstream content;
  content << std::ifstream(path, std::ios::binary).rdbuf();
  return content.str();
}

// Whether versions of Unicode that peers were built with may disagree on a character: it was
// assigned after 14.0, or has changed its category. (The tables begin with 15.0; what that version
// added: UnicodeData's Age of 15.0.)
bool differs_by_version(std::string_view text) {
  const CategoryTable& first = CategoryTable::of(UnicodeVersion::v15_0);
  const CategoryTable& last = CategoryTable::of(UnicodeVersion::v17_0);
  for (size_t at = 0; at < text.size();) {
    const CodePoint next = decode_utf8(text, at);
    at += next.size;
    if (first.sets(next.value) != last.sets(next.value)) return true;
  }
  return false;
}

class EncoderBesidePeers : public testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override {
    REQUIRE_PUBLISHED_FILE(GetParam());
    if (!has_node()) GTEST_SKIP() << "no command 'node'";
  }

  // Each text's ids. Under the sanitizers they are made and not compared, since there the peers
  // would take most of the time.
  void expect_equal_ids(const std::vector<std::string>& texts) {
    const std::string name(GetParam());
    const Vocabulary vocabulary = published_vocabulary(name);
    const bool tiktoken = name.ends_with(".tiktoken");
    // Hugging Face takes special tokens where they stand; tiktoken, asked so, as text.
    const Encoder encoder(vocabulary,
                          {.special = tiktoken ? SpecialText::plain : SpecialText::allow});
    Encoder::Scratch scratch(encoder);
    std::vector<std::vector<TokenId>> expected;
    if (!kSanitized) expected = ids_of_peer(texts, name, vocabulary.pre_tokenizer);
    ASSERT_EQ(expected.size(), kSanitized ? 0 : texts.size());
    size_t wrong = 0;
    for (size_t i = 0; i < texts.size() && wrong < 5; ++i) {
      std::vector<TokenId> ids;
      encoder.encode(texts[i], scratch, ids);
      EXPECT_EQ(encoder.count(texts[i], scratch), ids.size());
      if (kSanitized || ids == expected[i] || differs_by_version(texts[i])) continue;
      ++wrong;
      EXPECT_EQ(ids, expected[i]) << '"' << texts[i] << '"';
    }
  }

 private:
  static std::vector<std::vector<TokenId>> ids_of_peer(const std::vector<std::string>& texts,
                                                       const std::string& name,
                                                       PreTokenizer pre_tokenizer) {
    const PeerFolder folder;
    const std::string file = published_folder().value() + "/" + name;
    const Peer peer =
        name.ends_with(".tiktoken")
            ? Peer{.huggingface = {}, .tiktoken = file, .pre_tokenizer = pre_tokenizer}
            : Peer{.huggingface = file, .tiktoken = {}};
    const std::vector<std::string> lines = peer_lines(folder, texts, {{peer}});
    EXPECT_EQ(lines.size(), 1u);
    EXPECT_TRUE(lines.at(0).starts_with("[[")) << lines[0].substr(0, 200);
    return parse_ids(lines[0]);
  }
};

TEST_P(EncoderBesidePeers, SpecialAndAddedTokensInText) {
  expect_equal_ids({
      "",
      " ",
      "a",
      "<|endoftext|>",
      "Hello <|endoftext|> world<|im_start|>user\nhi<|im_end|>\n<|im_start|>",
      "<think>\nreasoning </think>\n\n<tool_call>{\"a\": 1}</tool_call><tool_call",
      "<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nx<|eot_id|>",
      "<｜begin▁of▁sentence｜><｜User｜>hi<｜Assistant｜><｜fim▁hole｜> <｜tool▁sep｜>｜>",
      "<s> a</s>b <s>  c </s> <unk> <pad><bos>x<eos> <mask>",
      "<unused0><unused1> <unused99><unused 5>[multimodal]<start_of_turn>user\n<end_of_turn>\n",
      "\n\n\n\n\ta\t\t\tb\n\n\nc\n \n  \n   d\t \n",
      "<table><tr><td>1</td></tr></table> </h1><strong>x</strong> <code>▁▁▁</code>",
      "▁a▁▁b ▁ c▁",
      "a ▁",
      "  two   three    four     spaces ",
      "<0x0A><0xFF> literal byte tokens",
      "<<|endoftext|>><|endoftext|<|endoftext|>",
      "<|fim_prefix|>a<|fim_suffix|>b<|fim_middle|><|endofprompt|><|reserved_special_token_0|>",
  });
}

TEST_P(EncoderBesidePeers, LongWordsAndRuns) {
  std::vector<std::string> texts;
  for (const char* unit : {"a", "ab",  " ", "\n", "_",  "=",     "-=",   "0",  "あ", "的",  "é",
                           "👍", "\t ", "ก", "ाि", "aA", "hello", "中文", "　", "。", "\r\n"}) {
    for (const size_t times : {2u, 7u, 15u, 16u, 17u, 100u, 256u, 257u, 1000u, 3000u}) {
      std::string text;
      for (size_t i = 0; i < times; ++i) text += unit;
      texts.push_back(text);
      texts.push_back("x " + text + "y");
    }
  }
  expect_equal_ids(texts);
}

// All planes, with what pre-tokenizers look for close together.
TEST_P(EncoderBesidePeers, RandomUnicode) {
  std::mt19937_64 random(20'25);
  const auto below = [&random](uint64_t n) { return random() % n; };
  constexpr std::string_view kCommon[] = {" ",      "  ",
                                          "\n",     "\r\n",
                                          "\t",     "'s",
                                          "'LL",    "a",
                                          "the",    "Ab",
                                          "1",      "1234",
                                          ".",      "!?",
                                          "_",      "/",
                                          "é",      "e\u0301",
                                          "ſ",      "İ",
                                          "中",     "文字",
                                          "の",     "カ",
                                          "한",     "ก็",
                                          "हिं",     "я",
                                          "😀",      "👩‍👧",
                                          "\u00A0", "\u200B",
                                          "\u2028", "\u3000",
                                          "Ⅷ",      "²",
                                          "٣",      "<|endoftext|>",
                                          "▁",      "\u1C89"};
  std::vector<std::string> texts;
  for (size_t i = is_long() ? 20'000 : rounds_of(2'000); i > 0; --i) {
    std::string text;
    for (uint64_t n = 1 + below(40); n > 0; --n) {
      if (below(3) != 0) {
        text += kCommon[below(std::size(kCommon))];
        continue;
      }
      const uint64_t kind = below(8);
      char32_t c = static_cast<char32_t>(below(kind < 4 ? 0x3100 : kind < 7 ? 0x10000 : 0x110000));
      if (is_surrogate(c) || c == 0) c = U'x';
      char bytes[4];
      text.append(bytes, encode_utf8(c, bytes));
    }
    texts.push_back(std::move(text));
  }
  expect_equal_ids(texts);
}

// Lines of 150 languages, and code; in parts of about 4 kB.
TEST_P(EncoderBesidePeers, RealText) {
  const char* data = std::getenv("SLUICE_DATA");
  if (data == nullptr) GTEST_SKIP() << "SLUICE_DATA names no folder";
  const size_t wanted = is_long() ? 20'000'000 : rounds_of(1'000'000);
  const std::string command = "zstd -dcq '" + std::string(data) + "/langid/train.tsv.zst'";
  std::FILE* lines = ::popen(command.c_str(), "r");
  ASSERT_NE(lines, nullptr);
  std::string languages;
  std::vector<char> room(size_t{1} << 20);
  while (const size_t size = std::fread(room.data(), 1, room.size(), lines)) {
    languages.append(room.data(), size);
  }
  ::pclose(lines);
  std::vector<std::string> texts(1);
  size_t total = 0;
  const auto add = [&](std::string_view line) {
    if (texts.back().size() > 4000) texts.emplace_back();
    texts.back() += line;
    total += line.size();
  };
  // Every nth line, so that all languages are there.
  const size_t every = std::max<size_t>(1, languages.size() / wanted);
  size_t number = 0;
  for (size_t at = 0; at < languages.size() && total < wanted;) {
    const size_t end = std::min(languages.find('\n', at), languages.size() - 1) + 1;
    const size_t tab = std::min(languages.find('\t', at), end - 1) + 1;
    if (number++ % every == 0) {
      add(std::string_view(languages).substr(tab, end - tab));
    }
    at = end;
  }
  for (const auto& entry : std::filesystem::directory_iterator(SLUICE_SOURCE_DIR "/lib/bpe")) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string code = file_of(entry.path());
    for (size_t at = 0; at < code.size();) {
      const size_t end = std::min(code.find('\n', at), code.size() - 1) + 1;
      add(std::string_view(code).substr(at, end - at));
      at = end;
    }
  }
  ASSERT_GT(total, wanted * 9 / 10);
  expect_equal_ids(texts);
}

INSTANTIATE_TEST_SUITE_P(Published, EncoderBesidePeers, testing::ValuesIn(kPublished),
                         [](const auto& parameter) {
                           std::string name(parameter.param);
                           return name.substr(0, name.find('.'));
                         });

}  // namespace
}  // namespace sluice::bpe
