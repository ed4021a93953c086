#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "labeller.h"
#include "policy.h"

namespace sluice::langid_tool {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<langid::LabelClass> classes(const std::vector<std::string>& names) {
  std::vector<langid::LabelClass> all;
  for (const std::string& name : names) {
    const auto language = langid::find_language(name);
    all.push_back({.name = name, .languages = {}});
    if (language) all.back().languages = {*language};
  }
  return all;
}

const std::vector<langid::LabelClass> kClasses =
    classes({"de", "en", "sr-Cyrl", "sr-Latn", "und", "zh-Hans", "hq"});

// The names of the classes that are kept.
std::vector<std::string> kept(const Policy::Options& options) {
  const Policy policy(kClasses, options);
  std::vector<std::string> names;
  for (size_t i = 0; i < kClasses.size(); ++i) {
    Labelling found;
    found.label = static_cast<Label>(i);
    found.score = 0.5;
    if (policy.judge(found).kept) names.push_back(kClasses[i].name);
  }
  return names;
}

std::string complaint(const Policy::Options& options) {
  try {
    const Policy policy(kClasses, options);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(LangidPolicy, ItemsOfListsAreCutAtCommas) {
  EXPECT_THAT(items_of({"en,de", " fr , ,nl ", ""}), ElementsAre("en", "de", "fr", "nl"));
  EXPECT_THAT(items_of({}), IsEmpty());
}

TEST(LangidPolicy, ACodeWithoutScriptKeepsAllScripts) {
  EXPECT_THAT(kept({.keep = {"sr"}}), ElementsAre("sr-Cyrl", "sr-Latn"));
  EXPECT_THAT(kept({.keep = {"srp_Latn"}}), ElementsAre("sr-Latn"));
  EXPECT_THAT(kept({.keep = {"zh", "ger"}}), ElementsAre("de", "zh-Hans"));
  EXPECT_THAT(kept({.keep = {"sr"}, .drop = {"sr-Cyrl"}}), ElementsAre("sr-Latn"));
  EXPECT_THAT(kept({.drop = {"sr,und,hq"}}), ElementsAre("de", "en", "zh-Hans"));
}

// Models have labels that are no languages, as those of quality classifiers.
TEST(LangidPolicy, LabelsThatAreNoLanguagesAreNamedAsTheyAre) {
  EXPECT_THAT(kept({.keep = {"hq"}}), ElementsAre("hq"));
}

TEST(LangidPolicy, WhatCannotBeFoundIsRefused) {
  EXPECT_THAT(complaint({.keep = {"en,gernan"}}),
              HasSubstr("--keep: there is no language 'gernan'; did you mean de (German)?"));
  EXPECT_THAT(complaint({.drop = {"fr"}}), HasSubstr("--drop: 'fr' (French) is no language that"));
  EXPECT_THAT(complaint({.keep = {"en"}, .drop = {"eng"}}), HasSubstr("leave no language"));
  EXPECT_THAT(complaint({.min_score = -0.1}), HasSubstr("--min-score"));
}

TEST(LangidPolicy, LanguageIsJudgedBeforeScore) {
  const Policy policy(kClasses, {.keep = {"en"}, .min_score = 0.6});
  Labelling found;
  found.score = 0.5;
  const auto german = policy.judge(found);
  EXPECT_EQ(german.reason, "language");
  EXPECT_EQ(german.detail, "de 0.5");
  found.label = 1;
  EXPECT_EQ(policy.judge(found).reason, "score");
  found.score = 0.6;
  EXPECT_TRUE(policy.judge(found).kept);
}

TEST(LangidPolicy, RoutesInUseComeFirst) {
  const Policy policy(kClasses, {.drop = {"und"}, .routed = true, .route_classes = {"zh,en"}});
  EXPECT_EQ(policy.routes_in_use(), 3u);
  EXPECT_THAT(policy.routes(),
              ElementsAre("other", "en", "zh-Hans", "de", "sr-Cyrl", "sr-Latn", "und", "hq"));
  Labelling found;
  found.label = 5;
  EXPECT_EQ(policy.routes()[policy.judge(found).route], "zh-Hans");
  found.label = 6;
  EXPECT_EQ(policy.routes()[policy.judge(found).route], "other");
}

TEST(LangidPolicy, RoutesAreFilesOfTheFolder) {
  for (const std::string name : {"../x", "a/b", ".hidden", "", "."}) {
    EXPECT_THROW(Policy(classes({"en", name}), {.routed = true}), ConfigError) << name;
    // It may be dropped, or stand among others.
    EXPECT_NO_THROW(Policy(classes({"en", name}), {.routed = true, .route_classes = {"en"}}));
  }
}

std::vector<std::pair<Label, double>> pairs(const std::vector<Scored>& scored) {
  std::vector<std::pair<Label, double>> all;
  for (const Scored& one : scored) all.emplace_back(one.label, one.score);
  return all;
}

Labelling ranked(const Ranking& ranking, std::vector<Scored> candidates) {
  Labelling found;
  found.candidates = std::move(candidates);
  rank(ranking, found);
  return found;
}

// What was not the best of any may be the best together.
TEST(LangidLabels, ScoresUnderOneLabelAddUpBeforeTheBestIsChosen) {
  const std::vector<Scored> scored = {{3, 0.4}, {1, 0.3}, {2, 0.1}, {1, 0.15001}, {5, 0.05}};
  Ranking ranking = {
      .candidates = 2, .und_below = 0.42, .undetermined = 9, .names_are_shared = true};
  Labelling found = ranked(ranking, scored);
  EXPECT_EQ(found.label, 1u);
  EXPECT_EQ(found.score, 0.45);
  EXPECT_THAT(pairs(found.candidates), ElementsAre(std::pair(1, 0.45), std::pair(3, 0.4)));

  ranking.candidates = 1;
  ranking.und_below = 0.451;
  found = ranked(ranking, scored);
  EXPECT_EQ(found.label, 9u);
  EXPECT_EQ(found.score, 0.45);
  EXPECT_THAT(pairs(found.candidates), ElementsAre(std::pair(1, 0.45)));
}

// Of equal scores fastText's own order says which label is the answer.
TEST(LangidLabels, CandidatesKeepTheirOrderWhereNoNameIsShared) {
  const Labelling found = ranked({.candidates = 2}, {{7, 1.00001}, {2, 1.00001}, {1, 0.3}});
  EXPECT_EQ(found.label, 7u);
  EXPECT_THAT(pairs(found.candidates), ElementsAre(std::pair(7, 1.0), std::pair(2, 1.0)));
}

TEST(LangidLabels, NoCandidateIsUndetermined) {
  const Labelling found = ranked({.undetermined = 4}, {});
  EXPECT_EQ(found.label, 4u);
  EXPECT_THAT(pairs(found.candidates), ElementsAre(std::pair(4, 0.0)));
}

TEST(LangidLabels, ClassesHaveANameOnceAndAllItsLanguages) {
  ClassList classes;
  EXPECT_EQ(classes.add("zh", {7}), 0u);
  EXPECT_EQ(classes.add("en", {3}), 1u);
  EXPECT_FALSE(classes.names_are_shared());
  EXPECT_EQ(classes.add("zh", {8, 7}), 0u);
  EXPECT_TRUE(classes.names_are_shared());
  const auto all = classes.take();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_THAT(all[0].languages, ElementsAre(7, 8));
}

TEST(LangidPolicy, BeginningsEndBetweenCharacters) {
  EXPECT_EQ(beginning("aé", 2), "a");
  EXPECT_EQ(beginning("aé", 3), "aé");
  EXPECT_EQ(beginning("\U0001F642", 3), "");
  EXPECT_EQ(beginning("", 5), "");
}

}  // namespace
}  // namespace sluice::langid_tool
