// The rules of profile "dolma", one by one, on texts whose values are counted by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "quality/judged.h"
#include "quality/samples.h"

namespace sluice::quality {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

Judged gopher(std::string_view text) { return Judged("dolma/gopher", text); }

TEST(DolmaGopher, CountsWordsByWhiteSpace) {
  EXPECT_FALSE(gopher(different_words(50)).drops("word_count_low"));
  EXPECT_TRUE(gopher(different_words(49)).drops("word_count_low"));
  EXPECT_FALSE(gopher(different_words(100'000)).drops("word_count_high"));
  EXPECT_TRUE(gopher(different_words(100'001)).drops("word_count_high"));
}

TEST(DolmaGopher, TakesTheMedianOfWordLengths) {
  EXPECT_THAT(gopher("a bb cccc").value("median_word_length_low"), Optional(2));
  EXPECT_THAT(gopher("a bb cccc ddddd").value("median_word_length_low"), Optional(3));
  EXPECT_TRUE(gopher("a bb cccc").drops("median_word_length_low"));
  EXPECT_FALSE(gopher("aaa bbb").drops("median_word_length_low"));
  EXPECT_TRUE(gopher("abcdefghijk").drops("median_word_length_high"));
  EXPECT_FALSE(gopher("abcdefghij").drops("median_word_length_high"));
}

// "..." is no symbol, and a word is one however many it holds.
TEST(DolmaGopher, CountsWordsThatHoldASymbol) {
  EXPECT_THAT(gopher("a##b c… d... e #").value("symbol_to_word_ratio"), Optional(3 / 5.0));
  const std::string nine = different_words(9);
  EXPECT_FALSE(gopher(nine + " #").drops("symbol_to_word_ratio"));   // 1 of 10
  EXPECT_TRUE(gopher(nine + " # #").drops("symbol_to_word_ratio"));  // 2 of 11
}

TEST(DolmaGopher, AsksForALetterOfAnyScriptInFourOfFiveWords) {
  EXPECT_THAT(gopher("да 1 字 2 a3").value("fraction_of_words_with_alpha_character"),
              Optional(3 / 5.0));
  EXPECT_FALSE(gopher("a b c d 1").drops("fraction_of_words_with_alpha_character"));
  EXPECT_TRUE(gopher("a b c d 1 2").drops("fraction_of_words_with_alpha_character"));
}

TEST(DolmaGopher, CountsEachOccurrenceOfAStopWordInSmallLetters) {
  EXPECT_THAT(gopher("the the The of, with").value("required_word_count"), Optional(3));
  EXPECT_TRUE(gopher("the word").drops("required_word_count"));
  EXPECT_FALSE(gopher("the the").drops("required_word_count"));
}

TEST(DolmaGopher, TakesBulletsWithoutSpaceBeforeThem) {
  EXPECT_THAT(gopher("* a\n- b\n - c\n• d").value("fraction_of_lines_starting_with_bullet_point"),
              Optional(2 / 4.0));
  EXPECT_FALSE(gopher(times(9, "- a\n") + "b")
                   .drops("fraction_of_lines_starting_with_bullet_point"));  // 9 of 10
  EXPECT_TRUE(gopher(times(10, "- a\n") + "b")
                  .drops("fraction_of_lines_starting_with_bullet_point"));  // 10 of 11
}

// A line of spaces is a line; what is behind the last line feed is one, too.
TEST(DolmaGopher, CutsLinesAtRunsOfLineFeeds) {
  EXPECT_THAT(gopher("a…\n\n\nb… \nc...\n").value("fraction_of_lines_ending_with_ellipsis"),
              Optional(1 / 4.0));
  EXPECT_TRUE(gopher("a…\nb\nc").drops("fraction_of_lines_ending_with_ellipsis"));
}

// Double-spaced text is no text of duplicate lines: the complaint that made version 2.
TEST(DolmaGopher, CountsAllCopiesOfLinesButNoEmptyOnes) {
  EXPECT_THAT(gopher("a\n\nb\n\nc\n\nd").value("fraction_of_duplicate_lines"), Optional(0));
  EXPECT_THAT(gopher("a\na\nb\nc\nd").value("fraction_of_duplicate_lines"), Optional(2 / 5.0));
  EXPECT_TRUE(gopher("a\na\nb\nc\nd").drops("fraction_of_duplicate_lines"));
  // 3 of 10.
  EXPECT_FALSE(gopher("a\na\na\nb\nc\nd\ne\nf\ng\nh").drops("fraction_of_duplicate_lines"));
}

// Characters of lines have their spaces, those of words have not: 2 * 11 over 2 * 10.
TEST(DolmaGopher, SharesOfCharactersMayExceedOne) {
  const Judged judged = gopher("hello world\nhello world");
  EXPECT_THAT(judged.value("fraction_of_characters_in_duplicate_lines"), Optional(22 / 20.0));
  EXPECT_TRUE(judged.drops("fraction_of_characters_in_duplicate_lines"));
}

// Words "aa bb aa bb cc": "aa bb" is there twice, 2 * 4 of 10 characters.
TEST(DolmaGopher, MeasuresTopNgramsAndDropsNoneForThem) {
  const Judged judged = gopher("aa bb aa bb cc");
  EXPECT_THAT(judged.value("fraction_of_characters_in_most_common_2grams"), Optional(8 / 10.0));
  // Once, too: the first of equals, "aa bb aa".
  EXPECT_THAT(judged.value("fraction_of_characters_in_most_common_3grams"), Optional(6 / 10.0));
  EXPECT_FALSE(judged.drops("fraction_of_characters_in_most_common_2grams"));
  EXPECT_EQ(gopher("one").value("fraction_of_characters_in_most_common_2grams"), std::nullopt);
}

// Ten words, "a b c d e" twice: six 5-grams of five characters each, the first and last of which
// are the same.
TEST(DolmaGopher, WeighsDuplicateNgramsAgainstAllNgrams) {
  const Judged judged = gopher("a b c d e a b c d e");
  EXPECT_THAT(judged.value("fraction_of_characters_in_duplicate_5grams"), Optional(10 / 30.0));
  EXPECT_TRUE(judged.drops("fraction_of_characters_in_duplicate_5grams"));
  EXPECT_THAT(judged.value("fraction_of_characters_in_duplicate_6grams"), Optional(0));
  EXPECT_EQ(gopher("a b c d").value("fraction_of_characters_in_duplicate_5grams"), std::nullopt);
}

TEST(DolmaC4, DropsDocumentsForAPhraseAnywhere) {
  EXPECT_THAT(Judged("dolma/c4", "A line without a stop {\nThis one is kept.").dropping(),
              ElementsAre("has_curly_brace"));
  EXPECT_THAT(Judged("dolma/c4", "Needs JavaScript. Lorem Ipsum!").dropping(),
              ElementsAre("has_lorem_ipsum", "has_javascript"));
}

TEST(DolmaC4, KeepsLinesThatEndASentenceAndHaveThreeWords) {
  EXPECT_EQ(Judged("dolma/c4",
                   "  This line stays. \nTwo words.\nNo mark here\n\nHe said \"it is so.\"\n"
                   "It ends in dots...\nThat's what 'he said'\nIs it? Yes it is!")
                .text(),
            "This line stays. \nHe said \"it is so.\"\nIt ends in dots...\nIs it? Yes it is!");
}

// The white space of other scripts stands behind a full stop as a space does; theirs is none.
TEST(DolmaC4, KnowsTheMarksOfEnglishAlone) {
  EXPECT_EQ(Judged("dolma/c4", "This line stays.\u3000\u00A0").text(), "This line stays.");
  EXPECT_EQ(Judged("dolma/c4", "他 说 完 了。").text(), "");
}

TEST(Dolma, IsC4AndThenGopherOnWhatIsLeft) {
  const Judged judged("dolma", "Not a sentence\nThis one is a sentence.");
  EXPECT_THAT(judged.value("word_count_low"), Optional(5));
  EXPECT_EQ(judged.text(), "This one is a sentence.");
}

TEST(DolmaGopher, JudgesSamples) {
  const auto dropping = [](std::string_view name) { return gopher(sample_text(name)).dropping(); };
  EXPECT_THAT(dropping("english"), IsEmpty());
  const auto few_long_words =
      ElementsAre("word_count_low", "median_word_length_high", "required_word_count");
  EXPECT_THAT(dropping("chinese"), few_long_words);
  EXPECT_THAT(dropping("japanese"), few_long_words);
  EXPECT_THAT(dropping("thai"), few_long_words);
  for (const std::string_view name : {"hindi", "arabic", "russian"}) {
    EXPECT_THAT(dropping(name), ElementsAre("required_word_count")) << name;
  }
  EXPECT_THAT(dropping("code"),
              ElementsAre("symbol_to_word_ratio", "fraction_of_words_with_alpha_character",
                          "required_word_count"));
  EXPECT_THAT(dropping("poem"), ElementsAre("fraction_of_characters_in_duplicate_lines",
                                            "fraction_of_characters_in_duplicate_5grams",
                                            "fraction_of_characters_in_duplicate_6grams"));
  EXPECT_THAT(dropping("table"),
              ElementsAre("word_count_low", "median_word_length_low",
                          "fraction_of_words_with_alpha_character", "required_word_count"));
}

// Of a text without words the source has a median and shares of 0: too small.
TEST(DolmaGopher, DropsWhatHasNoWords) {
  for (const std::string_view text : {"", " \n\t\n"}) {
    EXPECT_THAT(gopher(text).dropping(),
                ElementsAre("word_count_low", "median_word_length_low",
                            "fraction_of_words_with_alpha_character", "required_word_count"));
  }
  EXPECT_THAT(gopher(sample_text("one word")).dropping(),
              ElementsAre("word_count_low", "required_word_count"));
}

}  // namespace
}  // namespace sluice::quality
