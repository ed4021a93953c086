#include "bpe/reachability.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bpe/published_vocabularies.h"
#include "sanitized.h"

namespace sluice::bpe {
namespace {

using testing::IsEmpty;

Vocabulary vocabulary_of(PreTokenizer pre_tokenizer, std::vector<std::string> tokens) {
  Vocabulary vocabulary;
  vocabulary.tokens = std::move(tokens);
  vocabulary.pre_tokenizer = pre_tokenizer;
  return vocabulary;
}

std::vector<Unreachable> unreachable_tokens(const Vocabulary& vocabulary) {
  return unreachable_tokens(vocabulary, Encoder(vocabulary));
}

// The tokens that are lost for this reason.
std::vector<std::string> lost(const Vocabulary& vocabulary, Unreachability why) {
  std::vector<std::string> tokens;
  for (const Unreachable& token : unreachable_tokens(vocabulary)) {
    if (token.why == why) tokens.push_back(vocabulary.tokens[token.id]);
  }
  return tokens;
}

TEST(UnreachableTokens, AreThoseThatThePreTokenizerAlwaysCuts) {
  const std::vector<std::string> cut = {"a b", "1234", "  a", "\n a", "a\n", "x!", "'sx"};
  EXPECT_EQ(lost(vocabulary_of(PreTokenizer::cl100k, cut), Unreachability::cut_apart), cut);
  EXPECT_THAT(unreachable_tokens(vocabulary_of(PreTokenizer::bytes, cut)), IsEmpty());
}

TEST(UnreachableTokens, AreNotThoseThatSomeTextHoldsWhole) {
  // "\n " is one piece only before another line end.
  EXPECT_THAT(unreachable_tokens(
                  vocabulary_of(PreTokenizer::cl100k, {"a", " the", "123", "    ", "\n\n", "\n ",
                                                       " \n", "!\n", "'s", "(a", "\xE4\xB8\xAD"})),
              IsEmpty());
}

TEST(UnreachableTokens, DependOnThePreTokenizer) {
  const auto lost_with = [](PreTokenizer pre_tokenizer) {
    return lost(vocabulary_of(pre_tokenizer, {"12", "1234", "aB",
                                              "\xE4\xBD\xA0"
                                              "a",
                                              "a ", "/\n"}),
                Unreachability::cut_apart);
  };
  using testing::ElementsAre;
  EXPECT_THAT(lost_with(PreTokenizer::gpt2), ElementsAre("a ", "/\n"));
  EXPECT_THAT(lost_with(PreTokenizer::cl100k), ElementsAre("1234", "a "));
  EXPECT_THAT(lost_with(PreTokenizer::o200k), ElementsAre("1234", "aB", "a "));
  EXPECT_THAT(lost_with(PreTokenizer::qwen2), ElementsAre("12", "1234", "a "));
  EXPECT_THAT(lost_with(PreTokenizer::deepseek_v3), ElementsAre("1234",
                                                                "\xE4\xBD\xA0"
                                                                "a",
                                                                "a "));
}

TEST(UnreachableTokens, MayBeginAndEndWithinACharacter) {
  EXPECT_THAT(unreachable_tokens(vocabulary_of(
                  PreTokenizer::cl100k, {"\xBD", "\xBD\xA0", "\xF0\x9F", "\x9F\x98\x80", " \xE4",
                                         "\xA9tait", "\xED", "\xE0", "\xF4",
                                         "\xA9"
                                         "\xC3"})),
              IsEmpty());
}

// "ab" is merged first, and "abc" has no merge that begins with it.
TEST(UnreachableTokens, AreThoseThatOtherMergesForestall) {
  Vocabulary vocabulary = vocabulary_of(PreTokenizer::cl100k, {"a", "b", "c", "ab", "bc", "abc"});
  vocabulary.semantics = Semantics::merges;
  vocabulary.merges = {{0, 1}, {1, 2}, {0, 4}};
  EXPECT_THAT(lost(vocabulary, Unreachability::merged), testing::ElementsAre("abc"));
  vocabulary.ignore_merges = true;  // a whole piece that is a token is that token
  EXPECT_THAT(unreachable_tokens(vocabulary), IsEmpty());
}

// Found among o200k's tokens: "I'" in "I'm", and a digit with the beginning of another.
TEST(UnreachableTokens, AreLookedForInContractionsAndRunsOfDigits) {
  EXPECT_THAT(unreachable_tokens(
                  vocabulary_of(PreTokenizer::o200k, {"I'", "you'r", "\xE0\xA7\xA7\xE0\xA7"})),
              IsEmpty());
}

TEST(UnreachableTokens, AreThoseThatNoTextHolds) {
  const std::vector<std::string> never = {"\xC0",
                                          "\xFF",
                                          "\x80\x80\x80\x80",
                                          "a\x80",
                                          "\xC3"
                                          "a",
                                          "\xED\xA0\x80",
                                          "\xF4\x90\x80\x80",
                                          "\xF5\x80\x80",
                                          "\xE0\x80"};
  EXPECT_EQ(lost(vocabulary_of(PreTokenizer::cl100k, never), Unreachability::not_text), never);
}

TEST(UnreachableTokens, AreThirteenBytesOfAllBytes) {
  std::vector<std::string> bytes;
  for (int byte = 0; byte < 256; ++byte) bytes.emplace_back(1, static_cast<char>(byte));
  // C0 and C1 begin overlong forms, F5 to FF code points beyond Unicode's.
  EXPECT_EQ(unreachable_tokens(vocabulary_of(PreTokenizer::o200k, bytes)).size(), 13);
}

TEST(UnreachableTokens, LeaveOutWhatStandsForNoText) {
  Vocabulary vocabulary = vocabulary_of(PreTokenizer::metaspace, {"<unk> x", "<0x00> x", "", "a"});
  vocabulary.byte_level = false;
  vocabulary.unknown = 0;
  vocabulary.byte_tokens.emplace().fill(1);
  EXPECT_THAT(unreachable_tokens(vocabulary), IsEmpty());
}

// Bytes that occur in no UTF-8 have tokens in all of them. Qwen's alone holds more: words of
// letters and marks, which its pre-tokenizer cuts. Gemma's four lose to earlier merges in Hugging
// Face's tokenizers too.
TEST(UnreachableTokens, AreFewInPublishedVocabularies) {
  REQUIRE_PUBLISHED();
  for (const std::string& name :
       published_names({"r50k_base.tiktoken", "p50k_base.tiktoken", "cl100k_base.tiktoken",
                        "o200k_base.tiktoken", "llama3.json", "deepseek_v3.json"})) {
    const Vocabulary vocabulary = published_vocabulary(name);
    EXPECT_EQ(lost(vocabulary, Unreachability::not_text).size(), 13) << name;
    EXPECT_THAT(lost(vocabulary, Unreachability::cut_apart), IsEmpty()) << name;
  }
  if (kSanitized) return;
  const Vocabulary qwen3 = published_vocabulary("qwen3.json");
  EXPECT_EQ(lost(qwen3, Unreachability::not_text).size(), 13);
  const std::vector<std::string> cut = lost(qwen3, Unreachability::cut_apart);
  EXPECT_EQ(cut.size(), 1679);
  EXPECT_THAT(cut, testing::Contains("ที่"));
  EXPECT_THAT(unreachable_tokens(published_vocabulary("llama2.json")), IsEmpty());
  EXPECT_THAT(lost(published_vocabulary("gemma3.json"), Unreachability::merged),
              testing::ElementsAre("▁YYYY", "▁yyyy", "▁diffformul", "▁::::::::"));
}

}  // namespace
}  // namespace sluice::bpe
