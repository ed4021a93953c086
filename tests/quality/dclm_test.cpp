// The rules of profile "dclm", one by one, on texts whose values are counted by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "quality/judged.h"
#include "quality/samples.h"

namespace sluice::quality {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

Judged dclm(std::string_view text) { return Judged("dclm", text); }

// fastText's tokens that begin with a letter or a number: ASCII's white space alone is between
// them, and "(d" is none.
TEST(Dclm, CountsTokensThatBeginAlphanumeric) {
  EXPECT_THAT(dclm("a, 1.5 (d -\u00A0e f\u00A0g 字 ½").value("page_length_filter_low"),
              Optional(5));
  EXPECT_FALSE(dclm(different_words(50)).drops("page_length_filter_low"));
  EXPECT_TRUE(dclm(different_words(49) + " (word").drops("page_length_filter_low"));
  EXPECT_FALSE(dclm(different_words(100'000)).drops("page_length_filter_high"));
  EXPECT_TRUE(dclm(different_words(100'001)).drops("page_length_filter_high"));
}

TEST(Dclm, BoundsMeanWordLengthByWhiteSpace) {
  EXPECT_THAT(dclm("a bcd\u00A0ef").value("word_length_filter_low"), Optional(6 / 3.0));
  EXPECT_TRUE(dclm("a bcd").drops("word_length_filter_low"));
  EXPECT_FALSE(dclm("abcdefghij").drops("word_length_filter_high"));
  EXPECT_TRUE(dclm("abcdefghijk").drops("word_length_filter_high"));
}

// One "#", one "...", one ". . ." and one "…" of nine words.
TEST(Dclm, AddsUpSymbols) {
  EXPECT_THAT(dclm("a# b... . . . c d e f…").value("symbol_ratio_filter"), Optional(4 / 9.0));
  const std::string nine = different_words(9);
  EXPECT_FALSE(dclm(nine + " #").drops("symbol_ratio_filter"));
  EXPECT_TRUE(dclm(nine + "# #").drops("symbol_ratio_filter"));  // 2 of 10
}

TEST(Dclm, LooksAtLinesThatAreNotBlank) {
  EXPECT_THAT(dclm(" ● a\n\n• b\n*c\n -d\n– e").value("bullet_count_filter"), Optional(4 / 5.0));
  EXPECT_FALSE(dclm(times(9, "- a\n\n") + "b").drops("bullet_count_filter"));
  EXPECT_TRUE(dclm(times(10, "- a\n\n") + "b").drops("bullet_count_filter"));
  EXPECT_THAT(dclm("a... \n\nb . . .\nc…\nd").value("ellipsis_count_filter"), Optional(3 / 4.0));
  EXPECT_FALSE(dclm("a…\nb…\nc…\nd\ne\nf\ng\nh\ni\nj").drops("ellipsis_count_filter"));
  EXPECT_TRUE(dclm("a…\nb\nc").drops("ellipsis_count_filter"));
}

TEST(Dclm, BoundsWordsWithoutALetter) {
  EXPECT_THAT(dclm("да 1 字 2 a3").value("alphabetic_word_ratio_filter"), Optional(2 / 5.0));
  EXPECT_FALSE(dclm("a b c d 1").drops("alphabetic_word_ratio_filter"));
  EXPECT_TRUE(dclm("a b c 1").drops("alphabetic_word_ratio_filter"));
}

TEST(Dclm, CountsStopWordsInAnyCase) {
  EXPECT_THAT(dclm("The THE of, With").value("stop_word_filter"), Optional(3));
  EXPECT_TRUE(dclm("The word").drops("stop_word_filter"));
  EXPECT_FALSE(dclm("THE The").drops("stop_word_filter"));
}

// Lines " ab", "ab ", "c": stripped, two of three are copies, 4 of 5 characters.
TEST(Dclm, CountsAllCopiesOfStrippedLines) {
  const Judged judged = dclm(" ab\n\nab \nc\n");
  EXPECT_THAT(judged.value("line_count"), Optional(2 / 3.0));
  EXPECT_THAT(judged.value("line_characters"), Optional(4 / 5.0));
  // Paragraphs: "ab", and "ab \nc".
  EXPECT_THAT(judged.value("paragraph_count"), Optional(0));
  EXPECT_THAT(dclm("ab\n\n ab\n\nc").value("paragraph_characters"), Optional(4 / 5.0));
  EXPECT_FALSE(dclm("a\na\na\nb\nc\nd\ne\nf\ng\nh").drops("line_count"));  // 3 of 10
  EXPECT_TRUE(dclm("a\na\nb\nc\nd").drops("line_count"));
  EXPECT_FALSE(dclm("a\na\nbcdefghi").drops("line_characters"));  // 2 of 10
  EXPECT_TRUE(dclm("a\na\nbcdefgh").drops("line_characters"));
  EXPECT_THAT(dclm("one line alone").value("line_count"), Optional(0));
}

// "a, b" and "bbb ccc" are there twice each: the longer counts, 2 * 6 of 18 letters.
TEST(Dclm, TakesTheLongestOfTopNgrams) {
  EXPECT_THAT(dclm("a, b x a. b bbb ccc y bbb-ccc").value("top_2gram"), Optional(12 / 18.0));
  EXPECT_THAT(dclm("a b c d").value("top_2gram"), Optional(0));
  EXPECT_THAT(dclm("a").value("top_4gram"), Optional(0));
}

TEST(Dclm, CoversWordsOfDuplicateNgrams) {
  EXPECT_THAT(dclm("a b c d e x a, b, c, d, e").value("duplicate_5grams"), Optional(10 / 11.0));
  EXPECT_THAT(dclm("a a a a a a a").value("duplicate_5grams"), Optional(1));
  EXPECT_THAT(dclm("a b c").value("duplicate_10grams"), Optional(0));
}

TEST(Dclm, DropsLinesOfCapitalsAndOfDigits) {
  EXPECT_EQ(dclm("First line.\nALL CAPITALS\nNOT All oF it\n2024\n20 24\n²³\nlast line.").text(),
            "First line.\nNOT All oF it\n20 24\nlast line.");
  EXPECT_EQ(dclm("ab cd\nABcd ef\nABCDef\nab cd").text(), "ab cd\nABcd ef\nab cd");
}

// A line in the middle keeps its indentation, which is no digit; the first line has lost it before.
TEST(Dclm, StripsTheTextBetweenModifiers) {
  EXPECT_EQ(dclm("  123\nsome text\n  45 6\nmore text").text(), "some text\n  45 6\nmore text");
}

TEST(Dclm, DropsCounters) {
  EXPECT_EQ(dclm("The post has 3 likes\n3 likes\n* 1.2K Views!\n12,000  followers\n3likes x\n"
                 "٣ shares\nthree likes\n3 likes and shares")
                .text(),
            "The post has 3 likes\n3likes x\nthree likes\n3 likes and shares");
}

TEST(Dclm, DropsLinesOfOneWordButNoEmptyOnes) {
  EXPECT_EQ(dclm("Home\nFirst line.\n\nMenu \nLast line.").text(), "First line.\n\nLast line.");
}

TEST(Dclm, CutsButtonsOutOfShortLines) {
  EXPECT_EQ(dclm("You have 3 items in cart now.\nItems in cart\nThe storm is near, read more...\n"
                 "Read more >>\nRead more about it\nSign-in to comment\nA sign-in form")
                .text(),
            "You have 3 now.\nThe storm is near,\nRead more about it\nto comment\nA sign-in form");
  // Eleven words are too many.
  const std::string eleven = "Sign-in a b c d e f g h i j";
  EXPECT_EQ(dclm("x y\n" + eleven).text(), "x y\n" + eleven);
  EXPECT_EQ(dclm("x y\nSign-in a b c d e f g h i").text(), "x y\na b c d e f g h i");
}

// The cut makes eleven words eight, so that the next modifier looks at the line.
TEST(Dclm, CountsWordsOfALineAsTheModifierBeforeLeftIt) {
  EXPECT_EQ(dclm("x y\nitems in cart a b c d e f g h").text(),
            "x y\nitems in cart a b c d e f g h");
  EXPECT_EQ(dclm("x y\nSign-in a b c d e f items in cart").text(), "x y\na b c d e f");
}

TEST(Dclm, CollapsesRunsOfLineFeeds) {
  EXPECT_EQ(dclm("One line.\n\n\n\nTwo lines.\n\nThree lines.").text(),
            "One line.\n\nTwo lines.\n\nThree lines.");
}

// 5 of 100 words may go, 6 may not.
TEST(Dclm, DropsDocumentsThatLoseOneWordInTwenty) {
  const auto with_capitals = [](size_t capitals) {
    return different_words(100 - capitals) + "\n" + times(capitals, "NO ");
  };
  EXPECT_THAT(dclm(with_capitals(5)).value("word_removal_ratio_filter"), Optional(0.05));
  EXPECT_FALSE(dclm(with_capitals(5)).drops("word_removal_ratio_filter"));
  EXPECT_TRUE(dclm(with_capitals(6)).drops("word_removal_ratio_filter"));
  EXPECT_THAT(dclm("NOTHING STAYS HERE").value("word_removal_ratio_filter"), Optional(1));
}

TEST(Dclm, JudgesSamples) {
  const auto dropping = [](std::string_view name) { return dclm(sample_text(name)).dropping(); };
  EXPECT_THAT(dropping("english"), IsEmpty());
  // A line of Chinese is one word by white space, and such lines go.
  for (const std::string_view name : {"chinese", "japanese"}) {
    EXPECT_THAT(dropping(name), ElementsAre("page_length_filter_low", "word_length_filter_high",
                                            "stop_word_filter", "word_removal_ratio_filter"))
        << name;
  }
  EXPECT_THAT(dropping("thai"),
              ElementsAre("page_length_filter_low", "word_length_filter_high", "stop_word_filter"));
  for (const std::string_view name : {"hindi", "arabic", "russian"}) {
    EXPECT_THAT(dropping(name), ElementsAre("stop_word_filter")) << name;
  }
  EXPECT_THAT(dropping("code"), ElementsAre("page_length_filter_low", "symbol_ratio_filter",
                                            "alphabetic_word_ratio_filter", "stop_word_filter"));
  EXPECT_THAT(dropping("poem"),
              ElementsAre("line_characters", "duplicate_5grams", "duplicate_6grams",
                          "duplicate_7grams", "duplicate_8grams", "duplicate_9grams"));
  EXPECT_THAT(dropping("table"), ElementsAre("page_length_filter_low", "word_length_filter_low",
                                             "alphabetic_word_ratio_filter", "stop_word_filter"));
  EXPECT_EQ(dclm(sample_text("english")).text() + "\n", sample_text("english"));
}

TEST(Dclm, DropsWhatHasNoWords) {
  EXPECT_THAT(dclm("").dropping(),
              ElementsAre("page_length_filter_low", "word_length_filter_low", "symbol_ratio_filter",
                          "alphabetic_word_ratio_filter", "stop_word_filter", "line_count",
                          "paragraph_count", "line_characters", "paragraph_characters",
                          "word_removal_ratio_filter"));
  EXPECT_THAT(
      dclm(sample_text("one word")).dropping(),
      ElementsAre("page_length_filter_low", "stop_word_filter", "word_removal_ratio_filter"));
}

}  // namespace
}  // namespace sluice::quality
