// Signals with datatrove's definitions, on texts short enough to count by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>

#include "base/error.h"
#include "quality/signal.h"

namespace sluice::quality {
namespace {

using testing::HasSubstr;

// `rule`: the kind's name, and its parameters in TOML.
std::optional<double> measure(const std::string& kind, const std::string& rule,
                              const std::string& text, const std::string& words = "uax29",
                              const Facts& facts = {}) {
  std::vector<Record> records = read_records("[rule]\n" + rule, "rule.toml");
  const Setting setting{.words = WordDefinition::parse(words), .sentences = {}, .list = nullptr};
  const std::unique_ptr<const Signal> signal =
      make_signal(signal_kind(kind), records.at(0), setting);
  records.at(0).finish();
  Analysis analysis;
  analysis.begin(text, facts);
  return signal->measure(analysis);
}

constexpr const char* kEnglish = "The cat, the dog and the bird have left. They're not back...\n";
constexpr const char* kChinese = "今天天气很好。我们去公园散步，看见很多花。";
constexpr const char* kJapanese = "猫が好きです。犬も好きですか？";
constexpr const char* kThai = "แมวกินปลา หมาไม่กิน";
constexpr const char* kHindi = "यह किताब है। वह घर नहीं है।";
constexpr const char* kArabic = "هل هذا كتاب؟ نعم، هذا كتاب.";
constexpr const char* kRussian = "Это дом. Это не дом, а дворец.";
constexpr const char* kCode = "#include <x.h>\n#define A 1\nint main() { return A; }\n";
constexpr const char* kPoem = "O rose\nthou art sick\n\nO rose\nthe worm\n";
constexpr const char* kTable = "a | 1 | 2\n--|---|--\nb | 3 | 4\n";

TEST(WordSignals, CountWordsWithAndWithoutSymbols) {
  EXPECT_EQ(measure("word_count", "", kEnglish), 17);
  EXPECT_EQ(measure("word_count", "without_symbols = true", kEnglish), 12);
  EXPECT_EQ(measure("word_count", "", kEnglish, "whitespace"), 12);
  EXPECT_EQ(measure("word_count", "words = \"whitespace\"", kChinese), 1);
  EXPECT_EQ(measure("word_count", "", kThai, "whitespace"), 2);
  EXPECT_EQ(measure("word_count", "", kThai), 6);
  // "।" is a word, but not among datatrove's punctuation.
  EXPECT_EQ(measure("word_count", "without_symbols = true", kHindi), 9);
  EXPECT_EQ(measure("word_count", "without_symbols = true", kArabic), 8);
  EXPECT_EQ(measure("word_count", "", kRussian), 10);
  EXPECT_EQ(measure("word_count", "without_symbols = true", kRussian), 7);
  EXPECT_EQ(measure("word_count", "", kTable, "whitespace"), 11);
  EXPECT_EQ(measure("word_count", "without_symbols = true", kTable, "whitespace"), 6);
  EXPECT_EQ(measure("word_count", "", ""), 0);
}

TEST(WordSignals, MeasureLengths) {
  EXPECT_EQ(measure("mean_word_length", "", kPoem, "whitespace"), 28.0 / 9);
  EXPECT_EQ(measure("mean_word_length", "without_symbols = true", kRussian), 21.0 / 7);
  EXPECT_EQ(measure("mean_word_length", "", kHindi, "whitespace"), 21.0 / 7);
  EXPECT_EQ(measure("median_word_length", "", kPoem, "whitespace"), 4);
  EXPECT_EQ(measure("median_word_length", "", "a bbb", "whitespace"), 2);
  EXPECT_EQ(measure("median_word_length", "", "a bbb c ddddd", "whitespace"), 2);
}

TEST(WordSignals, CountSymbolsAWord) {
  EXPECT_EQ(measure("occurrences_per_word", "of = [\"#\"]", kCode, "whitespace"), 2.0 / 11);
  EXPECT_EQ(measure("occurrences_per_word", "of = [\"...\", \"…\"]", kEnglish, "whitespace"),
            1.0 / 12);
  EXPECT_EQ(measure("occurrences_per_word", "of = [\"...\", \"…\"]", "等等……... 好", "whitespace"),
            3.0 / 2);
}

TEST(WordSignals, FindLettersOfAllScripts) {
  for (const char* text : {kChinese, kJapanese, kThai, kHindi, kArabic, kRussian}) {
    EXPECT_EQ(measure("alphabetic_words_fraction", "", text, "whitespace"), 1) << text;
    EXPECT_EQ(measure("alphabetic_words_fraction", "ascii = true", text, "whitespace"), 0) << text;
  }
  EXPECT_EQ(measure("alphabetic_words_fraction", "", kTable, "whitespace"), 2.0 / 11);
  EXPECT_EQ(measure("alphabetic_words_fraction", "", kCode, "whitespace"), 8.0 / 11);
}

TEST(WordSignals, CountStopWordsAsTheyAreSpelt) {
  const std::string of =
      "of = [\"the\", \"be\", \"to\", \"of\", \"and\", \"that\", \"have\", \"with\"]\n";
  EXPECT_EQ(measure("stop_words", of, kEnglish), 3);
  EXPECT_EQ(measure("stop_words", of + "count = \"occurrences\"", kEnglish), 4);
  EXPECT_EQ(measure("stop_words", of, "The Have the, the", "whitespace"), 1);
  EXPECT_EQ(measure("stop_words", of, kRussian), 0);
  EXPECT_EQ(measure("stop_words", "of = [\"है\", \"यह\"]", kHindi), 2);
  EXPECT_EQ(measure("stop_words", "of = [\"هذا\"]\ncount = \"occurrences\"", kArabic), 2);
}

TEST(LineSignals, FindBullets) {
  const std::string of = "of = [\"•\", \"-\"]";
  EXPECT_EQ(measure("bullet_lines_fraction", of, kTable), 1.0 / 3);
  EXPECT_EQ(measure("bullet_lines_fraction", of, "- a\n  • b\n\u3000-c\nd"), 3.0 / 4);
  EXPECT_EQ(measure("bullet_lines_fraction", of + "\nstrip = false", "- a\n  • b\nd"), 1.0 / 3);
}

TEST(LineSignals, FindEndings) {
  const std::string of = "of = [\"...\", \"…\"]";
  EXPECT_EQ(measure("lines_ending_fraction", of, kEnglish), 1);
  EXPECT_EQ(measure("lines_ending_fraction", of, "a... \nb…\nc\n"), 2.0 / 3);
  EXPECT_EQ(measure("lines_ending_fraction", of + "\nstrip = false", "a... \nb…\nc\n"), 1.0 / 3);
}

TEST(LineSignals, KnowTerminalPunctuationOfAllScripts) {
  for (const char* text : {kEnglish, kChinese, kJapanese, kHindi, kArabic, kRussian}) {
    EXPECT_EQ(measure("terminal_punctuation_lines_fraction", "", text), 1) << text;
  }
  for (const char* text : {kThai, kCode, kPoem, kTable}) {
    EXPECT_EQ(measure("terminal_punctuation_lines_fraction", "", text), 0) << text;
  }
  EXPECT_EQ(measure("terminal_punctuation_lines_fraction", "", "a.\n\n \nb\nc. "), 1.0 / 3);
}

TEST(LineSignals, CountShortLinesInCodePoints) {
  EXPECT_EQ(measure("short_lines_fraction", "", kChinese), 1);
  EXPECT_EQ(measure("short_lines_fraction", "", kEnglish), 0);
  EXPECT_EQ(measure("short_lines_fraction", "characters = 9", kPoem), 3.0 / 4);
  EXPECT_EQ(measure("short_lines_fraction", "", std::string(30, 'x') + "\n" + std::string(31, 'x')),
            0.5);
}

TEST(LineSignals, CountCopies) {
  EXPECT_EQ(measure("duplicate_lines_fraction", "", kPoem), 1.0 / 5);  // one empty line at the end
  EXPECT_EQ(measure("duplicate_lines_fraction", "copies = \"all\"", kPoem), 2.0 / 5);
  EXPECT_EQ(measure("duplicate_characters_fraction", "", kPoem), 6.0 / 38);
  EXPECT_EQ(measure("duplicate_characters_fraction", "divisor = \"text_without_newlines\"", kPoem),
            6.0 / 33);
  EXPECT_EQ(measure("duplicate_characters_fraction", "divisor = \"without_white_space\"", kPoem),
            6.0 / 28);
  EXPECT_EQ(measure("duplicate_characters_fraction", "divisor = \"lines\"", kPoem), 6.0 / 33);
  EXPECT_EQ(measure("duplicate_lines_fraction", "split = \"paragraphs\"", "a\n\nb\n\n\na"),
            1.0 / 3);
  EXPECT_EQ(measure("distinct_lines_fraction", "", kPoem), 3.0 / 4);
}

TEST(LineSignals, CountLinesSentencesAndNewlines) {
  EXPECT_EQ(measure("line_count", "", kPoem), 4);
  EXPECT_EQ(measure("line_count", "split = \"universal\"\nskip_blank = false", kPoem), 5);
  EXPECT_EQ(measure("line_count", "", " \n\n"), 0);
  EXPECT_EQ(measure("newlines_per_word", "", kPoem, "whitespace"), 5.0 / 9);
  EXPECT_EQ(measure("sentence_count", "", kJapanese), 2);
  EXPECT_EQ(measure("sentence_count", "sentences = \"regex\"", kEnglish), 2);
}

TEST(RepetitionSignals, WeighTheMostFrequentNgram) {
  EXPECT_EQ(measure("top_ngram_characters_fraction", "n = 2", kPoem, "whitespace"), 2 * 6.0 / 38);
  EXPECT_EQ(
      measure("top_ngram_characters_fraction", "n = 2\nseparators = false", kPoem, "whitespace"),
      2 * 5.0 / 38);
  EXPECT_EQ(measure("top_ngram_characters_fraction", "n = 4", kPoem, "whitespace"), 15.0 / 38);
  EXPECT_EQ(measure("top_ngram_characters_fraction", "n = 4\nonce = false", kPoem, "whitespace"),
            0);
  EXPECT_EQ(measure("top_ngram_characters_fraction", "n = 2", "好 的 好 的", "whitespace"),
            2 * 3.0 / 7);
  EXPECT_EQ(measure("top_ngram_characters_fraction", "n = 3", "two words"), std::nullopt);
}

TEST(RepetitionSignals, WeighDuplicatedNgrams) {
  const std::string text = "यह घर है और वह यह घर है और वह";
  EXPECT_EQ(measure("duplicate_ngram_characters_fraction", "n = 5", text, "whitespace"), 10.0 / 29);
  EXPECT_EQ(measure("duplicate_ngram_characters_fraction", "n = 6", text, "whitespace"), 0);
  EXPECT_EQ(measure("duplicate_ngram_characters_fraction", "n = 5", "a b c d"), std::nullopt);
}

TEST(CharacterSignals, CountByClass) {
  EXPECT_EQ(measure("characters", "", kJapanese), 15);
  EXPECT_EQ(measure("letters_fraction", "", kJapanese), 13.0 / 15);
  EXPECT_EQ(measure("digits_fraction", "", kTable), 4.0 / 30);
  EXPECT_EQ(measure("white_space_fraction", "", kThai), 1.0 / 19);
  EXPECT_EQ(measure("upper_case_fraction", "", kRussian), 2.0 / 30);
  EXPECT_EQ(measure("punctuation_fraction", "", kChinese), 3.0 / 21);
}

TEST(CharacterSignals, PassTheLanguageScoreOn) {
  EXPECT_EQ(measure("language_score", "", "x", "uax29", {.language_score = 0.5}), 0.5);
  EXPECT_EQ(measure("language_score", "", "x"), std::nullopt);
}

// No division by zero, no NaN: a share of nothing has no value.
TEST(Signals, OfNextToNothingAreFiniteOrHaveNoValue) {
  for (const std::string text : {"", " ", "\n\n", "x", ".", "语", "\u00A0", "one two"}) {
    for (const SignalKind& kind : signal_kinds()) {
      for (const std::string rule : {"", "n = 2", "n = 5", "of = [\"x\"]"}) {
        std::optional<double> value;
        try {
          value = measure(std::string(kind.name), rule, text);
        } catch (const ConfigError&) {
          continue;  // these are not its parameters
        }
        EXPECT_TRUE(std::isfinite(value.value_or(0))) << kind.name << " of '" << text << "'";
      }
    }
  }
}

std::string error_of(const std::string& kind, const std::string& rule) {
  try {
    measure(kind, rule, "x");
    return "";
  } catch (const ConfigError& error) {
    return error.what();
  }
}

TEST(Signals, RefuseWrongParameters) {
  EXPECT_THAT(error_of("word_counts", ""), HasSubstr("did you mean 'word_count'?"));
  EXPECT_THAT(error_of("word_count", "without_symbol = true"),
              HasSubstr("did you mean 'without_symbols'?"));
  EXPECT_THAT(error_of("word_count", "words = \"nltk\""), HasSubstr("no words are called 'nltk'"));
  EXPECT_THAT(error_of("stop_words", ""), HasSubstr("'of' is missing"));
  EXPECT_THAT(error_of("stop_words", "of = [\"\"]"), HasSubstr("empty string"));
  EXPECT_THAT(error_of("stop_words", "of = [\"a\"]\ncount = \"all\""),
              HasSubstr("it must be one of distinct, occurrences"));
  EXPECT_THAT(error_of("top_ngram_characters_fraction", "n = 0"), HasSubstr("from 1 to 16"));
  EXPECT_THAT(error_of("duplicate_ngram_characters_fraction", "n = 4"), HasSubstr("from 5 to 16"));
}

}  // namespace
}  // namespace sluice::quality
