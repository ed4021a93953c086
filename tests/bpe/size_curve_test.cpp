#include "bpe/size_curve.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "base/error.h"
#include "bpe/encoder.h"
#include "bpe/naive_bpe.h"
#include "bpe/published_vocabularies.h"
#include "bpe/trainer.h"
#include "sanitized.h"

namespace sluice::bpe {
namespace {

using testing::ElementsAre;

// One without merges, for tests to add to: all bytes, in their order.
Vocabulary bytes_alone(Semantics semantics = Semantics::rank) {
  Vocabulary vocabulary;
  vocabulary.semantics = semantics;
  for (int byte = 0; byte < 256; ++byte) vocabulary.tokens.emplace_back(1, static_cast<char>(byte));
  return vocabulary;
}

Vocabulary with(Vocabulary vocabulary, const std::vector<std::string>& tokens) {
  vocabulary.tokens.insert(vocabulary.tokens.end(), tokens.begin(), tokens.end());
  return vocabulary;
}

// Words that hold many of the vocabulary's tokens, whole, cut and joined.
WordCounts words_like(const Vocabulary& vocabulary, size_t count) {
  std::mt19937 random(3);
  WordCounts words({.pre_tokenizer = vocabulary.pre_tokenizer});
  for (size_t i = 0; i < count; ++i) {
    std::string word;
    for (size_t parts = 1 + random() % 3; parts > 0; --parts) {
      const std::string& token = vocabulary.tokens[random() % vocabulary.tokens.size()];
      if (!token.empty()) word += token.substr(random() % 4 == 0 ? random() % token.size() : 0);
    }
    words.add_word(word.substr(0, 200), 1 + random() % 1000);
  }
  return words;
}

uint64_t count_with_encoder(const Vocabulary& vocabulary, const WordCounts& words) {
  const Encoder encoder(vocabulary);
  Encoder::Scratch scratch(encoder);
  uint64_t tokens = 0;
  std::vector<TokenId> ids;
  for (const auto& [word, count] : words.sorted()) {
    ids.clear();
    encoder.encode_piece(word, scratch, ids);
    tokens += ids.size() * count;
  }
  return tokens;
}

// At sizes of so many entries more than without merges, and at the largest.
void expect_equals_encoding(const Vocabulary& vocabulary, const WordCounts& words,
                            const std::vector<uint64_t>& merges) {
  const SizeCurve curve = size_curve(vocabulary, words);
  std::vector<uint64_t> sizes = {curve.largest()};
  for (const uint64_t more : merges) sizes.push_back(curve.smallest + more);
  for (const uint64_t size : sizes) {
    const Vocabulary cut = cut_to(vocabulary, size);
    EXPECT_EQ(curve.tokens_at(size), NaiveBpe(cut).count(words)) << size << " entries";
    EXPECT_EQ(curve.tokens_at(size), count_with_encoder(cut, words)) << size << " entries";
  }
}

TEST(SizeCurve, IsWhatEncodingWithEachSizeGives) {
  std::mt19937 random(5);
  for (int round = 0; round < 30; ++round) {
    WordCounts words({.pre_tokenizer = PreTokenizer::bytes});
    WordCounts others({.pre_tokenizer = PreTokenizer::bytes});
    for (int i = 0; i < 60; ++i) {
      std::string word(1 + random() % 20, ' ');
      for (char& byte : word) byte = static_cast<char>('a' + random() % (1 + round % 4));
      (i % 3 == 0 ? others : words).add_word(word, 1 + random() % 9);
    }
    const Vocabulary vocabulary =
        train(words, {.vocab_size = 330, .min_frequency = 1, .special = {"<s>"}}).vocabulary;
    for (const WordCounts* counted : {&words, &others}) {
      const SizeCurve curve = size_curve(vocabulary, *counted);
      ASSERT_EQ(curve.smallest, 257u);
      ASSERT_EQ(curve.largest(), vocabulary.tokens.size());
      for (uint64_t size = curve.smallest; size <= curve.largest(); ++size) {
        const Vocabulary cut = cut_to(vocabulary, size);
        ASSERT_EQ(curve.tokens_at(size), NaiveBpe(cut).count(*counted)) << "round " << round;
      }
    }
  }
}

TEST(SizeCurve, IsTheSmallerTrainedVocabulary) {
  WordCounts words({.pre_tokenizer = PreTokenizer::gpt2});
  words.add("she sells sea shells on the sea shore; the shells she sells are sea shells");
  const Vocabulary large = train(words, {.vocab_size = 290}).vocabulary;
  const Vocabulary small = train(words, {.vocab_size = 270}).vocabulary;
  EXPECT_EQ(cut_to(large, 270).tokens, small.tokens);
  EXPECT_EQ(cut_to(large, 270).merges, small.merges);
  EXPECT_EQ(size_curve(large, words).tokens_at(270), size_curve(small, words).tokens.back());
}

TEST(SizeCurve, AnswersSizesBeyondItsEndsWithItsEnds) {
  WordCounts words({.pre_tokenizer = PreTokenizer::bytes});
  words.add_word("abab", 3);
  const SizeCurve curve = size_curve(with(bytes_alone(), {"ab", "abab"}), words);
  EXPECT_EQ(curve.smallest, 256u);
  EXPECT_THAT(curve.tokens, ElementsAre(12, 6, 3));
  EXPECT_EQ(curve.tokens_at(0), 12u);
  EXPECT_EQ(curve.tokens_at(1'000'000), 3u);
}

TEST(SizeCurve, PassesOverIdsWithoutAToken) {
  WordCounts words({.pre_tokenizer = PreTokenizer::bytes});
  words.add_word("abcd", 1);
  Vocabulary vocabulary = with(bytes_alone(), {"ab", "", "<|x|>", "cd"});
  vocabulary.added.push_back({.id = 258, .content = "<|x|>"});
  EXPECT_THAT(size_curve(vocabulary, words).tokens, ElementsAre(4, 3, 3, 3, 2));
}

// As Hugging Face does: what stands on both sides then meets.
TEST(SizeCurve, LeavesOutBytesWithoutAToken) {
  WordCounts words({.pre_tokenizer = PreTokenizer::bytes});
  words.add_word("abab", 1);
  const Vocabulary vocabulary =
      train(words, {.vocab_size = 10, .min_frequency = 1, .all_bytes = false}).vocabulary;
  words.add_word("abxab", 10);
  words.add_word("x", 5);
  const SizeCurve curve = size_curve(vocabulary, words);
  EXPECT_THAT(curve.tokens, ElementsAre(44, 22, 11));
  EXPECT_EQ(curve.tokens_at(4), NaiveBpe(vocabulary).count(words));
}

TEST(SizeCurve, IsRefusedWhereTokensAreNotCanonical) {
  EXPECT_TRUE(is_canonical(with(bytes_alone(), {"ab", "abc"})));
  EXPECT_FALSE(is_canonical(with(bytes_alone(), {"abcd"})));
  // The bytes of "abcd" become "a", "bc" and "d".
  EXPECT_FALSE(is_canonical(with(bytes_alone(), {"bc", "ab", "cd", "abcd"})));
  // "abc" is made of "ab", which comes later.
  EXPECT_FALSE(is_canonical(with(bytes_alone(), {"abc", "ab"})));
  // A byte that is no token yet.
  Vocabulary late = with(bytes_alone(), {"ab"});
  std::swap(late.tokens[255], late.tokens[256]);
  EXPECT_FALSE(is_canonical(late));
  EXPECT_THROW(size_curve(with(bytes_alone(), {"abcd"}), WordCounts({})), ConfigError);
}

TEST(SizeCurve, IsRefusedWhereMergesAreNotCanonical) {
  const Vocabulary tokens = with(bytes_alone(Semantics::merges), {"ab", "bc", "abc"});
  const auto canonical = [&](const std::vector<Merge>& merges) {
    Vocabulary vocabulary = tokens;
    vocabulary.merges = merges;
    return is_canonical(vocabulary);
  };
  EXPECT_TRUE(canonical({{'a', 'b'}, {'b', 'c'}, {256, 'c'}}));
  EXPECT_FALSE(canonical({{'a', 'b'}, {'b', 'c'}, {'a', 257}}));  // "abc" is encoded as "ab" "c"
  EXPECT_FALSE(canonical({{'b', 'c'}, {'a', 'b'}, {256, 'c'}}));  // not in the order of ids
  EXPECT_FALSE(canonical({{'a', 'b'}, {'b', 'c'}}));              // nothing makes "abc"
  EXPECT_FALSE(canonical({{'a', 'b'}, {'b', 'c'}, {256, 'c'}, {'a', 257}}));  // two ways
}

TEST(SizeCurve, OfPublishedVocabulariesIsWhatEncodingWithEachSizeGives) {
  REQUIRE_PUBLISHED();
  for (const std::string& name :
       published_names({"r50k_base.tiktoken", "cl100k_base.tiktoken", "o200k_base.tiktoken",
                        "qwen3.json", "deepseek_v3.json"})) {
    SCOPED_TRACE(name);
    const Vocabulary vocabulary = published_vocabulary(name);
    ASSERT_TRUE(is_canonical(vocabulary));
    expect_equals_encoding(vocabulary, words_like(vocabulary, 10'000),
                           {0, 1, 1000, 20'000, 49'999});
  }
}

// Llama 3 and gpt-oss list several merges for a token; the others are not byte-level.
TEST(SizeCurve, IsRefusedForPublishedVocabulariesWithSeveralMergesForAToken) {
  REQUIRE_PUBLISHED();
  for (const std::string& name :
       published_names({"llama3.json", "gptoss.json", "gemma3.json", "llama2.json"})) {
    EXPECT_FALSE(is_canonical(published_vocabulary(name))) << name;
  }
}

}  // namespace
}  // namespace sluice::bpe
