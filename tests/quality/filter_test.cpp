#include "quality/filter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/error.h"
#include "quality/explanation.h"
#include "quality/samples.h"

namespace sluice::quality {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<Profile> profiles_of(const std::vector<std::string>& tomls) {
  std::vector<Profile> profiles;
  for (const std::string& toml : tomls) profiles.push_back(read_profile(toml, "f.toml", {}));
  return profiles;
}

Filter builtin(std::string_view name) {
  std::vector<Profile> profiles;
  profiles.push_back(builtin_profile(name, {}));
  return Filter(std::move(profiles));
}

std::string first_reason(const Filter& filter, std::string_view text, const Facts& facts = {}) {
  Filter::Scratch scratch;
  Judgement judgement;
  filter.judge(text, facts, scratch, judgement);
  return judgement.first ? filter.rules()[*judgement.first].reason : "";
}

const std::string kCount =
    "[profile]\nname = \"count\"\nwords = \"whitespace\"\n[[step]]\nname = \"s\"\n"
    "[[step.rule]]\nreason = \"few\"\nsignal = \"word_count\"\ndrop_below = 3\n"
    "[[step.rule]]\nreason = \"characters\"\nsignal = \"characters\"\ndrop_above = 9\n";
const std::string kEdit =
    "[profile]\nname = \"edit\"\n[[step]]\nname = \"e\"\nedit = \"lines\"\n"
    "[[step.line]]\nreason = \"short\"\ntest = \"words\"\nbelow = 2\n"
    "[[step]]\nname = \"behind\"\n"
    "[[step.rule]]\nreason = \"lines\"\nsignal = \"line_count\"\ndrop_below = 2\n";

TEST(Filter, NumbersRulesInOrder) {
  const Filter filter(profiles_of({kEdit, kCount}));
  std::vector<std::string> names;
  for (const RuleInfo& rule : filter.rules()) {
    names.push_back(rule.profile + ':' + rule.step + ':' + rule.reason);
  }
  EXPECT_THAT(
      names, ElementsAre("edit:e:short", "edit:behind:lines", "count:s:few", "count:s:characters"));
}

// Places are of the text that is asked about, whatever edits stand before and behind the step, each
// told once though two steps find it.
TEST(Filter, FindsPlacesInTheTextThatIsWritten) {
  const auto profile = [](const std::string& name) {
    return "[profile]\nname = \"" + name +
           "\"\n[[step]]\nname = \"p\"\nedit = \"pii\"\nmode = \"annotate\"\n"
           "[[step]]\nname = \"e\"\nedit = \"replace\"\n"
           "[[step.replace]]\nreason = \"" +
           name + "\"\npattern = \"" + name + "\"\n";
  };
  const Filter filter(profiles_of({profile("one"), profile("two")}));
  EXPECT_TRUE(filter.annotates());
  constexpr std::string_view kText = "one \u00e9 8.8.8.8, two ann@mail.example one";
  Filter::Scratch scratch;
  Judgement judgement;
  filter.judge(kText, {}, scratch, judgement);
  EXPECT_EQ(judgement.text, " \u00e9 8.8.8.8,  ann@mail.example ");
  std::vector<Place> places = {{"left over", 1, 2}};
  filter.find_places(judgement.text, "en", places);
  EXPECT_THAT(places, ElementsAre(Place{"email", 13, 29}, Place{"ip", 3, 10}));
  filter.find_places(kText, "en", places);
  EXPECT_THAT(places, ElementsAre(Place{"email", 19, 35}, Place{"ip", 6, 13}));
  EXPECT_FALSE(builtin("fineweb").annotates());
}

TEST(Filter, AppliesAllRulesAndNamesTheFirstThatDrops) {
  const Filter filter(profiles_of({kCount}));
  Filter::Scratch scratch;
  Judgement judgement;
  filter.judge("abcdefghij", {}, scratch, judgement);
  ASSERT_TRUE(judgement.first);
  EXPECT_EQ(*judgement.first, 0);
  EXPECT_TRUE(judgement.findings[0].drops);
  EXPECT_TRUE(judgement.findings[1].drops);
  EXPECT_EQ(judgement.findings[1].value, 10);
  EXPECT_EQ(judgement.findings[1].threshold, 9);
  filter.judge("a b c", {}, scratch, judgement);
  EXPECT_FALSE(judgement.first);
  EXPECT_FALSE(judgement.findings[1].drops);
  EXPECT_FALSE(judgement.edited);
  EXPECT_EQ(judgement.text, "a b c");
}

TEST(Filter, JudgesTheTextThatEditsLeft) {
  const std::string again = "[profile]\nname = \"again\"\n" + kEdit.substr(kEdit.find("[[step]]"));
  const Filter filter(profiles_of({kEdit, kCount, again}));
  Filter::Scratch scratch;
  Judgement judgement;
  const std::string text = "one\ntwo three\nfour five\n";
  filter.judge(text, {}, scratch, judgement);
  EXPECT_TRUE(judgement.edited);
  EXPECT_EQ(judgement.text, "two three\nfour five");
  EXPECT_EQ(judgement.findings[1].value, 2);
  EXPECT_EQ(judgement.findings[3].value, 19);
  EXPECT_EQ(judgement.findings[4].value, 0);  // nothing is left to edit
  filter.judge("one\n", {}, scratch, judgement);
  EXPECT_EQ(judgement.text, "");
  EXPECT_EQ(filter.rules()[*judgement.first].reason, "lines");
}

TEST(Filter, TakesTheThresholdsOfTheLanguage) {
  const Filter filter(profiles_of({kCount + "[step.rule.language.th]\ndrop_above = 100\n"}));
  EXPECT_EQ(first_reason(filter, "aaaa bbbb cccc"), "characters");
  EXPECT_EQ(first_reason(filter, "aaaa bbbb cccc", {.language = "th"}), "");
  EXPECT_EQ(first_reason(filter, "aaaa bbbb cccc", {.language = "de"}), "characters");
}

TEST(Filter, RefusesProfilesOfOneName) {
  EXPECT_THROW(Filter(profiles_of({kCount, kCount})), ConfigError);
}

TEST(Filter, HasADigestOfAllThatDecides) {
  const auto digest = [](const std::vector<std::string>& tomls) {
    return Filter(profiles_of(tomls)).digest();
  };
  const std::string one = digest({kCount});
  EXPECT_EQ(one.size(), 64);
  EXPECT_EQ(digest({"# a comment\n" + kCount}), one);
  const auto changed = [](const std::string& from, const std::string& to) {
    std::string toml = kCount;
    return toml.replace(toml.find(from), from.size(), to);
  };
  EXPECT_NE(digest({changed("drop_below = 3", "drop_below = 4")}), one);
  EXPECT_NE(digest({changed("drop_below", "drop_at_most")}), one);
  EXPECT_NE(digest({changed("\"whitespace\"", "\"uax29\"")}), one);
  EXPECT_NE(digest({changed("\"few\"", "\"fewer\"")}), one);
  EXPECT_NE(digest({kCount + "[step.rule.language.th]\ndrop_above = 100\n"}), one);
  EXPECT_NE(digest({kCount, kEdit}), digest({kEdit, kCount}));
}

TEST(Filter, DigestsContentsOfFilesNotTheirPaths) {
  const auto digest = [](const std::string& path, const std::string& content) {
    Loading loading;
    loading.file = [&](const std::string&) -> std::string_view { return content; };
    std::vector<Profile> profiles;
    profiles.push_back(read_profile("[profile]\nname = \"p\"\n[[step]]\nuse = \"" + path + "\"\n",
                                    "f.toml", loading));
    return Filter(std::move(profiles)).digest();
  };
  EXPECT_EQ(digest("a.toml", kCount), digest("b/c.toml", kCount));
  EXPECT_NE(digest("a.toml", kCount), digest("a.toml", kEdit));
}

// Complaints about other programs: an empty document, one word, and division by nothing.
TEST(Filter, HasAVerdictOnNextToNothing) {
  for (const std::string& name : builtin_profiles()) {
    if (name == "fineweb2") continue;
    SCOPED_TRACE(name);
    const Filter filter = builtin(name);
    Filter::Scratch scratch;
    Judgement judgement;
    for (const std::string_view text : {"", " ", "\n\n\n", "word", "!", "。", "a b"}) {
      filter.judge(text, {}, scratch, judgement);
      for (size_t i = 0; i < judgement.findings.size(); ++i) {
        const Finding& finding = judgement.findings[i];
        if (finding.value) {
          EXPECT_TRUE(std::isfinite(*finding.value)) << filter.rules()[i].reason;
        }
      }
    }
  }
  EXPECT_EQ(first_reason(builtin("datatrove/gopher_repetition"), ""), "");
  EXPECT_EQ(first_reason(builtin("datatrove/gopher_quality"), ""), "gopher_short_doc");
  EXPECT_EQ(first_reason(builtin("datatrove/c4"), ""), "too_few_sentences");
  EXPECT_EQ(first_reason(builtin("datatrove/fineweb"), ""), "empty");
  EXPECT_EQ(first_reason(builtin("fineweb"), ""), "gopher_short_doc");
  EXPECT_EQ(first_reason(builtin("datatrove/gopher_quality"), "word"), "gopher_short_doc");
  EXPECT_EQ(first_reason(builtin("datatrove/fineweb"), "word"), "line_punct_ratio");
  EXPECT_EQ(first_reason(builtin("datatrove/fineweb"), "word."), "short_line_ratio");
}

// A complaint: the blank lines of double-spaced text counted as duplicates of one another.
TEST(Filter, DoesNotTakeBlankLinesForDuplicates) {
  const std::string text =
      "The first line of the text says one thing.\n\nThe second line of it says another.\n\n"
      "The third has nothing new to tell us.\n\nAnd so it ends with a fourth line.\n\n";
  const Filter repetition = builtin("datatrove/gopher_repetition");
  const Filter fineweb = builtin("datatrove/fineweb");
  Filter::Scratch scratch;
  Judgement judgement;
  repetition.judge(text, {}, scratch, judgement);
  EXPECT_EQ(judgement.findings[2].value, 0);  // dup_line_frac
  EXPECT_EQ(judgement.findings[3].value, 0);  // dup_line_char_frac
  fineweb.judge(text, {}, scratch, judgement);
  EXPECT_EQ(judgement.findings[3].value, 0);  // char_dup_ratio
}

// A complaint: terminal punctuation of other scripts was none.
TEST(Filter, KnowsTheEndsOfLinesInAllScripts) {
  const Filter filter = builtin("datatrove/fineweb");
  Filter::Scratch scratch;
  Judgement judgement;
  for (const std::string_view line :
       {"这是一行。", "本当ですか？", "यह एक पंक्ति है।", "هل هذا سطر؟", "Это строка!"}) {
    filter.judge(line, {}, scratch, judgement);
    EXPECT_EQ(judgement.findings[1].value, 1) << line;  // line_punct_ratio
  }
}

// A complaint: code, poems, lists and tables were dropped wholesale, and nothing told why. That they
// are dropped is the sources' doing; here each has the rule, what it measured and its threshold.
TEST(Filter, TellsWhyItDropsWhatIsNoProse) {
  struct Case {
    std::string_view profile;
    std::string_view sample;
    std::string_view reason;
    double value;
    double threshold;
  };
  for (const Case& each : std::initializer_list<Case>{
           {"datatrove/c4_no_terminal_punct", "code", "curly_bracket", 3, 0},
           {"datatrove/fineweb", "poem", "short_line_ratio", 1, 0.67},
           {"datatrove/fineweb", "table", "line_punct_ratio", 0, 0.12}}) {
    const Filter filter = builtin(each.profile);
    Filter::Scratch scratch;
    Judgement judgement;
    filter.judge(sample_text(each.sample), {}, scratch, judgement);
    ASSERT_TRUE(judgement.first) << each.sample;
    const Finding& finding = judgement.findings[*judgement.first];
    EXPECT_EQ(filter.rules()[*judgement.first].reason, each.reason);
    EXPECT_EQ(finding.value, each.value) << each.sample;
    EXPECT_EQ(finding.threshold, each.threshold);
  }
}

TEST(Explain, TellsEveryRuleInAHundredColumns) {
  const Filter filter(profiles_of({kEdit, kCount}));
  Filter::Scratch scratch;
  Judgement judgement;
  filter.judge("one\ntwo three\nfour five\n", {}, scratch, judgement);
  judgement.findings[3].detail =
      "a long\ndetail: " + std::string(50, 'x') + "äöü" + std::string(50, 'y');
  const std::string table = explain(filter, judgement);
  EXPECT_THAT(table, HasSubstr("e/short                 1"));
  EXPECT_THAT(table, HasSubstr("behind/lines            2            < 2   keeps\n"));
  EXPECT_THAT(
      table,
      HasSubstr("s/characters           19            > 9   drops: the reason: a long detail"));
  EXPECT_THAT(table, HasSubstr("\nedit:\n"));
  for (size_t at = 0, end; (end = table.find('\n', at)) != std::string::npos; at = end + 1) {
    EXPECT_LE(end - at, 100);
  }
}

// A rule that drops 0.8 for being below 0.8 would be taken for a fault.
TEST(Explain, TellsValuesApartFromThresholdsThatTheyAreNear) {
  const Filter filter(profiles_of({kCount}));
  Judgement judgement;
  const auto line = [&](double value, double threshold) {
    judgement.findings = {
        {.value = value, .comparison = Comparison::below, .threshold = threshold}};
    judgement.findings.resize(filter.rules().size());
    std::string table = explain(filter, judgement);
    table.erase(0, table.find('\n') + 1);
    return table.substr(0, table.find('\n'));
  };
  EXPECT_THAT(line(0.79999999, 0.8), HasSubstr(" 0.79999999          < 0.8 "));
  EXPECT_THAT(line(0.8, 0.8), HasSubstr(" 0.8          < 0.8 "));
  EXPECT_THAT(line(2.0 / 3, 0.8), HasSubstr(" 0.666667          < 0.8 "));
  EXPECT_THAT(line(0.8000000000000002, 0.8), HasSubstr(" 0.8000000000000002          < 0.8 "));
  EXPECT_THAT(line(100'001, 1e5), HasSubstr(" 100,001      < 100,000 "));
  EXPECT_THAT(line(0.00001, 12.5), HasSubstr(" 1e-05         < 12.5 "));
}

}  // namespace
}  // namespace sluice::quality
