#include "quality/expansion.h"

#include <gmock/gmock.h>

#include <map>
#include <string>

#include "base/error.h"
#include "quality/filter.h"
#include "samples.h"

namespace sluice::quality {
namespace {

using testing::HasSubstr;

Filter filter_of(Profile profile) {
  std::vector<Profile> profiles;
  profiles.push_back(std::move(profile));
  return Filter(std::move(profiles));
}

void expect_same_rules(const Filter& a, const Filter& b) {
  ASSERT_EQ(a.rules().size(), b.rules().size());
  for (size_t i = 0; i < a.rules().size(); ++i) {
    EXPECT_EQ(a.rules()[i].step, b.rules()[i].step);
    EXPECT_EQ(a.rules()[i].reason, b.rules()[i].reason);
    EXPECT_EQ(a.rules()[i].signal, b.rules()[i].signal);
    EXPECT_EQ(a.rules()[i].comparison, b.rules()[i].comparison);
    EXPECT_EQ(a.rules()[i].threshold, b.rules()[i].threshold);
    EXPECT_EQ(a.rules()[i].model, b.rules()[i].model);
  }
}

TEST(ExpandProfile, JudgesAsTheProfileDoes) {
  for (const std::string& name : builtin_profiles()) {
    SCOPED_TRACE(name);
    const std::string_view toml = builtin_profile_file(name);
    const std::string expanded = toml_of(expand_profile(toml, name, {}), {"step"});
    EXPECT_EQ(expanded.find("use ="), std::string::npos);
    const Filter before = filter_of(read_profile(toml, name, {}));
    const Filter after = filter_of(read_profile(expanded, "expanded.toml", {}));
    expect_same_rules(before, after);
    EXPECT_EQ(before.profiles()[0].words, after.profiles()[0].words);
    EXPECT_EQ(before.profiles()[0].sentences, after.profiles()[0].sentences);
    Filter::Scratch scratch;
    Filter::Scratch scratch_after;
    Judgement judgement;
    Judgement judgement_after;
    for (const Sample& sample : samples()) {
      before.judge(sample.text, {}, scratch, judgement);
      after.judge(sample.text, {}, scratch_after, judgement_after);
      EXPECT_EQ(judgement.first, judgement_after.first) << sample.name;
      EXPECT_EQ(judgement.text, judgement_after.text) << sample.name;
      for (size_t i = 0; i < judgement.findings.size(); ++i) {
        EXPECT_EQ(judgement.findings[i].value, judgement_after.findings[i].value) << sample.name;
      }
    }
  }
}

const std::map<std::string, std::string>& files() {
  static const std::map<std::string, std::string> all = {
      {"rules/inner.toml",
       "[profile]\nname = \"inner\"\nwords = \"whitespace\"\n"
       "[[step]]\nname = \"a\"\n"
       "[[step.rule]]\nreason = \"bad\"\nsignal = \"bad_words\"\nlists = [\"bad.txt\"]\n"
       "drop_at_least = 1\n"
       "[step.rule.language.de]\nlists = [\"/lists/de.txt\", \"../de.txt\"]\n"
       "[[step.rule]]\nreason = \"score\"\nsignal = \"language_score\"\nmodel = \"lid.176\"\n"
       "drop_below = 0.5\n"
       "[[step]]\nname = \"b\"\nedit = \"pii\"\n"},
      {"rules/bad.txt", "bad\n"},
      {"rules/../de.txt", "schlecht\n"},
      {"/lists/de.txt", "mies\n"}};
  return all;
}

Loading loading() {
  Loading loading;
  loading.file = [](const std::string& path) { return std::string_view(files().at(path)); };
  return loading;
}

TEST(ExpandProfile, NamesStepsAndFilesAsTheyAreFound) {
  const std::string outer =
      "[profile]\nname = \"outer\"\n[[step]]\nuse = \"inner.toml\"\n"
      "[[step]]\nname = \"again\"\nuse = \"inner.toml\"\n";
  const std::string expanded =
      toml_of(expand_profile(outer, "rules/outer.toml", loading()), {"step"});
  EXPECT_THAT(expanded, HasSubstr("words = \"whitespace\""));
  EXPECT_THAT(expanded, HasSubstr("lists = [\"rules/bad.txt\"]"));
  EXPECT_THAT(expanded, HasSubstr("lists = [\"/lists/de.txt\", \"rules/../de.txt\"]"));
  EXPECT_THAT(expanded, HasSubstr("model = \"lid.176\""));
  expect_same_rules(filter_of(read_profile(outer, "rules/outer.toml", loading())),
                    filter_of(read_profile(expanded, "expanded.toml", loading())));
  const std::string placed =
      toml_of(expand_profile(outer, "rules/outer.toml", loading(),
                             [](const std::string& path) { return "/home/" + path; }),
              {"step"});
  EXPECT_THAT(placed, HasSubstr("lists = [\"/home/rules/bad.txt\"]"));
}

// One file has one definition of words; two that are used may differ.
TEST(ExpandProfile, AsksWhichWordsAreRight) {
  const std::string both =
      "[[step]]\nuse = \"inner.toml\"\n[[step]]\nuse = \"datatrove/gopher_quality\"\n";
  try {
    expand_profile("[profile]\nname = \"outer\"\n" + both, "rules/outer.toml", loading());
    FAIL() << "no complaint";
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), HasSubstr("'words' (uax29) than steps before it (whitespace)"));
  }
  const std::string said = "[profile]\nname = \"outer\"\nwords = \"wordpunct\"\n" + both;
  EXPECT_THAT(toml_of(expand_profile(said, "rules/outer.toml", loading()), {"step"}),
              HasSubstr("words = \"wordpunct\""));
}

}  // namespace
}  // namespace sluice::quality
