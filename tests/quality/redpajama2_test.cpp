// The signals of profile "redpajama2", one by one, on texts whose values are counted by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "quality/judged.h"
#include "quality/normalized.h"
#include "quality/samples.h"

namespace sluice::quality {
namespace {

using testing::DoubleNear;
using testing::IsEmpty;
using testing::Optional;

std::optional<double> measured(std::string_view signal, std::string_view text) {
  return Judged("redpajama2", text).value(signal);
}

std::string normalized(Normalization normalization, std::string_view text) {
  std::string out = "before";
  Normalizer().normalize(normalization, text, out);
  return out;
}

TEST(RedpajamaNormalization, TakesPunctuationCaseAndCompositionAway) {
  const auto whole = [](std::string_view text) {
    return normalized(Normalization::redpajama, text);
  };
  EXPECT_EQ(whole("  It's, \"L'ÉTÉ\"!\n\n\tOK - 1.5\u3000x "), "its le\u0301te\u0301 ok 15 x");
  EXPECT_EQ(whole("ΟΔΟΣ."), "οδος");                 // a final sigma once the full stop is gone
  EXPECT_EQ(whole("你好，世界。"), "你好，世界。");  // ASCII's punctuation alone
  EXPECT_EQ(whole("...\n!"), "");
  EXPECT_EQ(whole(""), "");
}

TEST(RedpajamaNormalization, KeepsLinesWhereLinesAreAskedFor) {
  const auto lines = [](std::string_view text) {
    return normalized(Normalization::redpajama_lines, text);
  };
  EXPECT_EQ(lines(" A  b\n\n...\nC"), "a b\n\n\nc\n");
  EXPECT_EQ(lines("!"), "\n");
  EXPECT_EQ(lines("a\n!"), "a\n\n");
  EXPECT_EQ(lines(""), "");
}

TEST(Redpajama2, DropsNothing) {
  for (const Sample& sample : samples()) {
    EXPECT_THAT(Judged("redpajama2", sample.text).dropping(), IsEmpty()) << sample.name;
  }
}

// Raw words: "C", "#", "is", "…", "ok", "...", "И": seven.
TEST(Redpajama2, MeasuresRawWords) {
  const std::string_view text = "C# is… ok... И";
  EXPECT_THAT(measured("rps_doc_symbol_to_word_ratio", text), Optional(3 / 7.0));
  EXPECT_THAT(measured("rps_doc_frac_no_alph_words", text), Optional(4 / 7.0));
  // "C" and "И"; of "A1 1 Ab NASA" two of four.
  EXPECT_THAT(measured("rps_doc_frac_all_caps_words", text), Optional(2 / 7.0));
  EXPECT_THAT(measured("rps_doc_frac_all_caps_words", "A1 1 Ab NASA"), Optional(2 / 4.0));
  EXPECT_EQ(measured("rps_doc_frac_no_alph_words", " \n"), std::nullopt);
}

// Normalised: "the cat the cats" and "é" of two code points.
TEST(Redpajama2, MeasuresNormalizedWords) {
  const std::string_view text = "The cat. The \"cat's\" ... é";
  EXPECT_THAT(measured("rps_doc_word_count", text), Optional(5));
  EXPECT_THAT(measured("rps_doc_mean_word_length", text), Optional(15 / 5.0));
  EXPECT_THAT(measured("rps_doc_frac_unique_words", text), Optional(4 / 5.0));
  // "the" has 2 of 5, three others 1 of 5 each.
  EXPECT_THAT(measured("rps_doc_unigram_entropy", text),
              Optional(DoubleNear(-0.4 * std::log(0.4) - 0.6 * std::log(0.2), 1e-8)));
  EXPECT_THAT(measured("rps_doc_unigram_entropy", "no no no"), Optional(0));
  EXPECT_EQ(measured("rps_doc_mean_word_length", "..."), std::nullopt);
}

// "It is 3", "14", " Or", " is it": the dots and nothing alone are none.
TEST(Redpajama2, CountsSentencesBetweenMarks) {
  EXPECT_THAT(measured("rps_doc_num_sentences", "It is 3.14! Or...? -- . is it"), Optional(4));
  EXPECT_THAT(measured("rps_doc_num_sentences", "完了。是的？"), Optional(1));
  EXPECT_THAT(measured("rps_doc_num_sentences", "?!. --"), Optional(0));
}

TEST(Redpajama2, MeasuresContent) {
  EXPECT_THAT(measured("rps_doc_curly_bracket", "{é}{"), Optional(3 / 4.0));
  // Normalised to "lorem ipsum lorem ipsum", 23 code points.
  EXPECT_THAT(measured("rps_doc_lorem_ipsum", "Lorem-ipsum? Lorem\nIPSUM, lorem ipsum."),
              Optional(1 / 34.0 * 2));
  EXPECT_THAT(measured("rps_doc_lorem_ipsum", "Lorem, ipsum."), Optional(1 / 11.0));
}

// Normalised to "aa b aa b cc", 8 letters: "aa b" twice, 2 * 3 of 8.
TEST(Redpajama2, MeasuresTopNgramsThatAreThereTwice) {
  EXPECT_THAT(measured("rps_doc_frac_chars_top_2gram", "Aa, b. AA b! cc"), Optional(6 / 8.0));
  EXPECT_THAT(measured("rps_doc_frac_chars_top_3gram", "Aa, b. AA b! cc"), Optional(0));
  EXPECT_THAT(measured("rps_doc_frac_chars_top_4gram", "a b c"), Optional(0));
  // "a b" and "bbb ccc" are there twice each: the first counts, though it is shorter.
  EXPECT_THAT(measured("rps_doc_frac_chars_top_2gram", "a b x a b bbb ccc y bbb ccc"),
              Optional(4 / 18.0));
}

// "a b c d e" twice cover all but "x": 10 of 11. Overlapping copies count once: all of 7 words.
TEST(Redpajama2, CoversWordsOfDuplicateNgrams) {
  EXPECT_THAT(measured("rps_doc_frac_chars_dupe_5grams", "a b c d e x A b, c d e."),
              Optional(10 / 11.0));
  EXPECT_THAT(measured("rps_doc_frac_chars_dupe_5grams", "a a a a a a a"), Optional(1));
  EXPECT_THAT(measured("rps_doc_frac_chars_dupe_6grams", "a b c d e x a b c d e"), Optional(0));
  EXPECT_THAT(measured("rps_doc_frac_chars_dupe_10grams", "a"), Optional(0));
}

// Three lines: "AB c\n" has 2 of 5, "\n" 0 of 1, "D" 1 of 1.
TEST(Redpajama2, TakesMeansOverLinesWithTheirLineFeeds) {
  const std::string_view text = "AB c\n\nD";
  EXPECT_THAT(measured("rps_lines_uppercase_letter_fraction", text),
              Optional(DoubleNear((2 / 5.0 + 0 + 1) / 3, 1e-12)));
  EXPECT_THAT(measured("rps_lines_num_words", text), Optional(3 / 3.0));
  // Normalised lines "1a" and "" and "½五": 1 of 2, 0, 2 of 2.
  EXPECT_THAT(measured("rps_lines_numerical_chars_fraction", "1.A\n--\n½五\n"),
              Optional(DoubleNear((0.5 + 0 + 1) / 3, 1e-12)));
  EXPECT_EQ(measured("rps_lines_num_words", ""), std::nullopt);
}

TEST(Redpajama2, TakesSharesOfLinesWithMarks) {
  EXPECT_THAT(measured("rps_lines_ending_with_terminal_punctution_mark",
                       "Yes. \nHe said \"so.\"\n“So.”\nend\n完了。\n"),
              Optional(2 / 5.0));
  EXPECT_THAT(measured("rps_doc_frac_lines_end_with_ellipsis", "a... \nb…\n\nc"),
              Optional(2 / 4.0));
  EXPECT_THAT(measured("rps_lines_start_with_bulletpoint", " • a\n– b\n- c\n* d\n▪e"),
              Optional(3 / 5.0));
  EXPECT_THAT(measured("rps_lines_javascript_counts",
                       "JavaScript, javascript!\nno java-script\njavascripts java script"),
              Optional(3));
}

// Raw words: "don", "'", "t", "the", "The": the list's "don't" is none of them.
TEST(Redpajama2, FindsStopWordsOfAList) {
  Loading loading;
  loading.file = [](const std::string&) { return std::string_view("the\ndon't\r\n\n t \n"); };
  std::vector<Profile> profiles;
  profiles.push_back(read_profile(R"(
[profile]
name = "p"
[[step]]
name = "s"
[[step.rule]]
reason = "rps_doc_stop_word_fraction"
signal = "listed_words_fraction"
words = "wordpunct"
lists = ["en.txt"]
)",
                                  "p.toml", loading));
  const Filter filter(std::move(profiles));
  Filter::Scratch scratch;
  Judgement judgement;
  filter.judge("don't the The", {}, scratch, judgement);
  EXPECT_THAT(judgement.findings[0].value, Optional(2 / 5.0));
}

// What each script has of signals that know ASCII or . ! ? alone.
TEST(Redpajama2, MeasuresSamples) {
  const auto of = [](std::string_view name, std::string_view signal) {
    return measured(signal, sample_text(name));
  };
  for (const std::string_view name :
       {"chinese", "japanese", "thai", "hindi", "arabic", "russian"}) {
    EXPECT_THAT(of(name, "rps_doc_frac_no_alph_words"), Optional(1)) << name;
  }
  for (const std::string_view name : {"chinese", "japanese", "thai", "hindi"}) {
    EXPECT_THAT(of(name, "rps_doc_num_sentences"), Optional(1)) << name;
    EXPECT_THAT(of(name, "rps_lines_ending_with_terminal_punctution_mark"), Optional(0)) << name;
  }
  EXPECT_THAT(of("chinese", "rps_doc_word_count"), Optional(3));  // a line a word
  EXPECT_THAT(of("japanese", "rps_doc_word_count"), Optional(3));
  EXPECT_THAT(of("russian", "rps_doc_num_sentences"), Optional(7));
  EXPECT_THAT(of("english", "rps_doc_num_sentences"), Optional(6));
  EXPECT_THAT(of("english", "rps_lines_ending_with_terminal_punctution_mark"), Optional(1));
  EXPECT_THAT(of("arabic", "rps_doc_num_sentences"), Optional(5));  // "؟" ends none
  EXPECT_THAT(of("code", "rps_doc_curly_bracket"), Optional(6 / 304.0));
  EXPECT_THAT(of("poem", "rps_doc_frac_chars_dupe_9grams"), Optional(62 / 196.0));
  EXPECT_THAT(of("table", "rps_doc_word_count"), Optional(24));
  EXPECT_THAT(of("one word", "rps_doc_unigram_entropy"), Optional(0));
  EXPECT_EQ(of("empty", "rps_doc_curly_bracket"), std::nullopt);
  EXPECT_THAT(of("empty", "rps_doc_word_count"), Optional(0));
}

}  // namespace
}  // namespace sluice::quality
