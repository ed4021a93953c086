#include "bpe/word_counts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <random>
#include <string>

#include "base/error.h"

namespace sluice::bpe {
namespace {

using testing::ElementsAre;

constexpr uint64_t kHighest = std::numeric_limits<uint64_t>::max();

std::map<std::string, uint64_t> as_map(const WordCounts& words) {
  std::map<std::string, uint64_t> map;
  for (const WordCount& word : words.sorted()) map.emplace(word.word, word.count);
  return map;
}

// Of every length around those that lie in the table itself, of few letters, zeros among them.
std::string random_word(std::mt19937& random) {
  std::string word(1 + random() % 12, ' ');
  for (char& byte : word) byte = "\0ab\xFF"[random() % 4];
  return word;
}

TEST(WordCounts, CountsThePiecesOfText) {
  WordCounts words({.pre_tokenizer = PreTokenizer::cl100k});
  words.add("the cat the hat");
  words.add(" the");
  EXPECT_THAT(as_map(words), ElementsAre(std::pair(" cat", 1), std::pair(" hat", 1),
                                         std::pair(" the", 2), std::pair("the", 1)));
  EXPECT_EQ(words.distinct(), 4u);
  EXPECT_EQ(words.total(), 5u);
  EXPECT_EQ(words.bytes(), 19u);
}

TEST(WordCounts, TellsWordsApartThatDifferInZerosAndLength) {
  std::mt19937 random(1);
  std::map<std::string, uint64_t> expected;
  WordCounts words({.pre_tokenizer = PreTokenizer::bytes});
  for (int i = 0; i < 200'000; ++i) {
    const std::string word = random_word(random);
    const uint64_t count = 1 + random() % 3;
    words.add_word(word, count);
    expected[word] += count;
  }
  EXPECT_EQ(as_map(words), expected);
  EXPECT_EQ(words.distinct(), expected.size());
}

TEST(WordCounts, AreTheSameInAnyOrderOfAddingAndMerging) {
  std::mt19937 random(2);
  std::vector<std::string> texts(5);
  for (std::string& text : texts) {
    for (int i = 0; i < 3000; ++i) text += std::to_string(random() % 5000) + "km ";
  }
  const Splitter::Options options{.pre_tokenizer = PreTokenizer::gpt2};
  WordCounts whole(options);
  for (const std::string& text : texts) whole.add(text);

  WordCounts backward(options);
  for (size_t i = texts.size(); i-- > 0;) {
    WordCounts shard(options);
    shard.add(texts[i]);
    backward.merge(shard);
  }
  EXPECT_EQ(as_map(backward), as_map(whole));
  EXPECT_EQ(backward.total(), whole.total());
  EXPECT_EQ(backward.bytes(), whole.bytes());
}

TEST(WordCounts, ListsTheMostFrequentFirst) {
  WordCounts words({.pre_tokenizer = PreTokenizer::bytes});
  words.add_word("rare", 1);
  words.add_word("frequent", 3'000'000'000'000);
  words.add_word("middling", 70'000);
  EXPECT_THAT(words.by_count(), ElementsAre(WordCount{"frequent", 3'000'000'000'000},
                                            WordCount{"middling", 70'000}, WordCount{"rare", 1}));
}

TEST(WordCounts, StayAtTheHighestCountRatherThanWrap) {
  WordCounts words({.pre_tokenizer = PreTokenizer::bytes});
  words.add_word("ab", kHighest - 1);
  words.add_word("ab", 5);
  EXPECT_THAT(words.sorted(), ElementsAre(WordCount{"ab", kHighest}));
  EXPECT_EQ(words.total(), kHighest);
  EXPECT_EQ(words.bytes(), kHighest);
}

TEST(WordCounts, TakeNoNoticeOfEmptyWordsAndCountsOfZero) {
  WordCounts words({.pre_tokenizer = PreTokenizer::bytes});
  words.add_word("", 7);
  words.add_word("a", 0);
  words.add("");
  EXPECT_EQ(words.distinct(), 0u);
  EXPECT_EQ(words.total(), 0u);
}

TEST(WordCounts, KeepLongWordsAndTheirViewsWhileTheTableGrows) {
  const std::string long_word(size_t{1} << 20, 'x');
  WordCounts words({.pre_tokenizer = PreTokenizer::bytes});
  words.add_word(long_word, 2);
  for (int i = 0; i < 50'000; ++i) words.add_word("a word of its own " + std::to_string(i), 1);
  EXPECT_EQ(as_map(words).at(long_word), 2u);
  EXPECT_EQ(words.distinct(), 50'001u);
  EXPECT_GT(words.memory_bytes(), long_word.size());
}

TEST(WordCounts, OfDifferentPreTokenizersDoNotAddUp) {
  WordCounts words({.pre_tokenizer = PreTokenizer::gpt2});
  EXPECT_THROW(words.merge(WordCounts({.pre_tokenizer = PreTokenizer::cl100k})), ConfigError);
  EXPECT_THROW(words.merge(WordCounts(
                   {.pre_tokenizer = PreTokenizer::gpt2, .unicode = UnicodeVersion::v15_0})),
               ConfigError);
}

}  // namespace
}  // namespace sluice::bpe
