#include "quality/analysis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "quality/characters.h"

namespace sluice::quality {
namespace {

using testing::ElementsAre;

std::vector<std::string> lines_of(const std::string& text, LineSplit split) {
  std::vector<Line> lines;
  split_lines(text, split, lines);
  std::vector<std::string> spelt;
  for (const Line& line : lines) {
    EXPECT_EQ(line.length, count_code_points(line.of(text)));
    EXPECT_EQ(line.blank, strip(line.of(text)).empty());
    spelt.emplace_back(line.of(text));
  }
  return spelt;
}

TEST(Lines, AreThoseOfPython) {
  using enum LineSplit;
  EXPECT_THAT(lines_of("", newline), ElementsAre(""));
  EXPECT_THAT(lines_of("a\n", newline), ElementsAre("a", ""));
  EXPECT_THAT(lines_of("\na\n\nb", newline), ElementsAre("", "a", "", "b"));

  EXPECT_TRUE(lines_of("", ended).empty());
  EXPECT_THAT(lines_of("\n", ended), ElementsAre(""));
  EXPECT_THAT(lines_of("a\n", ended), ElementsAre("a"));
  EXPECT_THAT(lines_of("\na\n\nb", ended), ElementsAre("", "a", "", "b"));
  EXPECT_THAT(lines_of("a\r\nb\n\n", ended), ElementsAre("a\r", "b", ""));

  EXPECT_TRUE(lines_of("", stripped).empty());
  EXPECT_TRUE(lines_of(" \n\n\u3000\t\n", stripped).empty());
  EXPECT_THAT(lines_of(" a b \n\n\u3000é\r\n \nc", stripped), ElementsAre("a b", "é", "c"));

  EXPECT_THAT(lines_of("", newline_runs), ElementsAre(""));
  EXPECT_THAT(lines_of("\n\na\n\n\nb\n \nc\n", newline_runs),
              ElementsAre("", "a", "b", " ", "c", ""));

  EXPECT_TRUE(lines_of("", universal).empty());
  EXPECT_THAT(lines_of("a\n", universal), ElementsAre("a"));
  EXPECT_THAT(lines_of("a\n\nb", universal), ElementsAre("a", "", "b"));
  EXPECT_THAT(lines_of("a\r\nb\rc\vd\fe\x1C"
                       "f\x1Dg\x1Eh\u0085i\u2028j\u2029k\x1Fl",
                       universal),
              ElementsAre("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k\x1Fl"));
  EXPECT_THAT(lines_of("a\n\r\n\r", universal), ElementsAre("a", "", ""));
  EXPECT_THAT(lines_of("é\u2027\u202A\u0084", universal), ElementsAre("é\u2027\u202A\u0084"));

  EXPECT_THAT(lines_of("", paragraphs), ElementsAre(""));
  EXPECT_THAT(lines_of(" \n\n ", paragraphs), ElementsAre(""));
  EXPECT_THAT(lines_of("\n\na\nb\n\n\nc\n\n \n\nd \n", paragraphs),
              ElementsAre("a\nb", "c", " ", "d"));

  EXPECT_THAT(lines_of("", double_newline), ElementsAre(""));
  EXPECT_THAT(lines_of("\n\n", double_newline), ElementsAre("", ""));
  EXPECT_THAT(lines_of("a\nb\n\n\nc\n\n\n\nd\n", double_newline),
              ElementsAre("a\nb", "\nc", "", "d\n"));

  EXPECT_TRUE(lines_of("", stripped_paragraphs).empty());
  EXPECT_TRUE(lines_of(" \n\n\n ", stripped_paragraphs).empty());
  EXPECT_THAT(lines_of("a\nb\n\n\n c\n\n \n\n\u3000d\n", stripped_paragraphs),
              ElementsAre("a\nb", "c", "d"));
}

TEST(Duplicates, AreCountedWithAndWithoutTheFirst) {
  Analysis analysis;
  const std::string text = "aa\nb\n\naa\nböse\n\naa\nböse";
  analysis.begin(text, {});
  const Duplicates& all = analysis.duplicates(LineSplit::newline, false);
  EXPECT_EQ(all.lines, 8);
  EXPECT_EQ(all.characters, 15);
  EXPECT_EQ(all.distinct, 4);
  EXPECT_EQ(all.extra, 4);
  EXPECT_EQ(all.extra_characters, 8);
  EXPECT_EQ(all.all, 7);
  EXPECT_EQ(all.all_characters, 14);
  const Duplicates& some = analysis.duplicates(LineSplit::newline, true);
  EXPECT_EQ(some.lines, 6);
  EXPECT_EQ(some.extra, 3);
  EXPECT_EQ(some.all, 5);
  EXPECT_EQ(some.distinct, 3);
}

// Of double-spaced text, where every other line is blank.
TEST(Duplicates, AreNotTheBlankLinesWhereTheseAreSkipped) {
  Analysis analysis;
  const std::string text = "one\n\ntwo\n\nthree\n \nfour";
  analysis.begin(text, {});
  EXPECT_EQ(analysis.duplicates(LineSplit::newline, true).extra, 0);
  EXPECT_EQ(analysis.duplicates(LineSplit::newline_runs, false).extra, 0);
  EXPECT_EQ(analysis.duplicates(LineSplit::newline, false).extra, 1);
}

TEST(Duplicates, AreThoseOfAMap) {
  std::mt19937 random(3);
  Analysis analysis;
  for (int round = 0; round < 500; ++round) {
    std::string text;
    for (size_t left = random() % 60; left > 0; --left) {
      text += std::string(random() % 30, static_cast<char>('a' + random() % 2));
      text += random() % 3 == 0 ? "é\n" : "\n";
    }
    analysis.begin(text, {});
    std::map<std::string, uint64_t> counts;
    for (const Line& line : analysis.lines(LineSplit::newline))
      ++counts[std::string(line.of(text))];
    Duplicates expected;
    for (const auto& [line, count] : counts) {
      const uint64_t length = count_code_points(line);
      expected.distinct += 1;
      expected.extra += count - 1;
      expected.extra_characters += (count - 1) * length;
      expected.all += count > 1 ? count : 0;
      expected.all_characters += count > 1 ? count * length : 0;
    }
    const Duplicates& found = analysis.duplicates(LineSplit::newline, false);
    ASSERT_EQ(found.distinct, expected.distinct) << text;
    ASSERT_EQ(found.extra, expected.extra) << text;
    ASSERT_EQ(found.extra_characters, expected.extra_characters) << text;
    ASSERT_EQ(found.all, expected.all) << text;
    ASSERT_EQ(found.all_characters, expected.all_characters) << text;
  }
}

TEST(Analysis, NumbersWordsByFirstAppearance) {
  Analysis analysis;
  const WordDefinition whitespace = WordDefinition::parse("whitespace");
  analysis.begin("a b a averyverylongword c b averyverylongword", {});
  EXPECT_THAT(analysis.word_ids(whitespace), ElementsAre(0, 1, 0, 2, 3, 1, 2));
}

TEST(Analysis, CountsCharactersByClass) {
  Analysis analysis;
  analysis.begin("Ab É 7٣½ 语。\n", {});
  const CharacterCounts& counts = analysis.characters();
  EXPECT_EQ(counts.code_points, 12);
  EXPECT_EQ(counts.white_space, 4);
  EXPECT_EQ(counts.letters, 4);
  EXPECT_EQ(counts.digits, 2);
  EXPECT_EQ(counts.upper, 2);
  EXPECT_EQ(counts.punctuation, 1);
  EXPECT_EQ(analysis.code_points(), 12);
}

TEST(Analysis, CountsOccurrencesThatDoNotOverlap) {
  Analysis analysis;
  analysis.begin("....... # ## …", {});
  EXPECT_EQ(analysis.occurrences("..."), 2);
  EXPECT_EQ(analysis.occurrences("#"), 3);
  EXPECT_EQ(analysis.occurrences("…"), 1);
  EXPECT_EQ(analysis.occurrences("x"), 0);
  EXPECT_EQ(analysis.occurrences(""), 0);
}

TEST(Analysis, ForgetsTheTextBefore) {
  Analysis analysis;
  const WordDefinition whitespace = WordDefinition::parse("whitespace");
  const SentenceDefinition marks = SentenceDefinition::parse("marks");
  const std::string first = "One two two. Three\nThree";
  const std::string second = "four";
  const auto expect_second = [&] {
    EXPECT_EQ(analysis.words(whitespace).size(), 1);
    EXPECT_EQ(analysis.word_ids(whitespace).size(), 1);
    EXPECT_EQ(analysis.lines(LineSplit::newline).size(), 1);
    EXPECT_EQ(analysis.duplicates(LineSplit::newline, false).lines, 1);
    EXPECT_EQ(analysis.characters().upper, 0);
    EXPECT_EQ(analysis.code_points(), 4);
    EXPECT_EQ(analysis.sentences(marks), 1);
    EXPECT_EQ(analysis.repetition(whitespace).top(1).count, 1);
  };
  const auto read_all = [&] {
    EXPECT_EQ(analysis.words(whitespace).size(), 5);
    EXPECT_EQ(analysis.word_ids(whitespace).size(), 5);
    EXPECT_EQ(analysis.lines(LineSplit::newline).size(), 2);
    EXPECT_EQ(analysis.duplicates(LineSplit::newline, false).lines, 2);
    EXPECT_EQ(analysis.characters().upper, 3);
    EXPECT_EQ(analysis.code_points(), 24);
    EXPECT_EQ(analysis.sentences(marks), 3);
    EXPECT_EQ(analysis.repetition(whitespace).top(1).count, 2);
  };
  analysis.begin(first, {.language = "en"});
  read_all();
  analysis.replace(second);
  EXPECT_EQ(analysis.facts().language, "en");
  expect_second();
  analysis.begin(first, {});
  EXPECT_EQ(analysis.facts().language, "");
  read_all();
  analysis.begin(second, {});
  expect_second();
}

// Steps and memory, since time means nothing in tests.
TEST(Analysis, IsLinearInOddTexts) {
  const auto use_all = [](Analysis& analysis) {
    for (const std::string_view name : {"whitespace", "uax29"}) {
      const WordDefinition words = WordDefinition::parse(name);
      analysis.word_ids(words);
      for (uint32_t n = 2; n <= 4; ++n) analysis.repetition(words).top(n);
      for (uint32_t n = 5; n <= 10; ++n) analysis.repetition(words).duplicate_characters(n);
    }
    for (const LineSplit split :
         {LineSplit::newline, LineSplit::newline_runs, LineSplit::universal, LineSplit::paragraphs,
          LineSplit::double_newline, LineSplit::stripped_paragraphs}) {
      analysis.duplicates(split, false);
    }
    analysis.characters();
  };
  for (const std::string piece : {"word ", "w", "\n", "line\n", "a b ", " ", "语", "a-", "é\n\n"}) {
    const auto steps = [&](size_t bytes) {
      std::string text;
      while (text.size() < bytes) text += piece;
      Analysis analysis;
      analysis.begin(text, {});
      use_all(analysis);
      return static_cast<double>(analysis.steps());
    };
    EXPECT_LE(steps(400'000), 2.5 * steps(200'000) + 100) << piece;
  }
}

TEST(Analysis, NumbersManyDifferentWords) {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += std::to_string(i % 1500) + " ";
  Analysis analysis;
  analysis.begin(text, {});
  const std::span<const uint32_t> ids = analysis.word_ids(WordDefinition::parse("whitespace"));
  ASSERT_EQ(ids.size(), 2000);
  for (uint32_t i = 0; i < ids.size(); ++i) ASSERT_EQ(ids[i], i % 1500);
}

// Of huge texts, what one step needs is given back before the next: of a text where each byte is a
// word, and each n-gram is there again and again, and of one like any other.
TEST(Analysis, HoldsNoMoreAtATimeThanItMust) {
  const auto most_bytes = [](const std::string& piece) {
    std::string text;
    while (text.size() < 2'000'000) text += piece;
    Analysis analysis;
    analysis.begin(text, {});
    size_t most = 0;
    const auto look = [&] { most = std::max(most, analysis.memory()); };
    for (const std::string_view name : {"uax29", "whitespace"}) {
      const WordDefinition words = WordDefinition::parse(name);
      for (uint32_t n = 2; n <= 4; ++n) {
        analysis.repetition(words).top(n);
        look();
      }
      for (uint32_t n = 5; n <= 10; ++n) {
        analysis.repetition(words).duplicate_characters(n);
        look();
      }
      for (uint32_t n = 2; n <= 3; ++n) {
        analysis.repetition(words).repeats(n);
        look();
      }
    }
    for (const LineSplit split : {LineSplit::newline, LineSplit::ended, LineSplit::universal}) {
      analysis.duplicates(split, false);
      look();
    }
    return most / text.size();
  };
  EXPECT_LE(most_bytes("a-"), 75);
  EXPECT_LE(most_bytes("\n"), 75);
  std::string sentence;
  for (int i = 0; i < 20'000; ++i) sentence += "words " + std::to_string(i) + ", ";
  EXPECT_LE(most_bytes(sentence), 30);
}

TEST(Analysis, GivesBackWhatAHugeTextNeeded) {
  Analysis analysis;
  const WordDefinition words = WordDefinition::parse("whitespace");
  std::string huge;
  while (huge.size() < 20'000'000) huge += "some words\nof a line\n";
  analysis.begin(huge, {});
  analysis.repetition(words).top(4);
  analysis.repetition(words).duplicate_characters(5);
  analysis.duplicates(LineSplit::newline, false);
  EXPECT_GT(analysis.memory(), size_t{50} << 20);
  analysis.begin("small", {});
  EXPECT_LT(analysis.memory(), size_t{16} << 20);
  EXPECT_EQ(analysis.words(words).size(), 1);
}

// The dictionaries that divide it hold memory, too.
TEST(Analysis, GivesBackWhatAHugeTextOfHanNeeded) {
  Analysis analysis;
  const WordDefinition words = WordDefinition::parse("uax29");
  std::string huge;
  while (huge.size() < 12'000'000) huge += "我们都是学生";
  analysis.begin(huge, {});
  analysis.word_count(words);
  EXPECT_GT(analysis.memory(), size_t{16} << 20);
  analysis.begin("small", {});
  EXPECT_LT(analysis.memory(), size_t{1} << 20);
}

}  // namespace
}  // namespace sluice::quality
