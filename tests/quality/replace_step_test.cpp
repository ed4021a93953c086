// Edits of whole texts, and what rule files say wrong of them and of the profiles' other keys.
#include "quality/replace_step.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <re2/re2.h>

#include <random>
#include <string>
#include <string_view>

#include "base/error.h"
#include "quality/expression.h"
#include "quality/filter.h"

namespace sluice::quality {
namespace {

using testing::HasSubstr;

Filter filter_of(const std::string& step) {
  std::vector<Profile> profiles;
  profiles.push_back(
      read_profile("[profile]\nname = \"p\"\n[[step]]\nname = \"s\"\n" + step, "p.toml", {}));
  return Filter(std::move(profiles));
}

std::string error_of(const std::string& step) {
  try {
    filter_of(step);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "none";
}

TEST(ReplaceStep, ReplacesInOrderAndCountsMatches) {
  const Filter filter = filter_of(R"(edit = "replace"
[[step.replace]]
reason = "ab"
pattern = '(a+)b'
with = '<\1>'
[[step.replace]]
reason = "gone"
pattern = '>'
)");
  Filter::Scratch scratch;
  Judgement judgement;
  filter.judge("ab aab é b", {}, scratch, judgement);
  EXPECT_EQ(judgement.text, "<a <aa é b");
  EXPECT_TRUE(judgement.edited);
  EXPECT_FALSE(judgement.first);
  EXPECT_EQ(judgement.findings[0].value, 2);
  EXPECT_EQ(judgement.findings[1].value, 2);
}

TEST(ReplaceStep, LeavesATextThatIsTheSameAfterwards) {
  const Filter filter = filter_of(R"(edit = "replace"
[[step.replace]]
reason = "same"
pattern = 'a'
with = 'a'
)");
  Filter::Scratch scratch;
  Judgement judgement;
  for (const std::string_view text : {"aaa", "b", ""}) {
    filter.judge(text, {}, scratch, judgement);
    EXPECT_FALSE(judgement.edited);
    EXPECT_EQ(judgement.text, text);
  }
}

// RE2 finds \B between the bytes of "é", too.
TEST(ReplaceStep, DoesNotComeBetweenTheBytesOfACharacter) {
  const Filter filter = filter_of(R"(edit = "replace"
[[step.replace]]
reason = "within"
pattern = '\B'
with = '-'
)");
  Filter::Scratch scratch;
  Judgement judgement;
  filter.judge("ab é語", {}, scratch, judgement);
  EXPECT_EQ(judgement.text, "a-b -é-語-");
  EXPECT_EQ(judgement.findings[0].value, 4);
}

// What RE2's own loop makes of it, where no match is within a character.
TEST(ReplaceAll, IsGlobalReplace) {
  std::mt19937 random(17);
  const std::string_view parts[] = {"a", "b", "é", "語", " ", "\n"};
  const std::string_view expressions[] = {"()", "a*",     "(a)(b)?", "\\b", "a|",     "(?m)^",
                                          "é*", "(?m:$)", "[^a]",    "ab",  "(?s:.)", "(é|語)+"};
  for (int i = 0; i < 2000; ++i) {
    std::string text;
    for (size_t size = random() % 12; size > 0; --size) text += parts[random() % std::size(parts)];
    const auto expression = compile_expression(expressions[random() % std::size(expressions)]);
    const std::string_view with = expression->NumberOfCapturingGroups() > 0 ? "<\\1\\0>" : "[\\0]";
    std::string expected = text;
    const int count =
        re2::RE2::GlobalReplace(&expected, *expression, re2::StringPiece(with.data(), with.size()));
    std::string out;
    EXPECT_EQ(replace_all(text, *expression, with, out), static_cast<uint64_t>(count))
        << text << " by " << expression->pattern();
    EXPECT_EQ(out, expected) << text << " by " << expression->pattern();
  }
}

// A byte cut out of a character leaves no text. Everything in a rule file that is an expression
// refuses to.
TEST(Expressions, MatchNoSingleBytes) {
  const std::string replace = "edit = \"replace\"\n[[step.replace]]\nreason = \"r\"\npattern = ";
  const std::string line =
      "edit = \"lines\"\n[[step.line]]\nreason = \"r\"\ntest = \"matches\"\npattern = ";
  const std::string rule = "[[step.rule]]\nreason = \"r\"\n";
  const std::string share = rule + "signal = \"matches_fraction\"\nexpression = ";
  const std::string words = rule + "signal = \"word_count\"\nwords = ";
  const std::string sentences = rule + "signal = \"sentence_count\"\nsentences = ";
  EXPECT_THAT(error_of(replace + "'\\C'\n"), HasSubstr("p.toml:8: [replace]: \\C matches single"));
  EXPECT_THAT(error_of(line + "'a\\C'\n"), HasSubstr("p.toml:9: [line]: \\C matches single"));
  EXPECT_THAT(error_of(share + "'(\\C)'\n"), HasSubstr("p.toml:8: [rule]: \\C matches single"));
  EXPECT_THAT(error_of(words + "'regex:\\C'\n"), HasSubstr("p.toml:8: [rule]: \\C matches single"));
  EXPECT_THAT(error_of(sentences + "'regex:\\C'\n"),
              HasSubstr("p.toml:8: [rule]: \\C matches single"));
  for (const char* refused : {"\\\\\\C", "\\Qa\\E\\C", "\\Q\\\\E\\C", "[\\]]\\C", "\\\\\\\\\\C"}) {
    EXPECT_THROW(compile_expression(refused), ConfigError) << refused;
  }
  for (const char* taken : {"\\\\C", "C", "\\Q\\C\\E", "\\Q\\C", "[\\\\C]", "\\x43", "\\pC"}) {
    EXPECT_NO_THROW(compile_expression(taken)) << taken;
  }
}

TEST(ReplaceStep, RefusesWhatItCannotRead) {
  const std::string begin = "edit = \"replace\"\n[[step.replace]]\nreason = \"r\"\n";
  EXPECT_THAT(error_of(begin), HasSubstr("needs a 'pattern'"));
  EXPECT_THAT(error_of(begin + "pattern = '('\n"), HasSubstr("p.toml:8: [replace]: missing )"));
  EXPECT_THAT(error_of(begin + "pattern = 'a'\nwith = '\\1'\n"), HasSubstr("p.toml:9"));
  EXPECT_THAT(error_of(begin + "pattern = 'a'\nwit = 'b'\n"), HasSubstr("did you mean 'with'"));
  EXPECT_THAT(error_of(begin + "pattern = 'a'\n[[step.rule]]\nreason = \"x\"\n"),
              HasSubstr("takes none"));
  EXPECT_THAT(error_of("edit = \"replace\"\n"), HasSubstr("has no rules"));
}

TEST(LineEditPasses, AreNumberedInOrder) {
  const std::string begin =
      "edit = \"lines\"\n[[step.line]]\nreason = \"r\"\ntest = \"citations\"\n";
  EXPECT_THAT(error_of(begin + "pass = 2\n"), HasSubstr("passes are numbered from 1"));
  const std::string next = "[[step.line]]\nreason = \"q\"\ntest = \"citations\"\n";
  EXPECT_EQ(error_of(begin + "pass = 1\n" + next + "pass = 2\n"), "none");
  EXPECT_THAT(error_of(begin + next + "pass = 3\n"), HasSubstr("passes are numbered"));
}

TEST(Signals, NameWhatTheirKeysMayBe) {
  const auto of = [](const std::string& keys) {
    return error_of("[[step.rule]]\nreason = \"r\"\n" + keys);
  };
  const std::string top = "signal = \"top_ngram_characters_fraction\"\nn = 2\n";
  EXPECT_THAT(of(top + "counting = \"gopher\"\n"), HasSubstr("datatrove, dolma, redpajama, dclm"));
  EXPECT_EQ(of(top + "counting = \"dclm\"\ntext = \"redpajama\"\n"), "none");
  EXPECT_THAT(of(top + "text = \"upper\"\n"), HasSubstr("redpajama_lines"));
  const std::string set = "signal = \"characters_fraction\"\n";
  EXPECT_THAT(of(set), HasSubstr("must name some characters"));
  EXPECT_THAT(of(set + "classes = [\"vowels\"]\n"), HasSubstr("ascii_digits"));
  EXPECT_THAT(of("signal = \"matches_fraction\"\nexpression = '['\n"), HasSubstr("missing ]"));
}

}  // namespace
}  // namespace sluice::quality
