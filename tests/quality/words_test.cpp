#include "quality/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "base/error.h"
#include "quality/characters.h"
#include "unicode/utf8.h"

namespace sluice::quality {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> words_of(const std::string& definition, const std::string& text) {
  std::vector<Word> words;
  WordSplitter().split(WordDefinition::parse(definition), text, words);
  std::vector<std::string> spelt;
  for (const Word& word : words) spelt.emplace_back(word.of(text));
  return spelt;
}

Word word_of(const std::string& text) {
  std::vector<Word> words;
  WordSplitter().split(WordDefinition::parse("whitespace"), text, words);
  EXPECT_EQ(words.size(), 1) << text;
  return words.at(0);
}

uint64_t sentences_of(const std::string& definition, const std::string& text) {
  return WordSplitter().count_sentences(SentenceDefinition::parse(definition), text);
}

TEST(Words, AreWhatTheirDefinitionSays) {
  const std::string text = "It's 3.14 o'clock, naïve_x -- ok.";
  EXPECT_THAT(words_of("whitespace", text),
              ElementsAre("It's", "3.14", "o'clock,", "naïve_x", "--", "ok."));
  EXPECT_THAT(words_of("uax29", text),
              ElementsAre("It's", "3.14", "o'clock", ",", "naïve_x", "-", "-", "ok", "."));
  EXPECT_THAT(words_of("uax29_alnum", text),
              ElementsAre("It's", "3.14", "o'clock", "naïve_x", "ok"));
  EXPECT_THAT(words_of("wordpunct", text), ElementsAre("It", "'", "s", "3", ".", "14", "o", "'",
                                                       "clock", ",", "naïve_x", "--", "ok", "."));
  EXPECT_THAT(words_of("regex:[a-z]+", text),
              ElementsAre("t", "s", "o", "clock", "na", "ve", "x", "ok"));
}

// NLTK's expression has Python's \w, which holds no vowel signs.
TEST(Words, OfWordpunctCutHindiAtItsVowelSigns) {
  EXPECT_THAT(words_of("wordpunct", "किताब"), ElementsAre("क", "ि", "त", "ा", "ब"));
  EXPECT_THAT(words_of("uax29", "किताब"), ElementsAre("किताब"));
  EXPECT_THAT(words_of("wordpunct", "x²½Ⅷ"), ElementsAre("x²½Ⅷ"));
}

TEST(Words, EndAtEverySpaceThatPythonKnows) {
  for (const std::string space :
       {" ",      "\t",     "\n",     "\v",     "\f",     "\r",     "\x1C",
        "\x1D",   "\x1E",   "\x1F",   "\u0085", "\u00A0", "\u1680", "\u2000",
        "\u200A", "\u2028", "\u2029", "\u202F", "\u205F", "\u3000"}) {
    EXPECT_THAT(words_of("whitespace", "a" + space + "b" + space), ElementsAre("a", "b"));
    EXPECT_THAT(words_of("whitespace", "語語" + space + space + "bbbbbbbbbbbb"),
                ElementsAre("語語", "bbbbbbbbbbbb"));
  }
  for (const std::string other : {"\x01", "\u200B", "\u180E", "\uFEFF", "\u00AD", "\x7F"}) {
    EXPECT_THAT(words_of("whitespace", "a" + other + "b"), ElementsAre("a" + other + "b"));
  }
}

TEST(Words, OfNothingAreNone) {
  for (const std::string definition :
       {"whitespace", "uax29", "uax29_alnum", "wordpunct", "regex:x*"}) {
    EXPECT_THAT(words_of(definition, ""), IsEmpty());
    EXPECT_THAT(words_of(definition, " \n\u3000"), IsEmpty());
  }
}

TEST(Words, OfAnExpressionThatMatchesNothingAreFoundBehindIt) {
  EXPECT_THAT(words_of("regex:x*", "axxbé語x"), ElementsAre("xx", "x"));
}

TEST(Words, KnowTheirLettersSymbolsAndLength) {
  struct Expected {
    std::string text;
    uint32_t length;
    bool letter;
    bool ascii_letter;
    bool symbol;
  };
  const std::vector<Expected> all{
      {"a", 1, true, true, false},
      {"abcdefghijklmnop", 16, true, true, false},
      {"abcdefghijklmnopq", 17, true, true, false},
      {"12", 2, false, false, false},
      {"3.14159265358979323846", 22, false, false, false},
      {"...", 3, false, false, true},
      {"-", 1, false, false, true},
      {"--------------------", 20, false, false, true},
      {"@[`{", 4, false, false, true},
      {"@a", 2, true, true, false},
      {"z.", 2, true, true, false},
      {"é", 1, true, false, false},
      {"中文", 2, true, false, false},
      {"。", 1, false, false, true},
      {"…—", 2, false, false, true},
      {"¿", 1, false, false, false},  // not in datatrove's set
      {"😀", 1, false, false, false},
      {"한글", 2, true, false, false},
      {"ª", 1, true, false, false},
      {"٣", 1, false, false, false},
      {"ि", 1, false, false, false},
  };
  for (const Expected& each : all) {
    for (const std::string& around : {std::string(), std::string(20, ' ')}) {
      const Word word = word_of(around + each.text + around);
      EXPECT_EQ(word.size, each.text.size()) << each.text;
      EXPECT_EQ(word.length, each.length) << each.text;
      EXPECT_EQ(word.letter, each.letter) << each.text;
      EXPECT_EQ(word.ascii_letter, each.ascii_letter) << each.text;
      EXPECT_EQ(word.symbol, each.symbol) << each.text;
      EXPECT_EQ(word.hash, word_of(each.text).hash) << each.text;
    }
  }
}

// The quick ways and the slow one agree: whatever a word is made of, its facts are its characters'.
TEST(Words, AreDescribedByTheirCharacters) {
  std::mt19937 random(7);
  const CharacterTable& table = CharacterTable::get();
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (size_t left = 1 + random() % 20; left > 0; --left) {
      const uint32_t kind = random() % 10;
      char32_t value = 0x21 + random() % 0x5E;
      if (kind == 0) value = 0xA1 + random() % 0x500;
      if (kind == 1) value = 0x4E00 + random() % 100;
      char bytes[4];
      if (!is_space(value)) text.append(bytes, encode_utf8(value, bytes));
    }
    if (text.empty()) continue;
    const Word word = word_of(text);
    bool letter = false;
    bool symbol = true;
    uint32_t length = 0;
    for (size_t at = 0; at < text.size(); ++length) {
      const CodePoint next = decode_utf8(text, at);
      letter |= table.is(next.value, CharacterTable::kLetter);
      symbol &= is_punctuation(next.value);
      at += next.size;
    }
    ASSERT_EQ(word.letter, letter) << text;
    ASSERT_EQ(word.symbol, symbol) << text;
    ASSERT_EQ(word.length, length) << text;
  }
}

TEST(Words, NameWhatTheyAreAndDependOn) {
  EXPECT_EQ(WordDefinition().name(), "uax29");
  EXPECT_EQ(WordDefinition::parse("whitespace").version(), "whitespace (Unicode 16.0)");
  EXPECT_THAT(WordDefinition::parse("uax29").version(), HasSubstr("ICU"));
  EXPECT_EQ(WordDefinition::parse("regex:a+").version(), "regex:a+");
  EXPECT_TRUE(WordDefinition::parse("uax29") == WordDefinition());
  EXPECT_FALSE(WordDefinition::parse("regex:a") == WordDefinition::parse("regex:b"));
}

TEST(Words, RefuseWhatIsNoDefinition) {
  try {
    WordDefinition::parse("whitespaces");
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), HasSubstr("did you mean 'whitespace'?"));
  }
  EXPECT_THROW(WordDefinition::parse("regex:("), ConfigError);
  EXPECT_THROW(SentenceDefinition::parse("regex:("), ConfigError);
  EXPECT_THROW(SentenceDefinition::parse("nltk"), ConfigError);
}

TEST(Sentences, ByMarksAreKnownByTheirOlderNameToo) {
  EXPECT_EQ(SentenceDefinition::parse("regex"), SentenceDefinition::parse("marks"));
  EXPECT_EQ(SentenceDefinition::parse("regex").version(), "marks");
}

TEST(Sentences, AreCountedByMarks) {
  EXPECT_EQ(sentences_of("marks", ""), 0);
  EXPECT_EQ(sentences_of("marks", "One. Two! Three"), 3);
  EXPECT_EQ(sentences_of("marks", "One...Two?!  Three"), 3);
  EXPECT_EQ(sentences_of("marks", "...\n\n. "), 1);  // the space
  EXPECT_EQ(sentences_of("marks", "Line\nLine\n\nLine"), 3);
  EXPECT_EQ(sentences_of("marks", "中文。没有句号"), 1);
  EXPECT_EQ(sentences_of("uax29", "Dr. Wu left. Why? 为什么。因为。"), 5);
  EXPECT_EQ(sentences_of("regex:[^;]+;", "a; b; c"), 2);
}

// RE2's \s is ASCII's, so the characters of Python's are spelt out.
TEST(Sentences, ByMarksAreTheMatchesOfTheExpression) {
  const std::string expression =
      "regex:[^.!?\\n]+[.!?]*[\\t-\\r\\x1C-\\x20\\x{85}\\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}"
      "\\x{2029}\\x{202F}\\x{205F}\\x{3000}]*";
  std::mt19937 random(11);
  const std::vector<std::string> pieces{"a",      "b c",    ".", "!",    "?",      "\n", " ",
                                        "\u00A0", "\u3000", "é", "\x1C", "\u0085", "。"};
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (size_t left = random() % 24; left > 0; --left) text += pieces[random() % pieces.size()];
    ASSERT_EQ(sentences_of("marks", text), sentences_of(expression, text))
        << testing::PrintToString(text);
  }
}

}  // namespace
}  // namespace sluice::quality
