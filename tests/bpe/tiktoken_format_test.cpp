#include <gmock/gmock.h>

#include "bpe/base64.h"
#include "bpe/published_vocabularies.h"
#include "bpe/vocabulary_formats.h"
#include "complaint.h"

namespace sluice::bpe {
namespace {

TEST(Tiktoken, ReadsRanksAsIds) {
  const Vocabulary vocabulary = read_tiktoken("YQ== 0\nYg== 1\r\n\nYWI= 3\n", PreTokenizer::gpt2);
  EXPECT_EQ(vocabulary.tokens, (std::vector<std::string>{"a", "b", "", "ab"}));
  EXPECT_EQ(vocabulary.semantics, Semantics::rank);
  EXPECT_EQ(vocabulary.pre_tokenizer, PreTokenizer::gpt2);
  EXPECT_EQ(write_tiktoken(vocabulary), "YQ== 0\nYg== 1\nYWI= 3\n");
}

TEST(Tiktoken, SaysInWhichLineItIsDamaged) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "the vocabulary has no tokens"},
      {"YQ== 0\nYg==\n", "line 2: expected a token in base64, a space, its rank"},
      {"YQ== 0\n\nY*== 1\n", "line 3: the token is not base64"},
      {"YQ== 0\n 1\n", "line 2: the token is empty"},
      {"YQ== x\n", "line 1: expected a whole number as rank"},
      {"YQ== 0 \n", "line 1: expected a whole number as rank"},
      {"YQ== -1\n", "line 1: expected a whole number as rank"},
      {"YQ== 2097152\n", "line 1: ranks from 2,097,152 on are not supported"},
      {"YQ== 0\nYg== 0\n", "line 2: the rank stands in the file twice"},
      {"YQ== 0\nYQ== 1\n", "tokens 0 and 1 are the same"},
      {to_base64(std::string(65'537, 'a')) + " 0\n",
       "line 1: the token is longer than 65,536 bytes"},
      {"\x1F\x8B\x08",
       "line 1: expected a token in base64, a space, its rank; is this a .tiktoken file?"},
  };
  for (const auto& damaged : cases) {
    EXPECT_EQ(complaint_of([&] { read_tiktoken(damaged.first, PreTokenizer::gpt2); }),
              damaged.second);
  }
}

TEST(Tiktoken, RefusesToWriteWhatItCannotSay) {
  Vocabulary vocabulary;
  vocabulary.tokens = {"a", "b", "ab"};
  const auto complaint = [](const Vocabulary& v) {
    return complaint_of([&] { write_tiktoken(v); });
  };
  EXPECT_EQ(complaint(vocabulary), "");
  Vocabulary changed = vocabulary;
  changed.normalizer = Normalizer::nfc;
  EXPECT_EQ(complaint(changed), "a .tiktoken file cannot say that text is normalised");
  changed = vocabulary;
  changed.unicode = UnicodeVersion::v17_0;
  EXPECT_EQ(complaint(changed), "no file says that Unicode 17.0 splits its text");
  changed = vocabulary;
  changed.byte_level = false;
  EXPECT_EQ(complaint(changed), "a .tiktoken file cannot say what is not byte-level");
  changed = vocabulary;
  changed.added = {{.id = 3, .content = "<think>", .special = false}};
  EXPECT_EQ(complaint(changed),
            "a .tiktoken file cannot say that '<think>' is matched in every text");
  changed = vocabulary;
  changed.semantics = Semantics::merges;
  EXPECT_EQ(complaint(changed), "token 2: no merge makes it of the parts that ranks make it of");
  changed.merges = {{0, 1}};
  EXPECT_EQ(complaint(changed), "");
  // No merge makes "abcd", since "bc" comes before: only a look at the whole piece finds it.
  changed.tokens = {"a", "b", "c", "d", "bc", "abcd"};
  changed.merges = {{1, 2}};
  EXPECT_EQ(complaint(changed),
            "a .tiktoken file cannot say that whole pieces are not looked up first");
  changed.ignore_merges = true;
  EXPECT_EQ(complaint(changed), "");
}

// Another file with as many ranks may be split in any way.
TEST(Tiktoken, TellsPublishedFilesByTheirBytesAlone) {
  std::string ranks;
  for (int i = 0; i < 100'256; ++i) ranks += "YQ== 0\n";
  EXPECT_EQ(published_tiktoken(ranks), std::nullopt);
  REQUIRE_PUBLISHED();
  std::string file = published_file("cl100k_base.tiktoken");
  EXPECT_EQ(published_tiktoken(file), PreTokenizer::cl100k);
  file.pop_back();
  EXPECT_EQ(published_tiktoken(file), std::nullopt);
}

// Meta's file of ranks says the same as Hugging Face's tokenizer.json.
TEST(Tiktoken, KnowsTheRanksOfLlama3) {
  REQUIRE_PUBLISHED();
  EXPECT_EQ(published_tiktoken(write_tiktoken(published_vocabulary("llama3.json"))),
            PreTokenizer::cl100k);
}

// Looking up both halves of a token at each of its bytes takes the square of its length.
TEST(Tiktoken, RefusesTokensThatAreTooLongToMergeByRank) {
  const std::string longest = to_base64(std::string(65'536, 'a')) + " 0\n";
  const auto complaint = [](const std::string& ranks) {
    return complaint_of([&] { read_tiktoken(ranks, PreTokenizer::gpt2); });
  };
  EXPECT_EQ(complaint(longest), "");
  EXPECT_EQ(complaint(longest + "YQ== 1\n"),
            "the tokens are too long to merge by rank: the squares of their lengths add up to "
            "4,294,967,297, of which 4,294,967,296 are supported");
}

}  // namespace
}  // namespace sluice::bpe
