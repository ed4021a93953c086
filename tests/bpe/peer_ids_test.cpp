// What Sluice writes, loaded by the programs that it is written for.
#include <gmock/gmock.h>
#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "bpe/published_vocabularies.h"
#include "bpe/vocabulary_formats.h"
#include "document/json_writer.h"

namespace sluice::bpe {
namespace {

namespace fs = std::filesystem;

// Several scripts, runs, white space, and words of which Llama 3 has tokens that no merge makes.
std::vector<std::string> texts() {
  return {
      "The quick brown fox can't jump over 12,345 lazy dogs; they're 3.14159 m away!",
      "  leading and   inner spaces \n\n\t and\r\n lines   \n ",
      "for (int i = 0; i < n; ++i) {\n\t\tsum += values[i] * weights[i];  // weighted\n}\n",
      "Съешь же ещё этих мягких французских булок, да выпей чаю. Процессуальность, "
      "междисциплинарность и здравоохранение.",
      "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich",
      "素早い茶色の狐は怠け者の犬を飛び越える。吾輩は猫である。",
      "我能吞下玻璃而不伤身体。人工智能正在改变世界。",
      "다람쥐 헌 쳇바퀴에 타고파",
      "نص حكيم له سر قاطع وذو شأن عظيم",
      "ऋषियों को सताने वाले दुष्ट राक्षसों के राजा रावण का सर्वनाश",
      "เป็นมนุษย์สุดประเสริฐเลิศคุณค่า",
      "👩‍👩‍👧‍👦 🇩🇪 é é \u200B\uFEFF \U0001F9D1\U0001F3FD",
      std::string(300, 'a') + std::string(300, ' ') + std::string(100, '=') + std::string(77, '_'),
      "<div class=\"x\">a</div> </p>  <unused> [INST] {{json}} https://example.org/?q=%20&r=1#top",
      "0123456789 ١٢٣ ⅷ ² 1e-5 0xDEADBEEF",
  };
}

class PeerIds : public testing::Test {
 protected:
  void SetUp() override {
    REQUIRE_PUBLISHED();
    if (std::system("node --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "no command 'node'";
    std::string name = (fs::temp_directory_path() / "sluice-peer-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }

  struct Peer {
    std::string huggingface;  // a file; else
    std::string tiktoken;     // a file
    PreTokenizer pre_tokenizer = PreTokenizer::cl100k;
  };

  std::string put(std::string_view name, std::string_view content) const {
    const fs::path path = folder_ / name;
    std::ofstream(path, std::ios::binary) << content;
    return path.string();
  }
  static std::string published(std::string_view name) {
    return published_folder().value() + "/" + std::string(name);
  }

  // The ids of all texts, a line a peer.
  std::vector<std::string> ids(const std::vector<Peer>& peers) const {
    Buffer job;
    JsonWriter json(job);
    json.begin_object().key("modules").string(published("node_modules"));
    json.key("texts").begin_array();
    for (const std::string& text : texts()) json.string(text);
    json.end_array().key("tokenizers").begin_array();
    for (const Peer& peer : peers) {
      json.begin_object();
      if (!peer.huggingface.empty()) json.key("huggingface").string(peer.huggingface);
      if (!peer.tiktoken.empty()) {
        json.key("tiktoken").string(peer.tiktoken);
        json.key("pattern").string(patterns_of(peer.pre_tokenizer)[0]);
      }
      json.end_object();
    }
    json.end_array().end_object();
    const std::string command =
        "node " SLUICE_SOURCE_DIR "/tests/bpe/peer_ids.js " + put("job.json", job.view());
    std::vector<std::string> lines;
    std::FILE* output = ::popen(command.c_str(), "r");
    if (output == nullptr) return lines;
    std::string text;
    std::array<char, 65536> room;
    while (const size_t size = std::fread(room.data(), 1, room.size(), output)) {
      text.append(room.data(), size);
    }
    ::pclose(output);
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find('\n', at), text.size());
      lines.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    return lines;
  }

  void expect_equal_ids(const std::vector<Peer>& peers) const {
    const std::vector<std::string> lines = ids(peers);
    ASSERT_EQ(lines.size(), peers.size());
    ASSERT_THAT(lines[0], testing::StartsWith("[["));
    for (const std::string& line : lines) EXPECT_EQ(line, lines[0]);
  }

  fs::path folder_;
};

TEST_F(PeerIds, HuggingFaceEncodesByWrittenMergesAsTiktokenByRanks) {
  for (const char* name : {"r50k_base", "p50k_base", "cl100k_base", "o200k_base"}) {
    SCOPED_TRACE(name);
    const std::string file = std::string(name) + ".tiktoken";
    const Vocabulary vocabulary = published_vocabulary(file);
    expect_equal_ids({
        {.huggingface = {}, .tiktoken = published(file), .pre_tokenizer = vocabulary.pre_tokenizer},
        {.huggingface = put("written.json", write_tokenizer_json(vocabulary)), .tiktoken = {}},
        {.huggingface = {},
         .tiktoken = put("written.tiktoken", write_tiktoken(vocabulary)),
         .pre_tokenizer = vocabulary.pre_tokenizer},
    });
  }
}

TEST_F(PeerIds, HuggingFaceEncodesByWrittenFilesAsByPublishedOnes) {
  for (const char* name : {"llama2", "llama3", "qwen3", "deepseek_v3", "gptoss", "gemma3"}) {
    SCOPED_TRACE(name);
    const std::string file = std::string(name) + ".json";
    expect_equal_ids({
        {.huggingface = published(file), .tiktoken = {}},
        {.huggingface = put("written.json", write_tokenizer_json(published_vocabulary(file))),
         .tiktoken = {}},
    });
  }
}

// Of Llama 3's tokens, hundreds are made by no merge: they are found as whole pieces alone.
TEST_F(PeerIds, Llama3IsEncodedAlikeByRanksAndByMerges) {
  Vocabulary vocabulary = published_vocabulary("llama3.json");
  const std::string ranks = put("ranks.tiktoken", write_tiktoken(vocabulary));
  Vocabulary by_rank = vocabulary;
  by_rank.semantics = Semantics::rank;
  by_rank.merges.clear();
  expect_equal_ids({
      {.huggingface = published("llama3.json"), .tiktoken = {}},
      {.huggingface = {}, .tiktoken = ranks, .pre_tokenizer = vocabulary.pre_tokenizer},
      {.huggingface = put("written.json", write_tokenizer_json(by_rank)), .tiktoken = {}},
  });
}

}  // namespace
}  // namespace sluice::bpe
