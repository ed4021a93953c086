#include "dedup/shingles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "vector_targets.h"

namespace sluice::dedup {
namespace {

using Strings = std::vector<std::string>;

std::vector<uint64_t> shingles(std::string_view text, const Shingler::Options& options = {}) {
  Shingler::Scratch scratch;
  std::vector<uint64_t> found;
  Shingler(options).shingle(text, scratch, found);
  return found;
}

size_t different(std::string_view text, const Shingler::Options& options = {}) {
  auto found = shingles(text, options);
  make_set(found);
  return found.size();
}

TEST(Shingles, ThereIsOneForEachRunOfWords) {
  EXPECT_EQ(shingles("one two three four five six seven").size(), 3u);
  EXPECT_EQ(shingles("a b c", {.ngram = 1}).size(), 3u);
}

TEST(Shingles, FewerWordsThanARunAreOneShingleAndNoneAreNone) {
  EXPECT_EQ(shingles("one two three four").size(), 1u);
  EXPECT_EQ(shingles("one").size(), 1u);
  EXPECT_NE(shingles("one two"), shingles("one three"));
  EXPECT_NE(shingles("one"), shingles("one one"));
  for (const std::string_view empty : {"", " ", "\n\t\u00A0", "!?… --", "\u0301"}) {
    EXPECT_TRUE(shingles(empty).empty()) << empty;
  }
}

TEST(Shingles, CaseSpacePunctuationAndAccentsDoNotMatter) {
  EXPECT_EQ(shingles("The café: near the River-bank, at NOON."),
            shingles("the cafe\u0301 near\nthe river bank  at noon"));
}

TEST(Shingles, DigitsMatterByDefault) {
  EXPECT_NE(shingles("on day 14 it was 20 degrees"), shingles("on day 15 it was 21 degrees"));
  EXPECT_EQ(different("1 2 3 4 5 6 7 8 9 10 11 12"), 8u);
}

TEST(Shingles, BordersOfWordsMatter) {
  EXPECT_NE(shingles("ab c"), shingles("a bc"));
  EXPECT_NE(shingles("abc"), shingles("a b c"));
  EXPECT_NE(shingles(std::string(20, 'x') + " y"), shingles(std::string(19, 'x') + " xy"));
}

TEST(Shingles, OrderOfWordsMatters) {
  EXPECT_NE(shingles("one two three four five"), shingles("two one three four five"));
  EXPECT_NE(shingles("a a a a b"), shingles("b a a a a"));
}

// Four words of Chinese or Thai would be no shingle, or a document of them a single word.
TEST(Shingles, UnspacedScriptsCountByCodePoint) {
  EXPECT_EQ(shingles("我们今天去公园玩").size(), 4u);        // 8 - 5 + 1
  EXPECT_EQ(shingles("今日は、とても良い天気").size(), 6u);  // 10
  EXPECT_EQ(shingles("ภาษาไทย").size(), 3u);                 // 7
  EXPECT_EQ(shingles("iPhone的价格1999元").size(), 2u);  // iphone 的 价 格 1999 元: 6, less 4
  EXPECT_EQ(shingles("한국어 텍스트 는 띄어 씁니다").size(), 1u);
  EXPECT_EQ(shingles("हिन्दी में यह एक वाक्य है").size(), 2u);
  EXPECT_EQ(shingles("هذا نص عربي قصير جدا هنا").size(), 2u);
  const Shingler::Options plain{.words = Words::whitespace};
  EXPECT_EQ(shingles("我们今天去公园玩", plain).size(), 1u);
}

TEST(Shingles, RefusesWhatCannotBe) {
  EXPECT_THROW(Shingler({.ngram = 0}), ConfigError);
  EXPECT_THROW(Shingler({.ngram = 65}), ConfigError);
  EXPECT_THROW(Shingler({.normalize = {.space = false}}), ConfigError);
}

// Two texts have as many equal shingles as they have equal runs of words, in any length of run,
// word and text.
TEST(Shingles, AreEqualWhereTheRunsOfWordsAre) {
  std::mt19937 random(3);
  const Strings vocabulary = {"a",
                              "b",
                              "ab",
                              "abcdefgh",
                              "abcdefghi",
                              "é",
                              "ж",
                              "word",
                              "wordwordwordword",
                              "wordwordwordwordw",
                              "x1",
                              "ﬁnale",
                              std::string(300, 'q'),
                              "ĸĸĸĸĸĸĸĸ"};
  for (const uint32_t ngram : {1u, 2u, 5u, 64u}) {
    const Shingler shingler(
        {.normalize = {.lower = false, .punctuation = Punctuation::keep, .marks = Marks::keep},
         .words = Words::whitespace,
         .ngram = ngram});
    Shingler::Scratch scratch;
    std::map<Strings, uint64_t> known;
    std::set<uint64_t> hashes;
    for (int text = 0; text < 60; ++text) {
      Strings words;
      std::string joined;
      for (size_t count = random() % 900; count > 0; --count) {
        words.push_back(vocabulary[random() % vocabulary.size()]);
        joined += (joined.empty() ? "" : " ") + words.back();
      }
      std::vector<uint64_t> found;
      shingler.shingle(joined, scratch, found);
      const size_t runs = words.empty() ? 0 : words.size() < ngram ? 1 : words.size() - ngram + 1;
      ASSERT_EQ(found.size(), runs);
      for (size_t i = 0; i < runs; ++i) {
        const auto begin = words.begin() + static_cast<std::ptrdiff_t>(i);
        const auto size = static_cast<std::ptrdiff_t>(std::min<size_t>(ngram, words.size()));
        ASSERT_EQ(known.try_emplace(Strings(begin, begin + size), found[i]).first->second,
                  found[i]);
        hashes.insert(found[i]);
      }
    }
    EXPECT_EQ(hashes.size(), known.size());
  }
}

// Words end where chunks of the text and vectors do.
TEST(Shingles, EveryInstructionSetGivesTheSame) {
  std::mt19937 random(4);
  std::string text;
  while (text.size() < 40'000) {
    text += std::string(1 + random() % (random() % 50 == 0 ? 9000 : 12), 'a' + random() % 26);
    text += random() % 30 == 0 ? "語ก" : " ";
  }
  const auto expected = shingles(text);
  test::for_each_target([&] { EXPECT_EQ(shingles(text), expected); });
}

// Hashes are part of stage files.
TEST(Shingles, StayWhatTheyAre) {
  EXPECT_EQ(shingles("The quick brown fox jumps"), std::vector<uint64_t>{9078536376563013794u});
  EXPECT_EQ(shingles("quick internationalisation"), std::vector<uint64_t>{12959688396395704826u});
}

TEST(Jaccard, IsTheShareOfWhatEitherHas) {
  const std::vector<uint64_t> one = {1, 2, 3, 4};
  const std::vector<uint64_t> other = {3, 4, 5, 6};
  EXPECT_DOUBLE_EQ(jaccard(one, other), 2.0 / 6);
  EXPECT_EQ(jaccard(one, one), 1);
  EXPECT_EQ(jaccard(one, {}), 0);
  EXPECT_EQ(jaccard({}, {}), 0);  // empty documents are like no other
}

TEST(Jaccard, IsIntersectionOverUnion) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 200; ++round) {
    std::set<uint64_t> one, other;
    for (uint64_t size = random() % 50; size > 0; --size) one.insert(random() % 60);
    for (uint64_t size = random() % 50; size > 0; --size) other.insert(random() % 60);
    std::vector<uint64_t> common, all;
    std::ranges::set_intersection(one, other, std::back_inserter(common));
    std::ranges::set_union(one, other, std::back_inserter(all));
    const double expected =
        all.empty() ? 0 : static_cast<double>(common.size()) / static_cast<double>(all.size());
    EXPECT_EQ(jaccard(std::vector(one.begin(), one.end()), std::vector(other.begin(), other.end())),
              expected);
  }
}

TEST(Jaccard, SetsHoldEachOnce) {
  std::vector<uint64_t> values = {5, 1, 5, 3, 1};
  make_set(values);
  EXPECT_EQ(values, (std::vector<uint64_t>{1, 3, 5}));
}

}  // namespace
}  // namespace sluice::dedup
