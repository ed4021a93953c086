// What Sluice writes, loaded by the programs that it is written for.
#include <gmock/gmock.h>

#include <string>
#include <string_view>
#include <vector>

#include "bpe/peers.h"
#include "bpe/published_vocabularies.h"
#include "bpe/vocabulary_formats.h"
#include "sanitized.h"

namespace sluice::bpe {
namespace {

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
    if (kSanitized) GTEST_SKIP() << "of the peers alone, who are not sanitized";
    if (!has_node()) GTEST_SKIP() << "no command 'node'";
  }

  std::string put(std::string_view name, std::string_view content) const {
    return folder_.put(name, content);
  }
  static std::string published(std::string_view name) {
    return published_folder().value() + "/" + std::string(name);
  }

  void expect_equal_ids(const std::vector<Peer>& peers) const {
    const std::vector<std::string> lines = peer_lines(folder_, texts(), peers);
    ASSERT_EQ(lines.size(), peers.size());
    ASSERT_THAT(lines[0], testing::StartsWith("[["));
    for (const std::string& line : lines) EXPECT_EQ(line, lines[0]);
  }

  PeerFolder folder_;
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
  for (const std::string& name :
       published_names({"llama2", "llama3", "qwen3", "deepseek_v3", "gptoss", "gemma3"})) {
    SCOPED_TRACE(name);
    const std::string file = name + ".json";
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
