#include "decontaminate/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/mix_bits.h"

namespace sluice::decontaminate {
namespace {

using ::testing::ElementsAre;

class Words : public testing::Test {
 protected:
  std::vector<uint32_t> read(std::string_view text) {
    std::vector<uint32_t> words;
    reader_.read(text, scratch_, words);
    return words;
  }
  std::string located(std::string_view text, Span run) {
    std::vector<Span> places(1);
    reader_.locate(text, {{run}}, scratch_, places);
    return std::string(text.substr(places[0].begin, places[0].size()));
  }

  WordReader reader_;
  WordReader::Scratch scratch_;
};

TEST_F(Words, CasePunctuationSpaceAndFormDoNotMatter) {
  const auto words = read("don t panic café 42");
  EXPECT_EQ(words.size(), 5u);
  EXPECT_EQ(read("  DON’T\n\nPANIC — (Cafe\u0301), 42!\r\n"), words);
  EXPECT_NE(read("don t panic café 43"), words);
  EXPECT_NE(read("0 0 0"), read("1 2 3"));
}

TEST_F(Words, EachCharacterOfAnUnspacedScriptIsOne) {
  EXPECT_EQ(read("水車は old").size(), 4u);
  EXPECT_EQ(read("水 車は\nold"), read("水車は old"));
}

TEST_F(Words, RunsAreLocatedByTheBytesOfTheirWords) {
  const std::string text = "  Don’t — panic,\n水車は “old” now";
  EXPECT_EQ(located(text, {0, 2}), "Don’t");
  EXPECT_EQ(located(text, {1, 3}), "t — panic");
  EXPECT_EQ(located(text, {3, 4}), "水");
  EXPECT_EQ(located(text, {4, 7}), "車は “old");
  EXPECT_EQ(located(text, {7, 8}), "now");
}

TEST_F(Words, OverlappingRunsAreLocatedTogether) {
  const std::string text = "a b c d e";
  const std::vector<Span> runs = {{0, 5}, {1, 2}, {1, 4}, {3, 4}};
  std::vector<Span> places(runs.size());
  reader_.locate(text, runs, scratch_, places);
  EXPECT_THAT(places, ElementsAre(Span{0, 9}, Span{2, 3}, Span{2, 7}, Span{6, 7}));
}

// Words are counted on the whole text and located piece by piece: both must see the same words.
TEST_F(Words, WhatIsLocatedReadsAsTheWordsThatWereAskedFor) {
  // Without Σ, whose lower case depends on what stands behind a full stop.
  const std::vector<std::string> pieces = {
      "a",  "Word", "É",    "e\u0301", " ",        "\n", "\u00A0", ".",      "-",       "'",
      "Ω",  "ΟΔΟ",  "水",   "が",      "か\u3099", "กำ", "ที่",      "\u200D", "\u00AD",  "🙂",
      "한", "ᄒ",   "ᅡ",   "ᆫ",      "\u0301",   "=",  "\u0338", "ﬁ",      "İ",       "ß",
      "1",  "3.14", "１２", "क्ष",      "ু",         "、", "豈",     "ー",     "ﾊ\uFF9F", "\u0E33"};
  SplitMix random(11);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    const size_t count = 1 + random.next() % 12;
    for (size_t i = 0; i < count; ++i) text += pieces[random.next() % pieces.size()];
    const std::vector<uint32_t> words = read(text);
    for (size_t begin = 0; begin < words.size(); ++begin) {
      const size_t end = begin + 1 + random.next() % (words.size() - begin);
      const auto found = read(located(text, {begin, end}));
      const std::vector<uint32_t> wanted(words.begin() + static_cast<ptrdiff_t>(begin),
                                         words.begin() + static_cast<ptrdiff_t>(end));
      // Marks may bring words along that cannot be cut off.
      EXPECT_NE(std::search(found.begin(), found.end(), wanted.begin(), wanted.end()), found.end())
          << text << " " << begin << " " << end << " " << located(text, {begin, end});
    }
  }
}

}  // namespace
}  // namespace sluice::decontaminate
