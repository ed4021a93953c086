// Which of a page's blocks are content, told by a reference text.

#include "training/extract/labels.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sluice::training {
namespace {

std::vector<float> shares(const std::vector<std::string>& blocks, const std::string& truth) {
  std::vector<std::vector<uint32_t>> words;
  for (const std::string& block : blocks) words.push_back(words_of(block));
  return content_shares(words, words_of(truth));
}

using Shares = std::vector<float>;

TEST(Labels, WordsAreRunsOfLettersInLowerCase) {
  EXPECT_EQ(words_of("One, TWO-three_4!"), words_of("one two three_4"));
  EXPECT_EQ(words_of("one two three_4").size(), 3u);
  EXPECT_EQ(words_of(" .,- "), std::vector<uint32_t>{});
  EXPECT_NE(words_of("one two"), words_of("two one"));
  // Other scripts: letters belong to words, punctuation does not.
  EXPECT_EQ(words_of("caf\xC3\xA9\xE2\x80\x94"
                     "bar"),
            words_of("caf\xC3\xA9 bar"));
  EXPECT_EQ(words_of("\xE4\xB8\x80\xE4\xBA\x8C\xE3\x80\x82"
                     "abc")
                .size(),
            3u);
}

TEST(Labels, TheBlocksOfTheTruthAreContent) {
  EXPECT_EQ(shares({"home news help", "the heron stood in the mill", "and nobody saw it at all",
                    "imprint and contact us"},
                   "The heron stood in the mill. And nobody saw it at all."),
            (Shares{0, 1, 1, 0}));
}

// A menu's "mill" is no content because the truth has the word somewhere.
TEST(Labels, SingleWordsOfTheTruthMakeNoContent) {
  EXPECT_EQ(shares({"mill", "archive", "heron", "the heron stood in the mill"},
                   "the heron stood in the mill"),
            (Shares{0, 0, 0, 1}));
}

TEST(Labels, ShortBlocksAreToldByTheirSurroundings) {
  EXPECT_EQ(shares({"menu", "tools", "you need an axe", "and a knife", "menu"},
                   "Tools: you need an axe and a knife"),
            (Shares{0, 1, 1, 1, 0}));
}

TEST(Labels, ABlockPartlyInTheTruthHasItsShare) {
  EXPECT_EQ(shares({"read more the heron stood in the mill here"}, "the heron stood in the mill"),
            (Shares{6.0F / 9}));
}

TEST(Labels, OfCopiesOnlyTheFirstAreContent) {
  const std::string text = "the heron stood in the mill";
  EXPECT_EQ(shares({text, text, text}, text), (Shares{1, 0, 0}));
  EXPECT_EQ(shares({text, "between the two there is this", text, text},
                   text + " between the two there is this " + text),
            (Shares{1, 1, 1, 0}));
  // Short ones may repeat: cells, labels, signatures.
  EXPECT_EQ(shares({"one of them two", "one of them two"}, "one of them two"), (Shares{1, 1}));
}

TEST(Labels, TextsOfFewWordsAreFoundToo) {
  EXPECT_EQ(shares({"home", "sold out", "help"}, "Sold out"), (Shares{0, 1, 0}));
}

TEST(Labels, NothingIsContentWithoutATruthOrWords) {
  EXPECT_EQ(shares({"one two three four", ""}, ""), (Shares{0, 0}));
  EXPECT_EQ(shares({"", "a b c d", "-"}, "a b c d"), (Shares{0, 1, 0}));
  EXPECT_EQ(shares({}, "a b c d"), Shares{});
}

TEST(Labels, TheFMeasureIsThatOfBagsOfWords) {
  const auto f = [](const std::string& kept, const std::string& truth) {
    return f_measure(words_of(kept), words_of(truth));
  };
  EXPECT_EQ(f("a b c", "c b a"), 1);
  EXPECT_EQ(f("a b", "c d"), 0);
  EXPECT_EQ(f("", ""), 1);
  EXPECT_EQ(f("a", ""), 0);
  EXPECT_EQ(f("", "a"), 0);
  EXPECT_DOUBLE_EQ(f("a a a b", "a a c"), 4.0 / 7);  // two in common, of 4 and 3
}

}  // namespace
}  // namespace sluice::training
