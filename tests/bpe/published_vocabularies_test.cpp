#include "bpe/published_vocabularies.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "bpe/vocabulary_formats.h"
#include "complaint.h"
#include "sanitized.h"

namespace sluice::bpe {
namespace {

struct Facts {
  const char* file;
  size_t tokens;
  size_t merges;
  size_t added;
  uint64_t size;
  PreTokenizer pre_tokenizer;
  Normalizer normalizer;
};
// As published: model.vocab without the entries that only reserve ids of added tokens.
constexpr Facts kFacts[] = {
    {"r50k_base.tiktoken", 50'256, 0, 0, 50'256, PreTokenizer::gpt2, Normalizer::none},
    {"p50k_base.tiktoken", 50'280, 0, 0, 50'281, PreTokenizer::gpt2, Normalizer::none},
    {"cl100k_base.tiktoken", 100'256, 0, 0, 100'256, PreTokenizer::cl100k, Normalizer::none},
    {"o200k_base.tiktoken", 199'998, 0, 0, 199'998, PreTokenizer::o200k, Normalizer::none},
    {"llama2.json", 31'997, 58'980, 3, 32'000, PreTokenizer::metaspace,
     Normalizer::prefix_metaspace},
    {"llama3.json", 128'000, 280'147, 256, 128'256, PreTokenizer::cl100k, Normalizer::none},
    {"qwen3.json", 151'643, 151'387, 26, 151'669, PreTokenizer::qwen2, Normalizer::nfc},
    {"deepseek_v3.json", 127'997, 127'741, 818, 128'815, PreTokenizer::deepseek_v3,
     Normalizer::none},
    {"gptoss.json", 199'998, 446'189, 21, 200'019, PreTokenizer::o200k, Normalizer::none},
    // A merge makes ">▁</", so that pieces cannot end before each U+2581.
    {"gemma3.json", 255'822, 514'906, 6'415, 262'145, PreTokenizer::bytes, Normalizer::metaspace},
};

class Published : public testing::TestWithParam<Facts> {};

TEST_P(Published, IsReadWhole) {
  REQUIRE_PUBLISHED_FILE(GetParam().file);
  const Vocabulary vocabulary = published_vocabulary(GetParam().file);
  EXPECT_EQ(std::ranges::count_if(vocabulary.tokens, [](const auto& t) { return !t.empty(); }),
            GetParam().tokens);
  EXPECT_EQ(vocabulary.merges.size(), GetParam().merges);
  EXPECT_EQ(vocabulary.added.size(), GetParam().added);
  EXPECT_EQ(vocabulary.size(), GetParam().size);
  EXPECT_EQ(vocabulary.pre_tokenizer, GetParam().pre_tokenizer);
  EXPECT_EQ(vocabulary.normalizer, GetParam().normalizer);
}

TEST_P(Published, IsWrittenAsItWasRead) {
  REQUIRE_PUBLISHED_FILE(GetParam().file);
  const Vocabulary vocabulary = published_vocabulary(GetParam().file);
  if (vocabulary.semantics == Semantics::rank) {
    EXPECT_EQ(write_tiktoken(vocabulary), published_file(GetParam().file));
  } else {
    EXPECT_EQ(read_tokenizer_json(write_tokenizer_json(vocabulary)).digest(), vocabulary.digest());
  }
}

INSTANTIATE_TEST_SUITE_P(All, Published, testing::ValuesIn(kFacts), [](const auto& facts) {
  const std::string file = facts.param.file;
  return file.substr(0, file.find('.'));
});

// A second time, nothing changes.
TEST(PublishedRanks, AreWrittenInOtherFormatsThatSayTheSame) {
  REQUIRE_PUBLISHED();
  for (const std::string& name :
       published_names({"r50k_base", "p50k_base", "cl100k_base", "o200k_base"})) {
    SCOPED_TRACE(name);
    const std::string file = name + ".tiktoken";
    const Vocabulary vocabulary = published_vocabulary(file);
    const Vocabulary listed = read_tokenizer_json(write_tokenizer_json(vocabulary));
    EXPECT_EQ(listed.tokens, vocabulary.tokens);
    EXPECT_EQ(write_tiktoken(listed), published_file(file));
    if (vocabulary.pre_tokenizer != PreTokenizer::gpt2) continue;
    const VocabAndMerges files = write_vocab_and_merges(vocabulary);
    const Vocabulary pair =
        read_vocab_and_merges(files.vocab_json, files.merges_txt, PreTokenizer::gpt2);
    EXPECT_EQ(pair.digest(), listed.digest());
  }
}

TEST(PublishedPairs, SayTheSameInBothSpellings) {
  REQUIRE_PUBLISHED();
  std::string file = published_file("llama3.json");
  const std::string digest = read_tokenizer_json(file).digest();
  std::string pairs;
  bool merges = false;
  for (size_t at = 0; at < file.size();) {  // a merge stands in a line of its own
    const size_t end = std::min(file.find('\n', at), file.size() - 1) + 1;
    std::string line = file.substr(at, end - at);
    if (line.find("\"merges\": [") != std::string::npos) {
      merges = true;
    } else if (const size_t space = line.find(' ', line.find('"'));
               merges && line.find('"') != std::string::npos && space != std::string::npos) {
      const size_t open = line.find('"');
      const size_t close = line.rfind('"');
      line = line.substr(0, open) + "[" + line.substr(open, space - open) + "\", \"" +
             line.substr(space + 1, close - space) + "]" + line.substr(close + 1);
    }
    pairs += line;
    at = end;
  }
  ASSERT_NE(pairs, file);
  EXPECT_EQ(read_tokenizer_json(pairs).digest(), digest);
}

// o200k's tokens under another name: GPT-OSS lists all pairs that make a token.
TEST(PublishedPairs, AreRanksWhereTheyAreAllListed) {
  REQUIRE_PUBLISHED_FILE("gptoss.json");
  EXPECT_EQ(write_tiktoken(published_vocabulary("gptoss.json")),
            published_file("o200k_base.tiktoken"));
}

TEST(PublishedPairs, MissingPartsAreFoundByTheirIndex) {
  REQUIRE_PUBLISHED();
  std::string file = published_file("deepseek_v3.json");
  const std::string_view entry = "\"Ġthe\":";
  const size_t at = file.find(entry);
  ASSERT_NE(at, std::string::npos);
  file.replace(at, entry.size(), "\"Ġ!!e\":");
  EXPECT_THAT(complaint_of([&] { read_tokenizer_json(file); }),
              testing::MatchesRegex("model.merges.[0-9]+.: 'Ġthe' is not in the vocabulary"));
}

TEST(PublishedFiles, AreCutNowhereWithoutAComplaint) {
  REQUIRE_PUBLISHED();
  const std::string file = published_file("llama2.json");
  for (size_t part = 0; part < 50; ++part) {
    const std::string_view cut = std::string_view(file).substr(0, file.size() * part / 50);
    EXPECT_NE(complaint_of([&] { read_tokenizer_json(cut); }), "") << part;
  }
}

}  // namespace
}  // namespace sluice::bpe
