#include "bpe/trainer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <string>

#include "base/error.h"
#include "bpe/naive_bpe.h"

namespace sluice::bpe {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::Ge;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

WordCounts counted(const std::vector<WordCount>& list) {
  WordCounts words({.pre_tokenizer = PreTokenizer::bytes});
  for (const auto& [word, count] : list) words.add_word(word, count);
  return words;
}

// What was made, spelled.
std::vector<std::string> made(const Trained& trained) {
  const std::vector<std::string>& tokens = trained.vocabulary.tokens;
  return {tokens.end() - static_cast<ptrdiff_t>(trained.vocabulary.merges.size()), tokens.end()};
}

void expect_same(const Trained& left, const Trained& right) {
  EXPECT_EQ(left.vocabulary.tokens, right.vocabulary.tokens);
  EXPECT_EQ(left.vocabulary.merges, right.vocabulary.merges);
  EXPECT_EQ(left.merge_counts, right.merge_counts);
}

std::vector<WordCount> random_words(std::mt19937& random, std::vector<std::string>& spelled) {
  const unsigned letters = 1 + random() % 5;
  const unsigned longest = random() % 3 == 0 ? 60 : 10;
  const unsigned most = random() % 2 == 0 ? 3 : 1'000'000;
  spelled.assign(1 + random() % 40, {});
  std::vector<WordCount> words;
  for (std::string& word : spelled) {
    for (size_t i = 1 + random() % longest; i > 0; --i) {
      word += static_cast<char>('a' + random() % letters);
    }
    words.push_back({word, 1 + random() % most});
  }
  return words;
}

TEST(Trainer, MergesTheMostFrequentPairAndOfEqualOnesTheSmaller) {
  const Trained trained = train(counted({{"xyab", 5}, {"ab", 5}, {"cd", 10}, {"bz", 3}}),
                                {.vocab_size = 260, .min_frequency = 3});
  // Twice 10: (a, b) is before (c, d). Then "xy" and "xyab" stand for 5 each, but x is before xy.
  EXPECT_THAT(made(trained), ElementsAre("ab", "cd", "xy", "xyab"));
  EXPECT_THAT(trained.merge_counts, ElementsAre(10, 10, 5, 5));
}

TEST(Trainer, AgreesWithTheDefinitionOnRandomWords) {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    std::vector<std::string> spelled;
    const WordCounts words = counted(random_words(random, spelled));
    const TrainerOptions options{.vocab_size = 256 + random() % 80,
                                 .min_frequency = 1 + random() % 4};
    const Trained trained = train(words, options);
    const std::vector<std::string>& tokens = trained.vocabulary.tokens;
    const NaiveTraining naive = train_naively(words, {tokens.begin(), tokens.begin() + 256},
                                              options.vocab_size - 256, options.min_frequency);
    ASSERT_EQ(tokens, naive.tokens) << "round " << round;
    ASSERT_EQ(trained.vocabulary.merges, naive.merges);
    ASSERT_EQ(trained.merge_counts, naive.counts);
    check(trained.vocabulary);
  }
}

// Enough words for pairs to be listed anew several times, and for places in many ranges of counts.
TEST(Trainer, AgreesWithTheDefinitionOnALargerText) {
  std::mt19937 random(8);
  std::string text;
  std::geometric_distribution<unsigned> letter(0.15);
  for (int i = 0; i < 20'000; ++i) {
    for (size_t size = 1 + random() % 8; size > 0; --size) {
      text += static_cast<char>('a' + letter(random) % 26);
    }
    text += ' ';
  }
  WordCounts words({.pre_tokenizer = PreTokenizer::gpt2});
  words.add(text);
  const Trained trained = train(words, {.vocab_size = 406, .min_frequency = 2});
  const std::vector<std::string>& tokens = trained.vocabulary.tokens;
  const NaiveTraining naive = train_naively(words, {tokens.begin(), tokens.begin() + 256}, 150, 2);
  EXPECT_EQ(tokens, naive.tokens);
  EXPECT_EQ(trained.merge_counts, naive.counts);
}

TEST(Trainer, CountsEqualNeighboursThatOverlapAsHuggingFaceDoes) {
  // "aaa" holds (a, a) twice, though it can be merged once only.
  const Trained trained = train(counted({{"aaa", 4}, {"bc", 7}}), {.vocab_size = 258});
  EXPECT_THAT(made(trained), ElementsAre("aa", "bc"));
  EXPECT_THAT(trained.merge_counts, ElementsAre(8, 7));
}

TEST(Trainer, NeverMergesAPairThatIsGoneOrTooRare) {
  // Once "ab" is made, (b, c) is left in "bc" alone, and (b, x) nowhere.
  const WordCounts words = counted({{"abc", 9}, {"abx", 5}, {"bc", 1}});
  EXPECT_THAT(made(train(words, {.vocab_size = 1000, .min_frequency = 2})),
              ElementsAre("ab", "abc", "abx"));
  EXPECT_THAT(made(train(words, {.vocab_size = 1000, .min_frequency = 1})),
              ElementsAre("ab", "abc", "abx", "bc"));
  EXPECT_THAT(made(train(words, {.vocab_size = 1000, .min_frequency = 0})), SizeIs(4));
  EXPECT_THAT(made(train(words, {.vocab_size = 1000, .min_frequency = 100})), IsEmpty());
}

TEST(Trainer, CountsBeyond32Bits) {
  const Trained trained = train(counted({{"the", 6'000'000'000}, {"of", 5'000'000'000}, {"th", 3}}),
                                {.vocab_size = 258});
  EXPECT_THAT(trained.merge_counts, ElementsAre(6'000'000'003, 6'000'000'000));
  EXPECT_THAT(made(trained), Not(Contains("of")));
}

TEST(Trainer, RefusesCountsThatDoNotFit64Bits) {
  EXPECT_THROW(train(counted({{"ab", std::numeric_limits<uint64_t>::max()}}), {}), ConfigError);
}

TEST(Trainer, GivesIdsToSpecialTokensThenBytesInTheOrderOfGpt2) {
  WordCounts words({.pre_tokenizer = PreTokenizer::o200k, .unicode = UnicodeVersion::v15_0});
  words.add_word(" a", 2);
  const Trained trained = train(words, {.vocab_size = 400, .special = {"<|end|>", "<|pad|>"}});
  const Vocabulary& vocabulary = trained.vocabulary;
  check(vocabulary);
  EXPECT_EQ(vocabulary.size(), 259u);
  EXPECT_THAT(vocabulary.added, ElementsAre(AddedToken{.id = 0, .content = "<|end|>"},
                                            AddedToken{.id = 1, .content = "<|pad|>"}));
  EXPECT_EQ(vocabulary.tokens[2], "!");
  EXPECT_EQ(vocabulary.tokens[2 + 93], "~");
  EXPECT_EQ(vocabulary.tokens[2 + 94], "\xA1");
  EXPECT_EQ(vocabulary.tokens[2 + 188], std::string(1, '\0'));
  EXPECT_EQ(vocabulary.tokens[2 + 255], "\xAD");
  EXPECT_EQ(vocabulary.tokens[258], " a");
  EXPECT_EQ(vocabulary.pre_tokenizer, PreTokenizer::o200k);
  EXPECT_EQ(vocabulary.unicode, UnicodeVersion::v15_0);
  EXPECT_EQ(vocabulary.semantics, Semantics::merges);
}

TEST(Trainer, GivesIdsToTheBytesThatOccurAloneIfAskedTo) {
  const Trained trained =
      train(counted({{"ba", 2}, {"a", 1}, {"\n", 1}}), {.vocab_size = 100, .all_bytes = false});
  EXPECT_THAT(trained.vocabulary.tokens, ElementsAre("a", "b", "\n", "ba"));
}

// A document that spells <|end|> must not get the special token's id.
TEST(Trainer, NeverMakesTheTextOfASpecialToken) {
  const Trained trained = train(counted({{"<|end|>", 50}, {"<|end|>s", 9}}),
                                {.vocab_size = 1000, .special = {"<|end|>"}});
  EXPECT_THAT(made(trained), Not(Contains("<|end|>")));
  EXPECT_THAT(made(trained), Contains("<|end|>s"));
  check(trained.vocabulary);
}

TEST(Trainer, DoesNotDependOnTheOrderOfWordsAndShards) {
  std::mt19937 random(9);
  std::vector<std::string> texts(6);
  for (std::string& text : texts) {
    for (int i = 0; i < 500; ++i) text += " w" + std::to_string(random() % 900) + "th";
  }
  const Splitter::Options splitting{.pre_tokenizer = PreTokenizer::cl100k};
  const TrainerOptions options{.vocab_size = 700};
  WordCounts whole(splitting);
  for (const std::string& text : texts) whole.add(text);
  const Trained trained = train(whole, options);
  expect_same(train(whole, options), trained);

  for (int round = 0; round < 5; ++round) {
    std::shuffle(texts.begin(), texts.end(), random);
    WordCounts left(splitting);
    WordCounts right(splitting);
    for (size_t i = 0; i < texts.size(); ++i) (random() % 2 == 0 ? left : right).add(texts[i]);
    right.merge(left);
    expect_same(train(right, options), trained);
  }
}

TEST(Trainer, MergesEqualCharactersInLogarithmicallyManySteps) {
  for (const size_t size : {size_t{100'000}, size_t{1'000'000}}) {
    const std::string word(size, 'a');
    const Trained trained = train(counted({{word, 1}}), {.vocab_size = 1000});
    // Doubling to the longest token that a vocabulary may hold, 2^16 bytes; then remainders, of
    // which a word has one of each length at most.
    EXPECT_LE(trained.vocabulary.merges.size(), 40u);
    EXPECT_THAT(made(trained), Contains(SizeIs(size_t{1} << 15)));
    EXPECT_THAT(made(trained), Each(SizeIs(testing::Le(kLongestToken))));
    check(trained.vocabulary);
  }
}

TEST(Trainer, CopesWithAMebibyteWithoutASpace) {
  std::mt19937 random(10);
  std::string word(size_t{1} << 20, ' ');
  for (char& byte : word) byte = static_cast<char>('a' + random() % 20);
  WordCounts words({.pre_tokenizer = PreTokenizer::cl100k});
  words.add(word);
  const Trained trained = train(words, {.vocab_size = 20'000});
  EXPECT_EQ(trained.vocabulary.size(), 20'000u);
  EXPECT_THAT(trained.merge_counts, Each(Ge(2u)));
  check(trained.vocabulary);
}

TEST(Trainer, CopesWithUnderscores) {
  WordCounts words({.pre_tokenizer = PreTokenizer::gpt2});
  words.add(std::string(50'000, '_') + " and " + std::string(49'999, '_'));
  const Trained trained = train(words, {.vocab_size = 400});
  EXPECT_THAT(made(trained), Contains(SizeIs(size_t{1} << 15)));
  check(trained.vocabulary);
}

TEST(Trainer, TellsHowFarItIsAndStopsWhenAskedTo) {
  std::mt19937 random(11);
  std::string text;
  for (int i = 0; i < 5000; ++i) text += " " + std::to_string(random() % 100'000);
  WordCounts words({.pre_tokenizer = PreTokenizer::whitespace});
  words.add(text);
  std::vector<uint64_t> told;
  train(words, {.vocab_size = 1024, .progress = [&](uint64_t made) { told.push_back(made); }});
  EXPECT_FALSE(told.empty());
  EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
  EXPECT_LE(told.back(), 1024u);
  EXPECT_THROW(
      train(words, {.vocab_size = 1024, .progress = [](uint64_t) { throw Interrupted(2); }}),
      Interrupted);
}

TEST(Trainer, RefusesSizesAndSpecialTokensThatCannotBe) {
  const WordCounts words = counted({{"ab", 2}});
  EXPECT_THROW(train(words, {.vocab_size = 255}), ConfigError);
  EXPECT_THROW(train(words, {.vocab_size = 256, .special = {"<s>"}}), ConfigError);
  EXPECT_THROW(train(words, {.vocab_size = kMostTokens + 1}), ConfigError);
  EXPECT_THROW(train(words, {.special = {"<s>", "<s>"}}), ConfigError);
  EXPECT_THROW(train(words, {.special = {""}}), ConfigError);
  EXPECT_EQ(train(words, {.vocab_size = 256}).vocabulary.size(), 256u);
  EXPECT_EQ(train(counted({}), {.vocab_size = 300}).vocabulary.size(), 256u);
  EXPECT_THROW(train(counted({}), {.all_bytes = false}), ConfigError);
}

}  // namespace
}  // namespace sluice::bpe
