#include "quality/line_edit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "quality/filter.h"

namespace sluice::quality {
namespace {

// An edit as a profile of its own, from the lines of its step.
class Editor {
 public:
  explicit Editor(const std::string& step) : filter_(profiles(step)) {}

  const std::string& edit(std::string_view text) {
    filter_.judge(text, {}, scratch_, judgement_);
    text_ = judgement_.text;
    EXPECT_EQ(judgement_.edited, text_ != text);
    return text_;
  }

  double value(std::string_view reason) const { return *finding(reason).value; }
  bool drops(std::string_view reason) const { return finding(reason).drops; }
  std::string first() const {
    return judgement_.first ? filter_.rules()[*judgement_.first].reason : "";
  }
  const Finding& finding(std::string_view reason) const {
    for (size_t i = 0; i < filter_.rules().size(); ++i) {
      if (filter_.rules()[i].reason == reason) return judgement_.findings[i];
    }
    throw std::out_of_range(std::string(reason));
  }

 private:
  static std::vector<Profile> profiles(const std::string& step) {
    std::vector<Profile> profiles;
    const std::string head =
        "[profile]\nname = \"p\"\nwords = \"whitespace\"\nsentences = \"regex\"\n"
        "[[step]]\nname = \"s\"\nedit = \"lines\"\n";
    profiles.push_back(read_profile(head + step, "p.toml", {}));
    return profiles;
  }

  Filter filter_;
  Filter::Scratch scratch_;
  Judgement judgement_;
  std::string text_;
};

std::string line_test(const std::string& reason, const std::string& rest) {
  return "[[step.line]]\nreason = \"" + reason + "\"\n" + rest;
}

TEST(LineEdit, JoinsKeptLinesAndStripsThem) {
  Editor editor(line_test("short", "test = \"words\"\nbelow = 2\n"));
  EXPECT_EQ(editor.edit("a b\nc\nd e\n"), "a b\nd e");
  EXPECT_EQ(editor.value("short"), 1);
  EXPECT_EQ(editor.edit("a b\nd e"), "a b\nd e");
  EXPECT_EQ(editor.edit("  a b  \r\n\td e"), "a b\nd e");
  EXPECT_EQ(editor.edit("a b\u2028c d\x0b"
                        "e\x1c"
                        "f g"),
            "a b\nc d\nf g");
  EXPECT_EQ(editor.edit("a\nb"), "");
  EXPECT_EQ(editor.edit(""), "");
  EXPECT_EQ(editor.edit(" \n "), "");
}

TEST(LineEdit, LeavesWhiteSpaceAloneWhereAsked) {
  Editor editor("split = \"newline\"\nstrip = false\n" +
                line_test("short", "test = \"words\"\nbelow = 2\nskip_empty = true\n"));
  EXPECT_EQ(editor.edit("x y\n\n  a b \r\nc\n\n d e"), "x y\n\n  a b \r\n\n d e");
  EXPECT_EQ(editor.edit(" x y\n"), "x y");  // the text is stripped all the same
}

TEST(LineEdit, CountsWordsByWhiteSpaceOfAnyScript) {
  Editor editor(line_test("short", "test = \"words\"\nbelow = 3\n"));
  EXPECT_EQ(editor.edit("这是 一行　文字\n这是一行文字"), "这是 一行　文字");
  EXPECT_EQ(editor.edit("a\u00A0b c\na\u200Bb c"), "a\u00A0b c");
}

TEST(LineEdit, MeasuresTheLongestWordInCharacters) {
  Editor editor(line_test("long", "test = \"longest_word\"\nabove = 4\n"));
  EXPECT_EQ(editor.edit("abcd efgh\nabcde f\nдождь\nдом да\na abcde"), "abcd efgh\nдом да");
  EXPECT_EQ(editor.value("long"), 3);
}

TEST(LineEdit, LooksAtEndings) {
  Editor editor(
      line_test("end", "test = \"ending\"\nnone_of = [\".\", \"!\", \"'\"]\nany_of = [\"...\"]\n"));
  EXPECT_EQ(editor.edit("a.\nb\nc...\nd!\n\n'e'\nf…"), "a.\nd!\n'e'");
  Editor terminal(line_test("end", "test = \"ending\"\nterminal = true\n"));
  EXPECT_EQ(terminal.edit("你好。\nक्या।\nهل؟\nno\n"), "你好。\nक्या।\nهل؟");
}

TEST(LineEdit, CutsCitationsWhereTheOrderSays) {
  const std::string cut = line_test("cite", "test = \"citations\"\nthen = \"cut\"\n");
  const std::string end = line_test("end", "test = \"ending\"\nnone_of = [\".\"]\n");
  Editor first(cut + end);
  EXPECT_EQ(first.edit("One.[1]\nTwo[] [edit] [citation needed].\n[a] [1a] [12 .\nX.[٣]"),
            "One.\nTwo  .\n[a] [1a] [12 .\nX.");
  EXPECT_EQ(first.value("cite"), 3);
  EXPECT_EQ(first.value("end"), 0);
  Editor last(end + cut);
  EXPECT_EQ(last.edit("One.[1]\nTwo[2]."), "Two.");
  EXPECT_EQ(last.edit("[[1]]."), "[].");
}

TEST(LineEdit, CountsWordsBeforeItCuts) {
  Editor editor(line_test("cite", "test = \"citations\"\nthen = \"cut\"\n") +
                line_test("short", "test = \"words\"\nbelow = 3\n"));
  EXPECT_EQ(editor.edit("one two [3]\none two"), "one two");
}

TEST(LineEdit, FindsPhrasesThatACutBroughtTogether) {
  Editor editor(line_test("early", "test = \"contains\"\nany_of = [\"lorem ipsum\"]\n") +
                line_test("cite", "test = \"citations\"\nthen = \"cut\"\n") +
                line_test("late", "test = \"contains\"\nany_of = [\"LOREM ipsum\"]\n"));
  EXPECT_EQ(editor.edit("Lorem[1] ipsum\nlorem IPSUM\nlorem [ipsum"), "lorem [ipsum");
  EXPECT_EQ(editor.value("early"), 1);
  EXPECT_EQ(editor.value("late"), 1);
}

// RefinedWeb's lines, as dclm 361714b has them (mappers/modifiers.py).
TEST(LineEdit, DropsLinesOfCapitalsDigitsAndCounters) {
  Editor editor(line_test("upper", "test = \"uppercase_fraction\"\nabove = 0.5\n") +
                line_test("digits", "test = \"digit_fraction\"\nabove = 0.999999\n") +
                line_test("counter",
                          "test = \"matches\"\npattern = '(?i)^\\W*\\d+k? +(likes|views)\\W*$'\n"));
  EXPECT_EQ(editor.edit("ABc\nABcd\n12²\n12.\n3 likes\n12k Views!\n3 likes it\n\nⅣⅣx"),
            "ABcd\n12.\n3 likes it");
  EXPECT_EQ(editor.value("upper"), 2);
  EXPECT_EQ(editor.value("digits"), 1);
  EXPECT_EQ(editor.value("counter"), 2);
}

TEST(LineEdit, CutsWhatMatchesAndDropsWhatIsLeftBlank) {
  Editor editor(line_test("more",
                          "test = \"matches\"\npattern = '(?i)\\s?read more...$'\n"
                          "then = \"cut_or_drop\"\nmax_words = 4\n"));
  EXPECT_EQ(editor.edit("So it was. Read more...\nread more...\n"
                        "a b c d read more...\n\nno more"),
            "So it was. Read more...\na b c d read more...\n\nno more");
  EXPECT_EQ(editor.edit("It was. Read more..."), "It was.");
}

TEST(LineEdit, GoesOnBehindALineThatDropsTheDocument) {
  Editor editor(line_test("lorem",
                          "test = \"contains\"\nany_of = [\"lorem\"]\n"
                          "then = \"drop_document\"\n") +
                line_test("script", "test = \"contains\"\nany_of = [\"script\"]\n") +
                line_test("brace",
                          "test = \"contains\"\nany_of = [\"{\"]\n"
                          "then = \"drop_document\"\n"));
  EXPECT_EQ(editor.edit("a { b\nlorem script {\nlorem c\nend"), "a { b\nlorem c\nend");
  EXPECT_TRUE(editor.drops("lorem"));
  EXPECT_TRUE(editor.drops("brace"));
  EXPECT_EQ(editor.value("lorem"), 2);
  EXPECT_EQ(editor.value("brace"), 1);  // the second went with "script" before it was asked
  EXPECT_FALSE(editor.drops("script"));
  EXPECT_EQ(editor.first(), "brace");  // its line comes first
  editor.edit("lorem {\nb {");
  EXPECT_EQ(editor.first(), "lorem");
  editor.edit("b");
  EXPECT_EQ(editor.first(), "");
}

// A complaint about another program: its test for curly braces was always true.
TEST(LineEdit, DropsForABraceOnlyWhereThereIsOne) {
  Editor editor(line_test("brace",
                          "test = \"contains\"\nany_of = [\"{\"]\n"
                          "then = \"drop_document\"\n"));
  editor.edit("A text (of [some]) brackets }");
  EXPECT_FALSE(editor.drops("brace"));
  editor.edit("A text { of some");
  EXPECT_TRUE(editor.drops("brace"));
}

TEST(LineEdit, JudgesWhatIsLeft) {
  Editor editor(
      line_test("short", "test = \"words\"\nbelow = 2\n") +
      "[[step.rule]]\nreason = \"few\"\nsignal = \"kept_sentences\"\ndrop_below = 3\n"
      "[[step.rule]]\nreason = \"lines\"\nsignal = \"kept_lines\"\n"
      "[[step.rule]]\nreason = \"went\"\nsignal = \"removed_words_fraction\"\ndrop_above = 0.2\n");
  editor.edit("One two. Three!\nfour\nFive six");
  EXPECT_EQ(editor.value("few"), 3);
  EXPECT_EQ(editor.value("lines"), 2);
  EXPECT_DOUBLE_EQ(editor.value("went"), 1.0 / 6);
  EXPECT_EQ(editor.first(), "");
  editor.edit("One two\nthree");
  EXPECT_DOUBLE_EQ(editor.value("went"), 1.0 / 3);
  EXPECT_EQ(editor.first(), "few");
  editor.edit(" ");
  EXPECT_FALSE(editor.finding("went").value.has_value());
  EXPECT_FALSE(editor.drops("went"));
  EXPECT_EQ(editor.value("lines"), 0);
}

// Sentences are those of each line by itself, however the lines are joined.
TEST(LineEdit, CountsTheSentencesOfEachLine) {
  const std::string lines = line_test("cite", "test = \"citations\"\nthen = \"cut\"\n");
  const std::string text = "One. Two\n... Three\n[1] [2]\n\n?!\nFour. [1]\n  five\n";
  std::map<std::string, double> expected = {{"marks", 6}, {"uax29", 7}, {"regex:\\\\w+", 5}};
  // uax29: One. | Two | ... | Three | ?! | Four. | five
  // marks: One. | Two | " Three" | " " of two citations | Four. and its space | five
  for (const auto& [name, count] : expected) {
    Editor editor(lines + "[[step.rule]]\nreason = \"n\"\nsignal = \"kept_sentences\"\n" +
                  "sentences = \"" + name + "\"\n");
    editor.edit(text);
    EXPECT_EQ(editor.value("n"), count) << name;
  }
}

TEST(LineEdit, MakesShortWorkOfHugeTexts) {
  Editor editor(line_test("short", "test = \"words\"\nbelow = 3\n") +
                line_test("cite", "test = \"citations\"\nthen = \"cut\"\n") +
                line_test("brace", "test = \"contains\"\nany_of = [\"{\"]\n"));
  EXPECT_EQ(editor.edit(std::string(1'000'000, '\n')), "");
  EXPECT_EQ(editor.value("short"), 1'000'000);
  std::string words;
  for (int i = 0; i < 1'000'000; ++i) words += "[1] ";
  EXPECT_EQ(editor.edit(words), "");
  EXPECT_EQ(editor.value("cite"), 1);
  EXPECT_EQ(editor.edit("a b c " + std::string(4'000'000, '[')).size(), 4'000'006);
}

}  // namespace
}  // namespace sluice::quality
