// The rules of profile "nemo", one by one, on texts whose values are counted by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "quality/judged.h"
#include "quality/samples.h"

namespace sluice::quality {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::Optional;

Judged nemo(std::string_view text) { return Judged("nemo", text); }

// Spaces and "-" are not alphanumeric, line feeds and ?!,. are.
TEST(Nemo, CountsWhatIsNotAlphanumeric) {
  EXPECT_THAT(nemo("ab, c-d.\né").value("alpha_numeric"), Optional(3 / 10.0));
  EXPECT_FALSE(nemo("abc ").drops("alpha_numeric"));  // 1 of 4
  EXPECT_TRUE(nemo("ab ").drops("alpha_numeric"));
}

// Runs of '#' over characters: "#" 1/1, "##" 1/2, "#a#" 2/3.
TEST(Nemo, TakesWordsOfHashesAndEllipsesForSymbols) {
  EXPECT_THAT(nemo("# ## #a# ... […] a... #b").value("symbol_to_word"), Optional(4 / 7.0));
  const std::string nine = different_words(9);
  EXPECT_FALSE(nemo(nine + " #").drops("symbol_to_word"));
  EXPECT_TRUE(nemo(nine + " # #").drops("symbol_to_word"));
}

TEST(Nemo, KnowsTheDigitsOfAsciiAlone) {
  EXPECT_THAT(nemo("12 ٣४ ab").value("numbers_ratio"), Optional(2 / 8.0));
  EXPECT_FALSE(nemo("123 abcdefghijklmnop").drops("numbers_ratio"));  // 3 of 20
  EXPECT_TRUE(nemo("1234 abcdefghijklmno").drops("numbers_ratio"));
}

// 19 characters up to the "/" behind the host.
TEST(Nemo, MeasuresAddressesUpToTheirPath) {
  EXPECT_THAT(nemo("https://example.org/a b").value("urls_ratio"), Optional(19 / 23.0));
  EXPECT_THAT(nemo("http://a%20b https:// x").value("urls_ratio"), Optional(12 / 23.0));
  EXPECT_THAT(nemo("ftp://example.org").value("urls_ratio"), Optional(0));
}

TEST(Nemo, CountsWhiteSpaceAndBrackets) {
  EXPECT_THAT(nemo("a b\tc\nd\re\u00A0f").value("white_space"), Optional(4 / 11.0));
  EXPECT_FALSE(nemo("abc d ef").drops("white_space"));  // 2 of 8
  EXPECT_TRUE(nemo("a b c").drops("white_space"));
  EXPECT_THAT(nemo("(a)[b]{c}⟨d⟩<e>").value("parentheses_ratio"), Optional(8 / 15.0));
  EXPECT_FALSE(nemo("(abcdefghi").drops("parentheses_ratio"));
  EXPECT_TRUE(nemo("(abcdefgh)").drops("parentheses_ratio"));
}

TEST(Nemo, CountsParagraphsOfBoilerplate) {
  EXPECT_THAT(nemo("See our Privacy\nPolicy.\n\nOur PRIVACY POLICY.\n\n\n\nText")
                  .value("boilerplate_string_ratio"),
              Optional(1 / 4.0));  // the third is empty
  EXPECT_TRUE(nemo("Terms of use\n\nText").drops("boilerplate_string_ratio"));
  EXPECT_THAT(nemo("Lorem Ipsum\n\nText\n\nText").value("boilerplate_string_ratio"), Optional(1));
}

// Of five lines that are not blank, four are different; " a" is not "a".
TEST(Nemo, MeasuresWhatIsLeftWithoutCopies) {
  EXPECT_THAT(nemo("a\n\na\n a\nbcd\ne\n").value("repeated_lines"), Optional(4 / 5.0));
  EXPECT_THAT(nemo("a\n\na\n a\nbcd\ne\n").value("repeated_lines_char"), Optional(7 / 8.0));
  EXPECT_FALSE(nemo("a\na\na\na\nb\nc\nd\ne\nf\ng").drops("repeated_lines"));  // 7 of 10
  EXPECT_TRUE(nemo("a\na\na\nb").drops("repeated_lines"));
  EXPECT_FALSE(nemo("a\na\nbcd").drops("repeated_lines_char"));  // 4 of 5
  EXPECT_TRUE(nemo("a\na\nbc").drops("repeated_lines_char"));
}

// "x\n\n\nx": paragraphs are "x" and "\nx".
TEST(Nemo, SplitsParagraphsAtEveryTwoLineFeeds) {
  EXPECT_THAT(nemo("x\n\n\nx").value("repeated_paragraphs"), Optional(1));
  EXPECT_THAT(nemo("x\n\nx\n\ny\n\n").value("repeated_paragraphs"), Optional(3 / 4.0));
  EXPECT_THAT(nemo("xx\n\nxx\n\ny").value("repeated_paragraphs_char"), Optional(3 / 5.0));
  EXPECT_TRUE(nemo("xx\n\nxx\n\ny").drops("repeated_paragraphs_char"));
  EXPECT_TRUE(nemo("x\n\nx\n\ny").drops("repeated_paragraphs"));
}

TEST(Nemo, BoundsTheNumberOfWords) {
  EXPECT_FALSE(nemo(different_words(50)).drops("word_count_low"));
  EXPECT_TRUE(nemo(different_words(49)).drops("word_count_low"));
  EXPECT_FALSE(nemo(different_words(100'000)).drops("word_count_high"));
  EXPECT_TRUE(nemo(different_words(100'001)).drops("word_count_high"));
}

TEST(Nemo, CountsLinesWithoutAnEndMark) {
  EXPECT_THAT(nemo("Yes. \n\nNo?\nHe said \"so\"\nso' \nand\nend。").value("punctuation"),
              Optional(2 / 6.0));
  EXPECT_FALSE(nemo(times(17, "a\n") + times(3, "b.\n")).drops("punctuation"));  // 17 of 20
  EXPECT_TRUE(nemo(times(18, "a\n") + times(3, "b.\n")).drops("punctuation"));   // 18 of 21
}

TEST(Nemo, AsksForLettersAndCommonWords) {
  EXPECT_THAT(nemo("да 1 字 2 a3").value("words_without_alphabets"), Optional(3 / 5.0));
  EXPECT_FALSE(nemo("a b c d 1").drops("words_without_alphabets"));
  EXPECT_TRUE(nemo("a b c d 1 2").drops("words_without_alphabets"));
  EXPECT_THAT(nemo("the the The").value("common_english_words"), Optional(2));
  EXPECT_TRUE(nemo("THE WITH of").drops("common_english_words"));
}

TEST(Nemo, BoundsWordLengths) {
  EXPECT_THAT(nemo("a bcd").value("mean_word_length_low"), Optional(2));
  EXPECT_TRUE(nemo("a bcd").drops("mean_word_length_low"));
  EXPECT_FALSE(nemo("abcdefghij").drops("mean_word_length_high"));
  EXPECT_TRUE(nemo("abcdefghijk").drops("mean_word_length_high"));
  EXPECT_FALSE(nemo(times(1000, "字")).drops("max_word_length"));
  EXPECT_TRUE(nemo(times(1001, "字")).drops("max_word_length"));
}

TEST(Nemo, TakesReadMoreForAnEllipsis) {
  EXPECT_THAT(nemo("a... \nb…\nRead More\nc (...)\nread\nx\ny\n\nz").value("ellipsis"),
              Optional(4 / 8.0));
  EXPECT_TRUE(nemo("a...\nb\nc").drops("ellipsis"));
  EXPECT_FALSE(nemo("a...\nb...\nc...\nd\ne\nf\ng\nh\ni\nj").drops("ellipsis"));  // 3 of 10
}

// "he is" is there three times, once in "she is"; the fourth is cut by a line feed. 15 of 29.
TEST(Nemo, SearchesTheTopNgramInTheText) {
  const std::string text = "he is she is he is he\nis end.";
  ASSERT_EQ(text.size(), 29);
  EXPECT_THAT(nemo(text).value("repeating_top_2grams"), Optional(15 / 29.0));
  EXPECT_THAT(nemo("ab cd").value("repeating_top_2grams"), Optional(1));   // once is enough
  EXPECT_THAT(nemo("ab  cd").value("repeating_top_2grams"), Optional(0));  // not by one space
  EXPECT_THAT(nemo("ab").value("repeating_top_2grams"), Optional(1));      // too few words
}

// An n-gram of two million characters that all but begins at millions of places.
TEST(Nemo, SearchesLongNgramsInLinearTime) {
  const std::string word(1'000'000, 'a');
  const Judged judged = nemo(word + ' ' + word + ' ' + word + ' ' + times(8, word));
  EXPECT_THAT(judged.value("repeating_top_2grams"), Optional(4'000'002 / 11'000'003.0));
}

// The second "a b c d e" counts alone: 5 letters and 4 spaces.
TEST(Nemo, CountsLaterCopiesOfNgramsOnce) {
  EXPECT_THAT(nemo("a b c d e a b c d e").value("repeating_dup_5gram"), Optional(9 / 19.0));
  // One word twelve times, 23 characters: 5-grams from the second on are copies. The first of them
  // has 5 letters and 4 spaces, each of the six others one letter and one space more.
  EXPECT_THAT(nemo("a a a a a a a a a a a a").value("repeating_dup_5gram"),
              Optional((9 + 6 * 2) / 23.0));
  EXPECT_THAT(nemo("a b c d").value("repeating_dup_5gram"), Optional(1));
}

TEST(Nemo, KnowsTwelveBullets) {
  EXPECT_THAT(nemo("• a\n ● b\n- c\n* d\n\n").value("bullet_ratio"), Optional(2 / 4.0));
  EXPECT_TRUE(nemo("• a\n◦ b").drops("bullet_ratio"));
}

TEST(Nemo, JudgesSamples) {
  const auto dropping = [](std::string_view name) { return nemo(sample_text(name)).dropping(); };
  EXPECT_THAT(dropping("english"), IsEmpty());
  for (const std::string_view name : {"chinese", "japanese"}) {
    EXPECT_THAT(dropping(name), IsSupersetOf({"alpha_numeric", "word_count_low", "punctuation",
                                              "common_english_words", "mean_word_length_high",
                                              "repeating_dup_5gram"}))
        << name;
  }
  EXPECT_THAT(dropping("thai"),
              ElementsAre("alpha_numeric", "word_count_low", "punctuation", "common_english_words",
                          "mean_word_length_high", "repeating_top_2grams", "repeating_top_3grams"));
  EXPECT_THAT(dropping("hindi"),
              ElementsAre("alpha_numeric", "punctuation", "common_english_words"));
  for (const std::string_view name : {"arabic", "russian"}) {
    EXPECT_THAT(dropping(name), ElementsAre("alpha_numeric", "common_english_words")) << name;
  }
  EXPECT_THAT(dropping("code"), ElementsAre("alpha_numeric", "punctuation",
                                            "words_without_alphabets", "common_english_words"));
  EXPECT_THAT(dropping("poem"),
              ElementsAre("repeating_dup_5gram", "repeating_dup_6gram", "repeating_dup_7gram",
                          "repeating_dup_8gram", "repeating_dup_9gram"));
  EXPECT_THAT(
      dropping("table"),
      ElementsAre("alpha_numeric", "numbers_ratio", "white_space", "word_count_low", "punctuation",
                  "words_without_alphabets", "common_english_words", "mean_word_length_low"));
}

// The source gives such texts the worst score where it gives one, and divides by zero elsewhere.
TEST(Nemo, DropsWhatHasNoWords) {
  const std::vector<std::string> empty = nemo("").dropping();
  EXPECT_THAT(empty, IsSupersetOf({"alpha_numeric", "symbol_to_word", "numbers_ratio", "urls_ratio",
                                   "white_space", "parentheses_ratio", "word_count_low",
                                   "punctuation", "words_without_alphabets", "mean_word_length_low",
                                   "max_word_length", "ellipsis", "repeating_top_2grams",
                                   "repeating_dup_10gram", "bullet_ratio"}));
  EXPECT_THAT(empty, Not(Contains("repeated_lines")));
  EXPECT_THAT(nemo(sample_text("one word")).dropping(),
              IsSupersetOf({"word_count_low", "common_english_words", "repeating_top_2grams"}));
}

}  // namespace
}  // namespace sluice::quality
