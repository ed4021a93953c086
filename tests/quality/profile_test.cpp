#include "quality/profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>

#include "base/error.h"
#include "quality/filter.h"
#include "unicode/segments.h"

namespace sluice::quality {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string complaint(const std::function<void()>& action) {
  try {
    action();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

std::string complaint_about(const std::string& toml, const Loading& loading = {}) {
  return complaint([&] { read_profile(toml, "f.toml", loading); });
}

const std::string kHead = "[profile]\nname = \"p\"\n";  // 2 lines
const std::string kStep = kHead + "[[step]]\nname = \"s\"\n";
const std::string kRule =
    kStep + "[[step.rule]]\nreason = \"short\"\nsignal = \"word_count\"\n";  // 7 lines

// By the first rule.
Finding judge(const Profile& profile, std::string_view language, std::string_view text) {
  const Step& step = *profile.steps(language).at(0).step;
  Analysis analysis;
  analysis.begin(text, {});
  std::vector<Finding> findings(step.rules().size());
  std::string edited;
  step.apply(analysis, findings, edited);
  return findings.at(0);
}

TEST(ReadProfile, ReadsRules) {
  const Profile profile = read_profile(
      "[profile]\nname = \"mine\"\nsource = \"me\"\nnote = \"a note\"\nwords = \"whitespace\"\n"
      "[[step]]\nname = \"s\"\n"
      "[[step.rule]]\nreason = \"short\"\nsignal = \"word_count\"\ndrop_below = 3\n"
      "[[step.rule]]\nreason = \"score\"\nsignal = \"language_score\"\nmodel = \"lid.176\"\n"
      "drop_at_most = 0.65\nundefined = \"drop\"\n"
      "[[step.rule]]\nreason = \"seen\"\nsignal = \"mean_word_length\"\n",
      "f.toml", {});
  EXPECT_EQ(profile.name, "mine");
  EXPECT_EQ(profile.source, "me");
  EXPECT_EQ(profile.note, "a note");
  EXPECT_THAT(profile.words, HasSubstr("whitespace"));
  const std::vector<RuleInfo> rules = profile.fallback.at(0).step->rules();
  ASSERT_EQ(rules.size(), 3);
  EXPECT_EQ(rules[0].reason, "short");
  EXPECT_EQ(rules[0].signal, "word_count");
  EXPECT_EQ(rules[0].scale, Scale::count);
  EXPECT_EQ(rules[0].comparison, Comparison::below);
  EXPECT_EQ(rules[0].threshold, 3);
  EXPECT_EQ(rules[1].comparison, Comparison::at_most);
  EXPECT_EQ(rules[1].model, "lid.176");
  EXPECT_EQ(rules[2].comparison, Comparison::none);
}

TEST(ReadProfile, ComparesAsTheKeySays) {
  const std::string text = "one two three";
  const std::map<std::string, std::vector<bool>> drops = {// with 2, 3, 4 as the threshold
                                                          {"drop_above", {true, false, false}},
                                                          {"drop_at_least", {true, true, false}},
                                                          {"drop_below", {false, false, true}},
                                                          {"drop_at_most", {false, true, true}}};
  for (const auto& [key, expected] : drops) {
    for (int i = 0; i < 3; ++i) {
      const Profile profile =
          read_profile(kRule + key + " = " + std::to_string(2 + i) + "\n", "f.toml", {});
      EXPECT_EQ(judge(profile, "", text).drops, expected[static_cast<size_t>(i)]) << key << i;
    }
  }
}

// A percentage in the place of a share drops everything, or nothing.
TEST(ReadProfile, RefusesThresholdsThatNoShareReaches) {
  const auto complaint_of = [](const std::string& rule) {
    return complaint_about(kStep + "[[step.rule]]\nreason = \"r\"\nsignal = " + rule + "\n");
  };
  EXPECT_THAT(complaint_of("\"alphabetic_words_fraction\"\ndrop_below = 80"),
              HasSubstr("'drop_below' is of a share, 0 to 1; is 0.8 meant?"));
  EXPECT_THAT(complaint_of("\"duplicate_lines_fraction\"\ndrop_above = 1.5"), HasSubstr("0.015"));
  EXPECT_THAT(complaint_of("\"duplicate_lines_fraction\"\ndrop_above = 0.1\n"
                           "[step.rule.language.de]\ndrop_above = 20"),
              HasSubstr("is 0.2 meant?"));
  EXPECT_THAT(complaint_of("\"letters_fraction\"\ndrop_below = 101"), HasSubstr("0 to 1"));
  // These may lie above 1, or are off.
  EXPECT_EQ(complaint_of("\"newlines_per_word\"\ndrop_above = 2"), "");
  EXPECT_EQ(complaint_of("\"occurrences_per_word\"\nof = [\"#\"]\ndrop_above = 3"), "");
  EXPECT_EQ(complaint_of("\"short_lines_fraction\"\ndrop_above = 999"), "");
  EXPECT_EQ(complaint_of("\"letters_fraction\"\ndrop_below = 1"), "");
  EXPECT_EQ(complaint_of("\"letters_fraction\"\ndrop_below = -1"), "");
}

// What a kind says of its values holds for any text.
TEST(SignalKinds, SharesAreNeverAboveOne) {
  const std::string parameters = "of = [\"a\", \"b\"]\ncharacters = \"ab\"\nexpression = \"a*\"\n";
  for (const SignalKind& kind : signal_kinds()) {
    if (kind.bound != Bound::one || kind.name == "fasttext" || kind.name == "language_score" ||
        kind.name == "listed_words_fraction") {
      continue;
    }
    for (const std::string_view text :
         {"a", "a a a a a a", "AAAA\nAAAA\nAAAA\n", "1\n1\n\n\n1", "###", "...\n...\n",
          "b\n\nb\n\nb", "五五五五五五", "É É É É", " \n \n"}) {
      std::vector<Record> records = read_records(
          "[rule]\n" + (kind.name == "short_lines_fraction" ? std::string() : parameters), "f");
      const auto signal = make_signal(kind, records.front(), {});
      Analysis analysis;
      analysis.begin(text, {});
      EXPECT_LE(signal->measure(analysis).value_or(0), 1) << kind.name << ": " << text;
    }
  }
}

TEST(ReadProfile, SaysWhatBecomesOfTextsWithoutAValue) {
  const std::string mean =
      kStep + "[[step.rule]]\nreason = \"r\"\nsignal = \"mean_word_length\"\ndrop_below = 3\n";
  const Finding kept = judge(read_profile(mean, "f", {}), "", " ");
  EXPECT_FALSE(kept.value.has_value());
  EXPECT_FALSE(kept.drops);
  EXPECT_TRUE(judge(read_profile(mean + "undefined = \"drop\"\n", "f", {}), "", " ").drops);
}

TEST(ReadProfile, HasOtherKeysForALanguage) {
  const Profile profile = read_profile(kRule +
                                           "drop_below = 3\n"
                                           "[step.rule.language.zh]\ndrop_below = 10\n"
                                           "[step.rule.language.zh-Hant]\ndrop_at_least = 2\n"
                                           "[step.rule.language.th]\ndrop = false\n"
                                           "[step.rule.language.km]\nwords = \"regex:.\"\n",
                                       "f.toml", {});
  const auto drops = [&](std::string_view language) {
    return judge(profile, language, "one two three four").drops;
  };
  EXPECT_FALSE(drops(""));
  EXPECT_FALSE(drops("en"));
  EXPECT_TRUE(drops("zh"));
  EXPECT_TRUE(drops("zh-Hans"));
  EXPECT_TRUE(drops("zh-Hant"));
  EXPECT_FALSE(drops("z"));
  EXPECT_EQ(judge(profile, "zh-Hant-HK", "one").comparison, Comparison::at_least);
  EXPECT_EQ(judge(profile, "th", "one").comparison, Comparison::none);
  EXPECT_EQ(judge(profile, "th", "one").value, 1);
  EXPECT_EQ(judge(profile, "km", "one").value, 3);
  EXPECT_EQ(judge(profile, "en", "one").threshold, 3);
}

TEST(ReadProfile, AsksForTheCodesOfLanguages) {
  Loading loading;
  loading.canonical = [](std::string_view name) {
    return name == "deu_Latn" || name == "de" ? std::string("de") : std::string();
  };
  const Profile profile =
      read_profile(kRule + "[step.rule.language.deu_Latn]\ndrop_below = 1\n", "f", loading);
  EXPECT_TRUE(profile.by_language.contains("de"));
  // FineWeb-2 has a thousand languages that are not known by any other name.
  EXPECT_TRUE(read_profile(kRule + "[step.rule.language.aai_Latn]\ndrop_below = 1\n", "f", loading)
                  .by_language.contains("aai_Latn"));
  EXPECT_EQ(complaint_about(kRule + "[step.rule.language.\"../de\"]\n", loading),
            "f.toml:8: [language]: '../de' is no code of a language");
  EXPECT_EQ(complaint_about(kRule + "[step.rule.language.\"\"]\n", loading),
            "f.toml:8: [language]: '' is no code of a language");
  EXPECT_EQ(
      complaint_about(kRule + "[step.rule.language.de]\n[step.rule.language.deu_Latn]\n", loading),
      "f.toml:9: [language]: language 'de' is there twice");
}

TEST(ReadProfile, TakesWordsFromTheNearest) {
  const std::string rule =
      "[[step]]\nname = \"s\"\n[[step.rule]]\nreason = \"r\"\nsignal = \"word_count\"\n";
  const auto count = [&](const std::string& toml, const Loading& loading) {
    return judge(read_profile(toml, "f", loading), "", "It's 3.14, so.").value;
  };
  EXPECT_EQ(count(kHead + rule, {}), 5);
  EXPECT_EQ(count(kHead + "words = \"whitespace\"\n" + rule, {}), 3);
  const Loading loading{.words = WordDefinition::parse("regex:.")};
  EXPECT_EQ(count(kHead + "words = \"whitespace\"\n" + rule, loading), 14);
  EXPECT_EQ(count(kHead + rule + "words = \"whitespace\"\n", loading), 3);
}

// Runs are told apart by it (a digest goes into the stats): a rule's own words, and lower case, are
// of a version of ICU whatever the profile's default words are.
TEST(ReadProfile, NamesTheVersionsThatValuesDependOn) {
  const std::string toml =
      kHead + "words = \"whitespace\"\nsentences = \"regex\"\n" + kRule.substr(kHead.size());
  EXPECT_THAT(read_profile(toml, "f", {}).canonical, HasSubstr(segmenter_version()));
}

TEST(ReadProfile, UsesOtherProfiles) {
  const std::map<std::string, std::string> files = {
      {"rules/one.toml",
       "[profile]\nname = \"one\"\nwords = \"regex:.\"\n[[step]]\nname = \"a\"\n"
       "[[step.rule]]\nreason = \"r\"\nsignal = \"word_count\"\n"
       "[step.rule.language.de]\ndrop_below = 3\n"},
      {"rules/two.toml",
       "[profile]\nname = \"two\"\n[[step]]\nuse = \"./one.toml\"\n"
       "[[step]]\nname = \"b\"\n"
       "[[step.rule]]\nreason = \"r\"\nsignal = \"word_count\"\n"},
  };
  Loading loading;
  loading.file = [&](const std::string& path) -> std::string_view {
    std::string plain = path;
    if (const size_t dot = plain.find("./"); dot != std::string::npos) plain.erase(dot, 2);
    return files.at(plain);
  };
  const auto names = [](const Steps& steps) {
    std::vector<std::string> all;
    for (const NamedStep& step : steps) all.push_back(step.name);
    return all;
  };
  const Profile profile = read_profile(
      "[profile]\nname = \"p\"\n[[step]]\nuse = \"two.toml\"\nname = \"x\"\n"
      "[[step]]\nuse = \"one.toml\"\nname = \"y\"\n[[step]]\nuse = \"datatrove/c4\"\n",
      "rules/p.toml", loading);
  EXPECT_THAT(names(profile.fallback), ElementsAre("x/a", "x/b", "y", "c4"));
  EXPECT_THAT(names(profile.steps("de")), ElementsAre("x/a", "x/b", "y", "c4"));
  EXPECT_TRUE(judge(profile, "de", "ab").drops);
  EXPECT_EQ(judge(profile, "en", "ab").value, 2);
  // The words of the file that was asked for hold for those that it uses.
  const Profile other = read_profile(
      "[profile]\nname = \"p\"\nwords = \"whitespace\"\n[[step]]\nuse = \"one.toml\"\n",
      "rules/p.toml", loading);
  EXPECT_EQ(judge(other, "", "ab").value, 1);
}

TEST(ReadProfile, EndsWhereProfilesUseOneAnother) {
  Loading loading;
  const std::string circle = kHead + "[[step]]\nuse = \"f.toml\"\n";
  loading.file = [&](const std::string&) -> std::string_view { return circle; };
  EXPECT_EQ(complaint_about(circle, loading),
            "f.toml:4: [step]: profiles use one another without end, or too many of them");
  // Not in a circle, but two of two of two …
  std::map<std::string, std::string> files;
  for (int i = 0; i < 15; ++i) {
    const std::string use = "[[step]]\nuse = \"" + std::to_string(i + 1) + ".toml\"\nname = ";
    files[std::to_string(i) + ".toml"] = kHead + use + "\"a\"\n" + use + "\"b\"\n";
  }
  files["15.toml"] = kHead + "[[step]]\nname = \"s\"\nedit = \"pii\"\n";
  loading.file = [&](const std::string& path) -> std::string_view { return files.at(path); };
  EXPECT_THAT(complaint([&] { read_profile(files.at("0.toml"), "0.toml", loading); }),
              HasSubstr("too many of them"));
}

TEST(ReadProfile, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(complaint_about(""), "f.toml: a rule file begins with [profile]");
  EXPECT_EQ(complaint_about("[[step]]\n"), "f.toml: a rule file begins with [profile]");
  EXPECT_EQ(complaint_about("[profile]\n"), "f.toml:1: [profile]: needs a 'name'");
  EXPECT_EQ(complaint_about("[profile]\nname = 3\n"),
            "f.toml:2: [profile]: 'name' must be a string");
  EXPECT_EQ(complaint_about(kHead + "sorce = \"x\"\n"),
            "f.toml:3: [profile]: unknown key 'sorce'; did you mean 'source'?");
  EXPECT_THAT(complaint_about(kHead + "words = \"uax\"\n"), HasSubstr("f.toml:3: [profile]: "));
  EXPECT_THAT(complaint_about(kHead + "sentences = \"regex:(\"\n"),
              HasSubstr("f.toml:3: [profile]: "));
  EXPECT_EQ(complaint_about(kHead + "[[steps]]\n"),
            "f.toml:3: [steps]: unknown table; did you mean 'step'?");
  EXPECT_EQ(complaint_about(kHead + "[[step]]\n"), "f.toml:3: [step]: needs a 'name', or 'use'");
  EXPECT_EQ(complaint_about(kStep), "f.toml:3: [step]: has no rules");
  EXPECT_EQ(complaint_about(kHead), "f.toml:1: [profile]: has no [[step]]");
  EXPECT_EQ(complaint_about(kStep + "edit = \"line\"\n"),
            "f.toml:5: [step]: unknown edit 'line'; did you mean 'lines'?");
  EXPECT_EQ(complaint_about(kHead + "[[step]]\nuse = \"gophr\"\n"),
            "f.toml:4: [step]: no built-in profile is called 'gophr'; did you mean 'gopher'?");
  EXPECT_EQ(complaint_about(kHead + "[[step]]\nuse = \"a.toml\"\n"),
            "f.toml:4: [step]: names file 'a.toml', which is not allowed here");
  EXPECT_EQ(complaint_about(kStep + "[[step.rule]]\nsignal = \"word_count\"\n"),
            "f.toml:5: [rule]: needs a 'reason'");
  EXPECT_EQ(complaint_about(kStep + "[[step.rule]]\nreason = \"r\"\n"),
            "f.toml:5: [rule]: needs a 'signal'");
  EXPECT_EQ(complaint_about(kStep + "[[step.rule]]\nreason = \"r\"\nsignal = \"word_cont\"\n"),
            "f.toml:7: [rule]: unknown signal 'word_cont'; did you mean 'word_count'?");
  EXPECT_EQ(complaint_about(kRule + "drop_bellow = 3\n"),
            "f.toml:8: [rule]: unknown key 'drop_bellow'; did you mean 'drop_below'?");
  EXPECT_EQ(complaint_about(kRule + "drop_above = 3\ndrop_below = 3\n"),
            "f.toml:9: [rule]: a rule has one threshold; this is the second");
  EXPECT_EQ(complaint_about(kRule + "drop_below = \"3\"\n"),
            "f.toml:8: [rule]: 'drop_below' must be a number");
  EXPECT_EQ(complaint_about(kRule + "drop_below = nan\n"),
            "f.toml:8: [rule]: 'drop_below' must be a number");
  EXPECT_EQ(complaint_about(kRule + "drop_below = 3\nundefined = \"dorp\"\n"),
            "f.toml:9: [rule]: 'undefined' must be \"keep\" or \"drop\"");
  EXPECT_EQ(complaint_about(kRule + "undefined = \"drop\"\n"),
            "f.toml:8: [rule]: a rule that drops what has no value needs a threshold, too");
  EXPECT_EQ(complaint_about(kRule + "[step.rule.language.de]\ndrop_bellow = 3\n"),
            "f.toml:9: [rule]: unknown key 'drop_bellow'; did you mean 'drop_below'?");
  EXPECT_EQ(complaint_about(kRule + "[[step.rule]]\nreason = \"short\"\nsignal = \"characters\"\n"),
            "f.toml:3: [step]: two rules have the reason 'short'");
  EXPECT_EQ(complaint_about(kRule + "[[step]]\nname = \"s\"\n[[step.rule]]\nreason = \"a\"\n"
                                    "signal = \"characters\"\n"),
            "f.toml:9: [step]: two steps are called 's'; 'name' tells them apart");
  EXPECT_EQ(complaint_about(kHead + "[[step]]\nuse = \"datatrove/c4\"\n[[step]]\n"
                                    "use = \"datatrove/c4\"\n"),
            "f.toml:6: [step]: two steps are called 'c4'; 'name' tells them apart");
}

// What a rule names is told of by the rule's file, line and key, whatever is wrong with it.
// An expression that matches nothing everywhere measures nothing.
TEST(ReadProfile, WantsExpressionsThatAreNotEmpty) {
  const auto refused = [](const std::string& toml) {
    EXPECT_THAT(complaint_about(toml), HasSubstr("the expression is empty")) << toml;
  };
  refused(kHead + "words = \"regex:\"\n" + "[[step]]\nname = \"s\"\n");
  refused(kHead + "sentences = \"regex:\"\n" + "[[step]]\nname = \"s\"\n");
  refused(kRule + "words = \"regex:\"\n");
  refused(kStep +
          "[[step.rule]]\nreason = \"r\"\nsignal = \"matches_fraction\"\nexpression = ''\n");
  refused(kStep +
          "edit = \"lines\"\n[[step.line]]\nreason = \"r\"\ntest = \"matches\"\npattern = ''\n");
  refused(kStep + "edit = \"replace\"\n[[step.replace]]\nreason = \"r\"\npattern = \"\"\n");
}

TEST(ReadProfile, SaysWhichRuleNamesWhatIsWrong) {
  const std::string rule = kStep + "[[step.rule]]\nreason = \"r\"\n";  // 6 lines
  Loading loading;
  loading.file = [](const std::string& path) -> std::string_view {
    if (path != "there") throw ConfigError(path + ": cannot be opened");
    return "\n";
  };
  const auto about = [&](const std::string& keys) { return complaint_about(rule + keys, loading); };
  const std::string list = "signal = \"url_words\"\n";
  EXPECT_EQ(about(list + "lists = [\"none\"]\n"), "f.toml:8: [rule]: none: cannot be opened");
  EXPECT_EQ(about(list + "lists = [\"there\"]\n"), "f.toml:8: [rule]: there: holds no entries");
  EXPECT_EQ(complaint_about(rule + list + "lists = [\"there\"]\n"),
            "f.toml:8: [rule]: names file 'there', which is not allowed here");
  const std::string model = "signal = \"fasttext\"\nlabel = \"hq\"\n";
  EXPECT_EQ(about(model + "model = \"none\"\n"), "f.toml:9: [rule]: none: cannot be opened");
  EXPECT_THAT(about(model + "model = \"there\"\n"), HasSubstr("f.toml:9: [rule]: there: "));
  EXPECT_EQ(complaint_about(kHead + "[[step]]\nuse = \"none.toml\"\n", loading),
            "f.toml:4: [step]: none.toml: cannot be opened");
  EXPECT_THAT(about("signal = \"word_count\"\nwords = \"uax\"\n"), HasSubstr("f.toml:8: [rule]: "));
  EXPECT_THAT(about("signal = \"sentence_count\"\nsentences = \"x\"\n"),
              HasSubstr("f.toml:8: [rule]: "));
  EXPECT_THAT(about("signal = \"word_count\"\ntext = \"x\"\n"), HasSubstr("f.toml:8: [rule]: "));
  const std::string pii = kStep + "edit = \"pii\"\n";
  for (const std::string key : {"emails", "ipv4", "ipv6"}) {
    EXPECT_EQ(complaint_about(pii + key + " = []\n"),
              "f.toml:6: [step]: '" + key + "' must list one replacement or more");
  }
  EXPECT_THAT(complaint_about(pii + "mode = \"x\"\n"), HasSubstr("f.toml:6: [step]: 'mode'"));
}

// A language that is measured alone may stand where the rule says what becomes of no value.
TEST(ReadProfile, TakesAwayAThresholdAndWhatBecomesOfNoValueWithIt) {
  const std::string mean =
      kStep +
      "[[step.rule]]\nreason = \"r\"\nsignal = \"mean_word_length\"\ndrop_below = 3\n"
      "undefined = \"drop\"\n";  // 9 lines
  const Profile profile = read_profile(mean +
                                           "[step.rule.language.th]\ndrop = false\n"
                                           "[step.rule.language.zh]\ndrop_below = 2\n"
                                           "[step.rule.language.ja]\nundefined = \"keep\"\n",
                                       "f.toml", {});
  EXPECT_TRUE(judge(profile, "en", " ").drops);
  EXPECT_FALSE(judge(profile, "th", " ").drops);
  EXPECT_FALSE(judge(profile, "th", "a").drops);
  EXPECT_TRUE(judge(profile, "zh", " ").drops);
  EXPECT_FALSE(judge(profile, "zh", "ab").drops);
  EXPECT_FALSE(judge(profile, "ja", " ").drops);
  EXPECT_TRUE(judge(profile, "ja", "ab").drops);
  const std::string refused = ": [rule]: 'drop' can only be false, in the place of a threshold";
  EXPECT_EQ(complaint_about(mean + "drop = false\n"), "f.toml:10" + refused);
  EXPECT_EQ(complaint_about(mean + "[step.rule.language.th]\ndrop = true\n"),
            "f.toml:11" + refused);
  EXPECT_EQ(complaint_about(mean + "[step.rule.language.th]\ndrop = false\ndrop_below = 2\n"),
            "f.toml:11" + refused);
}

// Findings, stats and reasons are numbered by rules, whatever the language.
TEST(ReadProfile, RefusesOtherRulesForALanguage) {
  const auto about = [](const std::string& step, const std::string& keys) {
    return complaint_about(step + ".language.de]\n" + keys);
  };
  const std::string rule = kRule + "[step.rule";
  EXPECT_EQ(about(rule, "reason = \"long\"\n"),
            "f.toml:9: [de]: 'reason' is the same in all languages");
  EXPECT_EQ(about(rule, "signal = \"line_count\"\n"),
            "f.toml:9: [de]: 'signal' is the same in all languages");
  const std::string line = kStep +
                           "edit = \"lines\"\n[[step.line]]\nreason = \"r\"\n"
                           "test = \"words\"\nbelow = 3\n[step.line";
  EXPECT_EQ(about(line, "test = \"citations\"\n"),
            "f.toml:11: [de]: 'test' is the same in all languages");
  EXPECT_EQ(about(line, "then = \"drop_document\"\n"),
            "f.toml:11: [de]: 'then' is the same in all languages");
  EXPECT_EQ(about(line, "below = 2\n"), "");
  const std::string replace = kStep +
                              "edit = \"replace\"\n[[step.replace]]\nreason = \"r\"\n"
                              "pattern = \"a\"\n[step.replace";
  EXPECT_EQ(about(replace, "reason = \"s\"\n"),
            "f.toml:10: [de]: 'reason' is the same in all languages");
}

// A list is read, and made into an automaton, once, and not once for each language.
TEST(ReadProfile, MakesWhatLanguagesShareOnce) {
  size_t reads = 0;
  Loading loading;
  loading.file = [&](const std::string& path) -> std::string_view {
    ++reads;
    return path == "bad" ? "bad" : "worse";
  };
  std::string toml = kStep;
  toml += "[[step.rule]]\nreason = \"bad\"\nsignal = \"bad_words\"\nlists = [\"bad\"]\n";
  toml += "drop_at_least = 1\n[step.rule.language.a0]\nlists = [\"worse\"]\n";
  for (int i = 1; i < 20; ++i) {
    toml += "[step.rule.language.a" + std::to_string(i) + "]\ndrop_at_least = 2\n";
  }
  toml += "[[step.rule]]\nreason = \"few\"\nsignal = \"word_count\"\ndrop_below = 1\n";
  for (int i = 0; i < 20; ++i) {
    toml += "[step.rule.language.b" + std::to_string(i) + "]\nwords = \"whitespace\"\n";
  }
  const Profile profile = read_profile(toml, "f.toml", loading);
  EXPECT_EQ(reads, 2);
  EXPECT_TRUE(judge(profile, "", "so bad").drops);
  EXPECT_TRUE(judge(profile, "b1", "so bad").drops);
  EXPECT_FALSE(judge(profile, "a1", "so bad").drops);
  EXPECT_TRUE(judge(profile, "a1", "bad, bad").drops);
  EXPECT_FALSE(judge(profile, "a0", "bad, bad").drops);
  EXPECT_TRUE(judge(profile, "a0", "worse").drops);
}

// A threshold on a score is of the model that gives the score: 0.65 is lid.176's.
TEST(ReadProfile, WantsTheModelOfAThresholdOnLanguageScores) {
  const std::string score = kStep + "[[step.rule]]\nreason = \"r\"\nsignal = \"language_score\"\n";
  EXPECT_EQ(complaint_about(score + "drop_below = 0.5\n"),
            "f.toml:5: [rule]: a threshold on language_score names the 'model' that it was made "
            "for");
  EXPECT_EQ(complaint_about(score), "");
}

TEST(ReadProfile, SaysWhatIsWrongWithLineTests) {
  const std::string edit = kStep + "edit = \"lines\"\n";  // 5 lines
  const auto about = [&](const std::string& line) {
    return complaint_about(edit + "[[step.line]]\nreason = \"r\"\n" + line);
  };
  EXPECT_EQ(complaint_about(edit), "f.toml:3: [step]: has no rules");
  EXPECT_EQ(complaint_about(edit + "split = \"paragraphs\"\n[[step.line]]\nreason = \"r\"\n"
                                   "test = \"citations\"\n"),
            "f.toml:6: [step]: 'split' must be \"universal\" or \"newline\"");
  EXPECT_EQ(about(""), "f.toml:6: [line]: needs a 'test'");
  EXPECT_EQ(about("test = \"word\"\n"),
            "f.toml:8: [line]: unknown test 'word'; did you mean 'words'?");
  EXPECT_EQ(about("test = \"words\"\n"), "f.toml:6: [line]: test \"words\" needs 'below'");
  EXPECT_EQ(about("test = \"longest_word\"\nbelow = 3\n"),
            "f.toml:6: [line]: test \"longest_word\" needs 'above'");
  EXPECT_EQ(about("test = \"words\"\nbelow = 3\nabove = 3\n"),
            "f.toml:10: [line]: unknown key 'above'");
  EXPECT_EQ(about("test = \"words\"\nbelow = 3\nthen = \"cut\"\n"),
            "f.toml:10: [line]: only \"matches\" and \"citations\" can cut");
  EXPECT_EQ(about("test = \"words\"\nbelow = 3\nthen = \"drop\"\n"),
            "f.toml:10: [line]: unknown then 'drop'");
  EXPECT_EQ(about("test = \"ending\"\n"),
            "f.toml:6: [line]: test \"ending\" needs 'none_of', 'any_of' or 'terminal'");
  EXPECT_EQ(about("test = \"contains\"\nany_of = [\"\"]\n"), "f.toml:9: [line]: a phrase is empty");
  EXPECT_EQ(about("test = \"contains\"\nany_of = []\n"),
            "f.toml:9: [line]: test \"contains\" needs 'any_of'");
  EXPECT_THAT(about("test = \"matches\"\npattern = \"(\"\n"), HasSubstr("f.toml:9: [line]: "));
  EXPECT_EQ(complaint_about(edit + "[[step.rule]]\nreason = \"r\"\nsignal = \"kept_sentence\"\n"),
            "f.toml:8: [rule]: no signal of an edit is called 'kept_sentence'; did you mean "
            "'kept_sentences'?");
  EXPECT_EQ(about("test = \"citations\"\nthen = \"cut\"\n[[step.rule]]\nreason = \"r\"\n"
                  "signal = \"kept_lines\"\n"),
            "f.toml:3: [step]: two rules have the reason 'r'");
}

// A limit of words that no text reaches is none; one that is no number of words is refused.
TEST(ReadProfile, WantsWholeNumbersOfWords) {
  const auto about = [&](const std::string& below) {
    return complaint_about(kStep +
                           "edit = \"lines\"\n[[step.line]]\nreason = \"r\"\n"
                           "test = \"words\"\nbelow = " +
                           below + "\n");
  };
  for (const char* below : {"1e30", "2.5", "-1", "inf", "nan"}) {
    EXPECT_EQ(about(below), "f.toml:9: [line]: 'below' must be a whole number, 0 to 2^53") << below;
  }
  EXPECT_EQ(about("9007199254740992"), "");
}

TEST(BuiltinProfiles, AllCanBeReadAndAskForNoFile) {
  const std::vector<std::string> names = builtin_profiles();
  EXPECT_THAT(names, testing::IsSupersetOf({"c4", "datatrove/c4", "datatrove/c4_no_terminal_punct",
                                            "datatrove/fineweb", "datatrove/gopher_quality",
                                            "datatrove/gopher_repetition", "fineweb", "fineweb2",
                                            "gopher"}));
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    if (name == "fineweb2") continue;
    const Profile profile = builtin_profile(name, {});
    EXPECT_EQ(profile.name, name);
    EXPECT_FALSE(profile.source.empty());
    EXPECT_FALSE(profile.note.empty());
    EXPECT_FALSE(profile.fallback.empty());
  }
  EXPECT_EQ(complaint([] { builtin_profile("finewed", {}); }),
            "no built-in profile is called 'finewed'; did you mean 'fineweb'?");
  EXPECT_THAT(complaint([] { builtin_profile("fineweb2", {}); }), HasSubstr("configs/"));
  EXPECT_EQ(builtin_profile_file("none"), "");
}

TEST(BuiltinProfiles, FinewebFiltersInItsOrder) {
  std::vector<std::string> names;
  for (const NamedStep& step : builtin_profile("fineweb", {}).fallback) names.push_back(step.name);
  EXPECT_THAT(names, ElementsAre("language", "gopher_repetition", "gopher_quality", "c4", "fineweb",
                                 "pii"));
}

}  // namespace
}  // namespace sluice::quality
