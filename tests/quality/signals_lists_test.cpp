// Signals of lists and models, made as rule files make them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/toml_records.h"
#include "fasttext/support.h"
#include "quality/classifier.h"
#include "quality/pii.h"
#include "quality/signal.h"

namespace sluice::quality {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class SignalsOfLists : public testing::Test {
 protected:
  // Of a rule with these keys, "signal" among them.
  std::unique_ptr<const Signal> made(const std::string& keys) const {
    Record rule = read_records("[rule]\n" + keys, "rules.toml").front();
    std::string name;
    rule.text("signal", name);
    const auto file = [this](const std::string& path) -> std::string_view {
      const auto found = files.find(path);
      if (found == files.end()) throw ConfigError(path + ": is not there");
      return found->second;
    };
    const Setting setting{
        .words = WordDefinition::parse("whitespace"), .sentences = {}, .list = file, .model = file};
    auto signal = make_signal(signal_kind(name), rule, setting);
    rule.finish();
    return signal;
  }
  std::optional<double> value(const std::string& keys) {
    analysis.begin(text, facts);
    return made(keys)->measure(analysis);
  }
  std::string detail(const std::string& keys) {
    analysis.begin(text, facts);
    return made(keys)->detail(analysis);
  }

  std::map<std::string, std::string> files = {{"domains", "bad.example\n"},
                                              {"urls", "mixed.example/bad\n"},
                                              {"words", "casino\npoker\n"},
                                              {"bad", "darn\nblast it\n"},
                                              {"empty", "\n"}};
  std::string text;
  Facts facts;
  Analysis analysis;
};

TEST_F(SignalsOfLists, BlockedAddresses) {
  const std::string rule = "signal = 'url_blocked'\nlists = ['domains', 'urls']";
  EXPECT_EQ(value(rule), std::nullopt);
  facts.url = "HTTP://www.Bad.example:80/x";
  EXPECT_EQ(value(rule), 1);
  EXPECT_EQ(detail(rule), "bad.example");
  facts.url = "https://mixed.example/bad/x";
  EXPECT_EQ(detail(rule), "mixed.example/bad");
  facts.url = "https://mixed.example/";
  EXPECT_EQ(value(rule), 0);
}

TEST_F(SignalsOfLists, WordsOfAddresses) {
  const std::string rule = "signal = 'url_words'\nlists = ['words']";
  EXPECT_EQ(value(rule), std::nullopt);
  facts.url = "https://poker.example/my-casino/poker";
  EXPECT_EQ(value(rule), 2);
  EXPECT_EQ(detail(rule), "poker casino");
  facts.url = "https://POKER.example/casinos";
  EXPECT_EQ(value(rule), 0);
  EXPECT_EQ(value(rule + "\nignore_case = true"), 1);
}

TEST_F(SignalsOfLists, StringsInAddresses) {
  const std::string rule = "signal = 'url_substrings'\nlists = ['words']";
  EXPECT_EQ(value(rule), std::nullopt);
  facts.url = "https://po-ker.example/casinos";
  EXPECT_EQ(value(rule), 2);
  EXPECT_EQ(detail(rule), "poker");
}

TEST_F(SignalsOfLists, BadWordsOfTexts) {
  const std::string rule = "signal = 'bad_words'\nlists = ['bad']";
  text = "Darn it, blast it, darned";
  EXPECT_EQ(value(rule), 2);
  EXPECT_EQ(detail(rule), "darn");
  EXPECT_EQ(value(rule + "\nboundaries = false"), 3);
  EXPECT_EQ(value(rule + "\nper_word = true"), 2.0 / 5);
  EXPECT_EQ(value(rule + "\nexcept = ['darn']"), 1);
  // As RedPajama counts them: punctuation is not there.
  EXPECT_EQ(value("signal = 'bad_words'\nlists = ['bad']\ntext = 'redpajama'"), 2);
  text = "da-rn";
  EXPECT_EQ(value(rule), 0);
  EXPECT_EQ(value(rule + "\ntext = 'redpajama'"), 1);
  EXPECT_EQ(detail(rule + "\ntext = 'redpajama'"), "darn");
  text = "";
  EXPECT_EQ(value(rule), 0);
  EXPECT_EQ(value(rule + "\nper_word = true"), std::nullopt);
}

// As the rule of a language's list has it for all other languages.
TEST_F(SignalsOfLists, BadWordsWithoutListsHaveNoValue) {
  text = "darn";
  EXPECT_EQ(value("signal = 'bad_words'\nlists = []\nboundaries = false"), std::nullopt);
  EXPECT_EQ(detail("signal = 'bad_words'\nlists = []"), "");
  EXPECT_THROW(made("signal = 'bad_words'"), ConfigError);
  EXPECT_THROW(made("signal = 'bad_words'\nlists = ['empty']"), ConfigError);
}

TEST_F(SignalsOfLists, WhatCannotBeMeantIsRefused) {
  for (const char* name : {"url_blocked", "url_words", "url_substrings", "bad_words"}) {
    const std::string rule = "signal = '" + std::string(name) + "'\n";
    EXPECT_THROW(made(rule), ConfigError) << name;
    EXPECT_THROW(made(rule + "lists = ['empty']"), ConfigError) << name;
    EXPECT_THROW(made(rule + "lists = ['missing']"), ConfigError) << name;
    EXPECT_THROW(made(rule + "lists = ['words']\nof = ['x']"), ConfigError) << name;
  }
  for (const char* name : {"url_blocked", "url_words", "url_substrings"}) {
    EXPECT_THROW(made("signal = '" + std::string(name) + "'\nlists = []"), ConfigError) << name;
  }
  EXPECT_THROW(made("signal = 'fasttext'\nmodel = 'words'\nlabel = 'hq'"), ConfigError);
  EXPECT_THROW(made("signal = 'fasttext'\nlabel = 'hq'"), ConfigError);
  EXPECT_THROW(made("signal = 'fasttext'\nmodel = 'words'"), ConfigError);
}

TEST_F(SignalsOfLists, ScoresAndDraws) {
  files["model"] = fasttext::test::trained({.labels = 2});
  const std::string model = "\nmodel = 'model'\nlabel = '__label__l_1'\n";
  text = fasttext::test::made_text(1, 6, 1);
  facts.id = "urn:uuid:1";
  const std::optional<double> score = value("signal = 'fasttext'" + model);
  EXPECT_EQ(score, Classifier(files["model"], "model", "l_1").score(text));
  EXPECT_NEAR(*value("signal = 'fasttext_pareto'\nalpha = 9\nseed = 5" + model),
              *score + pareto_draw("urn:uuid:1", 5, 9), 1e-9);
  EXPECT_THROW(made("signal = 'fasttext_pareto'\nalpha = 0" + model), ConfigError);
}

class PiiStepTest : public testing::Test {
 protected:
  static std::unique_ptr<const Step> step_of(const std::string& keys) {
    Record parameters = read_records("[step]\n" + keys, "rules.toml").front();
    std::unique_ptr<const Step> step = make_pii_step(parameters);
    parameters.finish();
    return step;
  }

  // The text behind the step of these keys; nothing: as it was.
  std::optional<std::string> applied(const std::string& keys, std::string_view text) {
    const std::unique_ptr<const Step> step = step_of(keys);
    findings.assign(step->rules().size(), {});
    Analysis analysis;
    analysis.begin(text, {});
    std::string edited;
    if (!step->apply(analysis, findings, edited).edited) return std::nullopt;
    return edited;
  }

  std::vector<Finding> findings;
};

constexpr std::string_view kPersonal = "é ann@mail.example, bob@mail.example: 93.184.216.34";

TEST_F(PiiStepTest, ReplacesAndCounts) {
  EXPECT_EQ(applied("emails = ['E']\nipv4 = ['I']", kPersonal), "é E, E: I");
  EXPECT_EQ(findings[0].value, 2);
  EXPECT_EQ(findings[1].value, 1);
  EXPECT_FALSE(findings[0].drops);
  EXPECT_EQ(findings[0].detail, "");
  EXPECT_EQ(applied("", "nobody"), std::nullopt);
  EXPECT_EQ(findings[0].value, 0);
  EXPECT_EQ(applied("email = false\nipv4 = ['I']", "a@b.example 93.184.216.34"), "a@b.example I");
}

TEST_F(PiiStepTest, AnnotatesPlacesInCodePoints) {
  EXPECT_EQ(applied("mode = 'annotate'", kPersonal), std::nullopt);
  EXPECT_EQ(findings[0].value, 2);
  EXPECT_EQ(findings[1].value, 1);
  const std::unique_ptr<const Step> step = step_of("mode = 'annotate'");
  ASSERT_TRUE(step->annotates());
  std::vector<Place> places;
  step->find_places(kPersonal, places);
  EXPECT_THAT(places,
              ElementsAre(Place{"email", 2, 18}, Place{"email", 20, 36}, Place{"ip", 38, 51}));
  places.clear();
  const std::unique_ptr<const Step> replacing = step_of("");
  EXPECT_FALSE(replacing->annotates());
  replacing->find_places(kPersonal, places);
  EXPECT_THAT(places, IsEmpty());
}

TEST_F(PiiStepTest, RefusesWhatCannotBeMeant) {
  EXPECT_THROW(applied("mode = 'remove'", ""), ConfigError);
  EXPECT_THROW(applied("emails = []", ""), ConfigError);
  EXPECT_THROW(applied("phone = true", ""), ConfigError);
}

}  // namespace
}  // namespace sluice::quality
