#include "langid/evaluation.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace sluice::langid {
namespace {

using testing::DoubleEq;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::IsEmpty;

// Classes named by code, each the one language.
std::vector<LabelClass> classes(const std::vector<std::string>& names) {
  std::vector<LabelClass> all;
  for (const std::string& name : names) {
    const auto language = find_language(name);
    all.push_back({.name = name, .languages = {}});
    if (language) all.back().languages = {*language};
  }
  return all;
}

struct Row {
  std::string truth;
  uint32_t answer;
  double score = 1;
};

EvaluationTally tally_of(const std::vector<LabelClass>& classes, const std::vector<Row>& rows) {
  EvaluationTally tally(classes);
  for (const Row& row : rows) {
    tally.add(row.truth, {.label = row.answer, .best = row.answer, .score = row.score});
  }
  return tally;
}

const Evaluation::Label& label(const Evaluation& result, const std::string& name) {
  const auto found = std::ranges::find(result.labels, name, &Evaluation::Label::name);
  EXPECT_NE(found, result.labels.end()) << name;
  return *found;
}

// en 2 of 3 right (one called de), de 1 of 2 (one called fr, of which there are no rows), and Maori,
// which cannot be answered.
TEST(Evaluation, ArithmeticIsThatOfThePaper) {
  const auto all = classes({"de", "en", "fr", "und"});
  const auto tally =
      tally_of(all, {{"en", 1}, {"en", 1}, {"en", 0}, {"de", 0}, {"de", 2}, {"mi", 1}});
  const Evaluation result = evaluate(tally, {});
  EXPECT_EQ(result.all.rows, 6u);
  EXPECT_EQ(result.all.labels, 3u);
  EXPECT_EQ(result.all.right, 3u);
  EXPECT_DOUBLE_EQ(result.all.accuracy, 0.5);
  EXPECT_DOUBLE_EQ(label(result, "en").precision, 2.0 / 3);
  EXPECT_DOUBLE_EQ(label(result, "en").recall, 2.0 / 3);
  EXPECT_DOUBLE_EQ(label(result, "en").f1, 2.0 / 3);
  EXPECT_DOUBLE_EQ(label(result, "de").f1, 0.5);
  EXPECT_DOUBLE_EQ(label(result, "mi").f1, 0);
  EXPECT_FALSE(label(result, "mi").known);
  EXPECT_DOUBLE_EQ(result.all.macro_f1, (2.0 / 3 + 0.5 + 0) / 3);
  EXPECT_DOUBLE_EQ(label(result, "fr").false_share, 1.0 / 6);
  EXPECT_EQ(label(result, "fr").rows, 0u);
  // Without the Maori row English is answered rightly each time.
  EXPECT_EQ(result.known.rows, 5u);
  EXPECT_DOUBLE_EQ(result.known.accuracy, 0.6);
  EXPECT_DOUBLE_EQ(result.known.macro_f1, (0.8 + 0.5) / 2);
  EXPECT_EQ(result.pairs.size(), 3u);
}

TEST(Evaluation, ConfusionsComeMostFrequentFirst) {
  const auto all = classes({"de", "en", "nl"});
  const Evaluation result =
      evaluate(tally_of(all, {{"de", 2}, {"en", 2}, {"en", 2}, {"en", 0}, {"nl", 2}}), {});
  std::vector<std::string> pairs;
  for (const auto& pair : result.pairs) {
    pairs.push_back(pair.label + ">" + pair.answer + " " + std::to_string(pair.rows));
  }
  EXPECT_THAT(pairs, ElementsAre("en>nl 2", "de>nl 1", "en>de 1"));
}

TEST(Evaluation, NamesOfAnySystemMeetWhatTheyCanMean) {
  const auto exact = classes({"zh-Hans", "zh-Hant", "sr-Cyrl", "sr-Latn", "no", "he"});
  const auto right = [](const std::vector<LabelClass>& all, const std::string& truth,
                        uint32_t answer) {
    return evaluate(tally_of(all, {{truth, answer}}), {}).all.right == 1;
  };
  EXPECT_TRUE(right(exact, "zh", 1));
  EXPECT_TRUE(right(exact, "cmn_Hani", 0));
  EXPECT_TRUE(right(exact, "zh-TW", 1));
  EXPECT_FALSE(right(exact, "zh-TW", 0));
  EXPECT_TRUE(right(exact, "srp", 3));
  EXPECT_FALSE(right(exact, "srp_Cyrl", 3));
  EXPECT_TRUE(right(exact, "nob_Latn", 4));
  EXPECT_TRUE(right(exact, "iw", 5));
  // A model that does not tell scripts apart.
  const std::vector<LabelClass> coarse = {{.name = "zh", .languages = languages_named("zh")}};
  EXPECT_TRUE(right(coarse, "zh-Hant", 0));
  // Names that nobody knows are themselves.
  EXPECT_TRUE(right(classes({"high_quality"}), "high_quality", 0));
  EXPECT_FALSE(right(classes({"high_quality"}), "low_quality", 0));
}

TEST(Evaluation, UndeterminedIsWrongUnlessTheRowSaysSo) {
  const auto all = classes({"en", "und"});
  const Evaluation result = evaluate(tally_of(all, {{"en", 1}, {"und", 1}, {"zxx", 1}}), {});
  EXPECT_EQ(result.all.right, 2u);
  EXPECT_EQ(result.pairs.size(), 1u);
}

TEST(Evaluation, OnlySomeLabelsLeaveTheRowsOfOthersOut) {
  const auto all = classes({"de", "en", "fr"});
  const auto tally = tally_of(all, {{"en", 1}, {"deu", 1}, {"fr", 1}, {"qqz", 1}});
  std::vector<LanguageId> only = {*find_language("en"), *find_language("de")};
  const Evaluation result = evaluate(tally, {.only = only});
  EXPECT_EQ(result.all.rows, 2u);
  EXPECT_DOUBLE_EQ(label(result, "en").precision, 0.5);
}

// Three rows of .8 of which two are right, and two of .15, none right.
TEST(Evaluation, CalibrationErrorIsTheMeanDistanceOfBins) {
  const auto all = classes({"de", "en"});
  const Evaluation result = evaluate(
      tally_of(all,
               {{"en", 1, 0.8}, {"en", 1, 0.8}, {"en", 0, 0.8}, {"de", 1, 0.15}, {"de", 1, 0.15}}),
      {});
  EXPECT_THAT(result.calibration.error, DoubleNear((3 * (0.8 - 2.0 / 3) + 2 * 0.15) / 5, 1e-12));
  const Evaluation::Bin& bin = result.calibration.bins[16];
  EXPECT_EQ(bin.rows, 3u);
  EXPECT_DOUBLE_EQ(bin.score, 0.8);
  EXPECT_DOUBLE_EQ(bin.right, 2.0 / 3);
  EXPECT_EQ(result.calibration.bins[3].rows, 2u);
}

// What scores too low is called und, but its score is that of the best candidate.
TEST(Evaluation, CalibrationLooksAtTheBestCandidate) {
  const auto all = classes({"en", "und"});
  EvaluationTally tally(all);
  tally.add("en", {.label = 1, .best = 0, .score = 0.3});
  const Evaluation result = evaluate(tally, {});
  EXPECT_EQ(result.all.right, 0u);
  EXPECT_DOUBLE_EQ(result.calibration.bins[6].right, 1);
}

TEST(Evaluation, ScoresBeyondTheirRangeAreTakenForItsEnds) {
  const auto all = classes({"en"});
  const Evaluation result = evaluate(tally_of(all, {{"en", 0, 1.00001}, {"en", 0, -1}}), {});
  EXPECT_EQ(result.calibration.bins[Evaluation::kBins - 1].rows, 1u);
  EXPECT_EQ(result.calibration.bins[0].rows, 1u);
}

// Both languages are found in 9 of 10 rows and else called the other; the mix has 99 pages of
// English for one of German: half of what is called German is not.
TEST(Evaluation, PrecisionAtAMixCountsHowOftenLanguagesCome) {
  const auto all = classes({"de", "en"});
  std::vector<Row> rows;
  for (uint32_t i = 0; i < 10; ++i) {
    rows.push_back({"de", i == 0 ? 1u : 0u});
    rows.push_back({"en", i == 0 ? 0u : 1u});
  }
  LanguageMix mix;
  mix.parts = {{.languages = languages_named("en"), .share = 99},
               {.languages = languages_named("de"), .share = 1}};
  const Evaluation result = evaluate(tally_of(all, rows), {.only = {}, .mix = &mix});
  EXPECT_DOUBLE_EQ(label(result, "de").precision, 0.9);
  EXPECT_DOUBLE_EQ(*label(result, "de").mix_precision, 0.009 / (0.009 + 0.099));
  EXPECT_DOUBLE_EQ(*label(result, "en").mix_precision, 0.891 / (0.891 + 0.001));
  EXPECT_DOUBLE_EQ(result.mix->accuracy, 0.9);
  EXPECT_DOUBLE_EQ(result.mix->covered, 1);
}

TEST(Evaluation, AMixIsSpreadOverScriptsAndItsRestOverOtherLabels) {
  const auto all = classes({"ga", "mi", "zh-Hans", "zh-Hant"});
  LanguageMix mix;
  mix.parts = {{.languages = languages_named("zh"), .share = 0.4},
               {.languages = languages_named("en"), .share = 0.4}};
  mix.rest = 0.2;
  // Only simplified Chinese and Irish are found.
  const auto tally = tally_of(all, {{"ga", 0}, {"mi", 0}, {"zh-Hans", 2}, {"zh-Hant", 2}});
  const Evaluation result = evaluate(tally, {.only = {}, .mix = &mix});
  EXPECT_DOUBLE_EQ(result.mix->covered, 0.6);
  EXPECT_DOUBLE_EQ(result.mix->accuracy, (0.2 + 0.1) / 0.6);
}

TEST(Evaluation, CrawlMixIsOne) {
  double sum = crawl_mix().rest;
  for (const auto& part : crawl_mix().parts) {
    EXPECT_THAT(part.languages, testing::Not(IsEmpty()));
    sum += part.share;
  }
  EXPECT_NEAR(sum, 1, 1e-9);
  EXPECT_GT(crawl_mix().rest, 0);
}

TEST(Evaluation, DoesNotDependOnHowRowsAreDividedAmongThreads) {
  const std::vector<std::string> names = {"de", "en", "fr", "nl", "und"};
  const auto all = classes(names);
  std::mt19937_64 random(5);
  std::vector<Row> rows;
  for (int i = 0; i < 2000; ++i) {
    rows.push_back({names[random() % names.size()], static_cast<uint32_t>(random() % all.size()),
                    static_cast<double>(random() % 10'001) / 10'000});
  }
  const Evaluation once = evaluate(tally_of(all, rows), {.only = {}, .mix = &crawl_mix()});
  std::ranges::shuffle(rows, random);
  EvaluationTally whole(all);
  for (size_t begin = 0; begin < rows.size(); begin += 300) {
    const size_t end = std::min(begin + 300, rows.size());
    ASSERT_TRUE(whole.merge(tally_of(all, {rows.begin() + static_cast<std::ptrdiff_t>(begin),
                                           rows.begin() + static_cast<std::ptrdiff_t>(end)})));
  }
  const Evaluation again = evaluate(whole, {.only = {}, .mix = &crawl_mix()});
  EXPECT_EQ(again.all.accuracy, once.all.accuracy);
  EXPECT_EQ(again.all.macro_f1, once.all.macro_f1);
  EXPECT_EQ(again.calibration.error, once.calibration.error);
  EXPECT_EQ(again.mix->accuracy, once.mix->accuracy);
  EXPECT_EQ(again.pairs.size(), once.pairs.size());
}

TEST(Evaluation, NothingIsNoError) {
  const auto all = classes({"en"});
  const Evaluation result = evaluate(EvaluationTally(all), {.only = {}, .mix = &crawl_mix()});
  EXPECT_EQ(result.all.rows, 0u);
  EXPECT_EQ(result.all.accuracy, 0);
  EXPECT_EQ(result.mix->accuracy, 0);
  EXPECT_THAT(result.labels, IsEmpty());
}

// A file of something else must not fill the memory.
TEST(Evaluation, LabelsAreNotWithoutNumber) {
  const auto all = classes({"en"});
  EvaluationTally tally(all);
  for (size_t i = 0; i < EvaluationTally::kMostLabels; ++i) {
    ASSERT_TRUE(tally.add("label" + std::to_string(i), {}));
  }
  EXPECT_FALSE(tally.add("one more", {}));
  EXPECT_TRUE(tally.add("label7", {}));
  EvaluationTally other(all);
  other.add("one more", {});
  EXPECT_FALSE(tally.merge(other));
}

}  // namespace
}  // namespace sluice::langid
