// The parts of sluice-filter that the command line does not show closely: charts, fitted
// thresholds, rules of options, names of languages.
#include <gmock/gmock.h>

#include <numeric>
#include <string>
#include <vector>

#include "base/error.h"
#include "fitted.h"
#include "judge.h"
#include "language_names.h"
#include "option_rules.h"
#include "quality/expansion.h"
#include "quality/profile.h"
#include "rule_chart.h"

namespace sluice::filter_tool {
namespace {

using quality::Comparison;
using quality::FitMethod;
using quality::RuleRecord;
using quality::RuleTally;
using quality::Scale;
using quality::ValueHistogram;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(FilterLanguages, AreOneInAnySpelling) {
  for (const char* name : {"de", "deu", "ger", "deu_Latn", "DE"}) {
    EXPECT_EQ(canonical_language(name), "de") << name;
  }
  for (const char* name : {"zh", "zho", "cmn_Hani"}) EXPECT_EQ(canonical_language(name), "zh");
  EXPECT_EQ(canonical_language("zh-TW"), "zh-Hant");
  EXPECT_EQ(canonical_language("srp_Latn"), "sr-Latn");
  EXPECT_EQ(canonical_language(""), "");
  EXPECT_EQ(canonical_language("aai_Latn"), "aai_Latn");
  EXPECT_EQ(known_language("aai_Latn"), "");
}

TEST(FilterLanguages, AreRememberedWithoutEnd) {
  LanguageNames names;
  for (int i = 0; i < 20'000; ++i) {
    const std::string name = "x" + std::to_string(i);
    ASSERT_EQ(names.canonical(name), name);
  }
  EXPECT_EQ(names.canonical("eng_Latn"), "en");
}

// A hundred documents that each state a megabyte would otherwise cost gigabytes of memory, and of
// stats file, under a profile of many rules.
TEST(FilterLanguages, AreCutAsStatsFilesHaveThem) {
  const std::string megabyte(1'000'000, 'x');
  LanguageNames names;
  for (const std::string& name : {megabyte + "1", megabyte + "2", std::string(200, 'x')}) {
    EXPECT_EQ(names.canonical(name), std::string(200, 'x'));
    EXPECT_EQ(canonical_language(name), std::string(200, 'x'));
  }
  EXPECT_EQ(names.canonical(std::string(199, 'x') + "\u00e9"), std::string(199, 'x'));
}

TEST(FilterSentences, TellValueThresholdAndWhatWasFound) {
  const quality::RuleInfo rule = {.profile = "p",
                                  .step = "s",
                                  .reason = "r",
                                  .signal = "word_count",
                                  .comparison = Comparison::below,
                                  .model = ""};
  EXPECT_EQ(sentence_of(rule, {.value = 12, .comparison = Comparison::below, .threshold = 50}),
            "s/r: word_count 12 is below 50");
  EXPECT_EQ(
      sentence_of(
          rule,
          {.value = 0.25, .comparison = Comparison::at_least, .threshold = 0.2, .detail = "a b"}),
      "s/r: word_count 0.25 is at least 0.2 (a b)");
  EXPECT_EQ(sentence_of(rule, {.value = 1e5, .comparison = Comparison::at_least, .threshold = 1e5}),
            "s/r: word_count 100000 is at least 100000");
  EXPECT_EQ(sentence_of(rule, {.drops = true, .comparison = Comparison::below, .threshold = 50}),
            "s/r: word_count has no value");
}

RuleTally tally_of(Scale scale, const std::vector<double>& values) {
  RuleTally tally;
  tally.values = ValueHistogram(scale);
  for (const double value : values) tally.values.add(value);
  tally.documents = values.size();
  return tally;
}

RuleRecord record_of(const std::string& reason, const std::string& signal, Comparison comparison,
                     const std::string& threshold) {
  return {.key = "mine/step/" + reason,
          .signal = signal,
          .comparison = comparison,
          .threshold = threshold,
          .languages = {}};
}

// No document may be lost between the buckets of the file and the bars of the chart.
TEST(RuleChart, BarsHoldAllDocumentsOnce) {
  for (const Scale scale : {Scale::fraction, Scale::count, Scale::length}) {
    std::vector<double> values = {0, 0, 0, 1, 1, 2, 3, 5, 8, 13, 100, 1e6};
    for (int i = 0; i < 3000; ++i)
      values.push_back(i % 977 / 500.0 * (scale == Scale::count ? 99 : 1));
    RuleTally tally = tally_of(scale, values);
    tally.comparison = Comparison::above;
    tally.threshold = 0.3;
    for (const size_t bars : {kBarsOfText, kBarsOfPictures, size_t{1}}) {
      const chart::Histogram chart =
          rule_chart(record_of("r", "signal", Comparison::above, "0.3"), "", tally, bars);
      EXPECT_EQ(chart.edges.size(), chart.counts.size() + 1);
      EXPECT_LE(chart.counts.size(), bars);
      EXPECT_TRUE(std::ranges::is_sorted(chart.edges));
      EXPECT_EQ(std::accumulate(chart.counts.begin(), chart.counts.end(), 0.0),
                static_cast<double>(values.size()));
      ASSERT_EQ(chart.x_marks.size(), 1u);
      EXPECT_LE(chart.edges.front(), 0.3);
      EXPECT_GE(chart.edges.back(), 0.3);
    }
  }
}

TEST(RuleChart, OneValueIsABar) {
  for (const Scale scale : {Scale::fraction, Scale::count, Scale::length}) {
    for (const double value : {0.0, 1.0, 1e9}) {
      const RuleTally tally = tally_of(scale, {value, value});
      const chart::Histogram chart =
          rule_chart(record_of("r", "signal", Comparison::none, ""), "en", tally, kBarsOfText);
      EXPECT_THAT(chart.counts, ElementsAre(2.0));
      EXPECT_LT(chart.edges[0], chart.edges[1]);
      EXPECT_THAT(chart.x_marks, IsEmpty());
      EXPECT_THAT(chart.title, HasSubstr("mine/step/r, en"));
    }
  }
}

TEST(RuleChart, SmallDeviationsAreTold) {
  const auto description = [](const std::vector<double>& values) {
    const RuleTally tally = tally_of(Scale::fraction, values);
    return rule_chart(record_of("r", "signal", Comparison::none, ""), "", tally, kBarsOfText)
        .description;
  };
  EXPECT_THAT(description({0.0001, 0.0003}), HasSubstr("mean 0.0002"));
  EXPECT_THAT(description({0.0001, 0.0003}), HasSubstr("standard deviation 0.0001"));
  EXPECT_THAT(description({0.1234564}), HasSubstr("mean 0.123, standard deviation 0;"));
  EXPECT_THAT(description({0.9, 0.9, 0.9}), HasSubstr("standard deviation 0;"));
}

// German words are longer, and their shares of letters lower.
std::vector<RuleRecord> two_languages() {
  std::vector<double> english;
  std::vector<double> german;
  for (int i = 0; i < 1000; ++i) {
    english.push_back(0.8 + i * 0.0002);
    german.push_back(0.6 + i * 0.0002);
  }
  RuleRecord letters = record_of("gopher_below_alpha_threshold", "alphabetic_words_fraction",
                                 Comparison::below, "0.82");
  letters.languages["en"] = tally_of(Scale::fraction, english);
  letters.languages["de"] = tally_of(Scale::fraction, german);
  letters.languages["fr"] = tally_of(Scale::fraction, {0.5, 0.6});
  letters.languages[""] = tally_of(Scale::fraction, german);
  RuleRecord words = record_of("gopher_short_doc", "word_count", Comparison::below, "50");
  words.languages["en"] = tally_of(Scale::count, {10, 100});
  return {letters, words};
}

TEST(Fitted, CarriesThresholdsOverToLanguagesWithEnoughDocuments) {
  const Fitted fitted = fit_all(two_languages(), {.min_documents = 500});
  ASSERT_EQ(fitted.rules.size(), 1u);
  const FittedRule& rule = fitted.rules.front();
  EXPECT_EQ(rule.method, FitMethod::mean_deviation);
  ASSERT_EQ(rule.thresholds.size(), 2u);
  EXPECT_NEAR(rule.thresholds.at("de").value, 0.62, 0.001);
  EXPECT_NEAR(rule.thresholds.at("de").dropped, 0.1, 0.01);
  EXPECT_NEAR(rule.thresholds.at("en").value, 0.82, 0.001);
  EXPECT_THAT(fitted.too_small, ElementsAre("fr"));
  EXPECT_FALSE(fitted.reference_is_missing);
}

TEST(Fitted, OtherReferencesAndCountsAreOnRequest) {
  const Fitted missing = fit_all(two_languages(), {.reference = "ja", .min_documents = 500});
  EXPECT_TRUE(missing.reference_is_missing);
  EXPECT_EQ(missing.rules.front().method, FitMethod::tail);
  EXPECT_THROW(fit_all(two_languages(), {.method = FitMethod::quantile, .reference = "ja"}),
               CheckError);
  const Fitted counts =
      fit_all(two_languages(), {.min_documents = 2, .languages = {"en"}, .counts = true});
  ASSERT_EQ(counts.rules.size(), 2u);
  EXPECT_EQ(counts.rules[1].thresholds.at("en").value, 50);
}

const char* const kMine =
    "[profile]\nname = \"mine\"\n"
    "[[step]]\nname = \"step\"\n"
    "[[step.rule]]\nreason = \"gopher_below_alpha_threshold\"\n"
    "signal = \"alphabetic_words_fraction\"\ndrop_below = 0.82\n"
    "[step.rule.language.fr]\ndrop_below = 0.7\n"
    "[step.rule.language.deu_Latn]\nundefined = \"drop\"\ndrop_at_most = 0.7\n"
    "[[step.rule]]\nreason = \"gopher_short_doc\"\nsignal = \"word_count\"\ndrop_below = 50\n";

// As the reader of rule files finds it.
std::vector<quality::RuleInfo> rules_in(const std::vector<Record>& profile,
                                        std::string_view language) {
  quality::Loading loading;
  loading.canonical = known_language;
  const quality::Profile read =
      quality::read_profile(toml_of(profile, {"step"}), "fitted.toml", loading);
  std::vector<quality::RuleInfo> rules;
  for (const quality::NamedStep& step : read.steps(language)) {
    for (const quality::RuleInfo& rule : step.step->rules()) rules.push_back(rule);
  }
  return rules;
}

TEST(Fitted, ThresholdsTakeTheirPlaceInTheProfile) {
  const Fitted fitted = fit_all(two_languages(), {.min_documents = 500});
  std::vector<Record> profile = quality::expand_profile(kMine, "mine.toml", {});
  EXPECT_THAT(put_thresholds(fitted, "mine", profile), IsEmpty());
  EXPECT_NEAR(rules_in(profile, "de")[0].threshold, 0.62, 0.001);
  EXPECT_EQ(rules_in(profile, "de")[0].comparison, Comparison::below);
  EXPECT_NEAR(rules_in(profile, "en")[0].threshold, 0.82, 0.001);
  EXPECT_EQ(rules_in(profile, "fr")[0].threshold, 0.7);
  EXPECT_EQ(rules_in(profile, "ja")[0].threshold, 0.82);
  EXPECT_EQ(rules_in(profile, "de")[1].threshold, 50);
  const std::string toml = toml_of(profile, {"step"});
  EXPECT_THAT(toml, HasSubstr("# mean-std: 10."));
  EXPECT_THAT(toml, HasSubstr("undefined = \"drop\""));  // what is no threshold stays
  EXPECT_THAT(put_thresholds(fitted, "other", profile),
              ElementsAre("mine/step/gopher_below_alpha_threshold"));
}

// 0 would drop whatever has a line end at all, or nothing, and look like a choice.
TEST(Fitted, WhereValuesDoNotDifferThereIsNoThreshold) {
  RuleRecord lines = record_of("list_ratio", "newlines_per_word", Comparison::above, "0.3");
  lines.languages["en"] = tally_of(Scale::fraction, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0.5});
  lines.languages["de"] = tally_of(Scale::fraction, std::vector<double>(10, 0.0));
  lines.languages["fr"] = tally_of(Scale::fraction, {0, 0.1, 0.2, 0.3, 0.4});
  lines.languages["it"] = tally_of(Scale::fraction, {});
  lines.languages["it"].documents = 5;
  RuleRecord letters = record_of("gopher_below_alpha_threshold", "alphabetic_words_fraction",
                                 Comparison::below, "0.82");
  letters.languages["en"] = tally_of(Scale::fraction, std::vector<double>(10, 0.9));
  letters.languages["fr"] = tally_of(Scale::fraction, {0.8, 0.9});
  const Fitted fitted = fit_all({lines, letters}, {.min_documents = 2});
  ASSERT_EQ(fitted.rules.size(), 2u);
  EXPECT_THAT(without_threshold(fitted),
              ElementsAre("list_ratio (de, en, it)", "gopher_below_alpha_threshold (en, fr)"));
  EXPECT_EQ(fitted.rules[0].thresholds.at("de").why_not, "all values are alike");
  EXPECT_EQ(fitted.rules[0].thresholds.at("en").why_not, "it would be 0; 90.0 % of the values are");
  EXPECT_EQ(fitted.rules[0].thresholds.at("it").why_not, "no document has a value");
  EXPECT_GT(fitted.rules[0].thresholds.at("fr").value, 0.2);
  EXPECT_EQ(fitted.rules[1].thresholds.at("fr").why_not, "all values of en are alike");

  std::vector<Record> profile = quality::expand_profile(kMine, "mine.toml", {});
  EXPECT_THAT(put_thresholds(fitted, "mine", profile), ElementsAre("mine/step/list_ratio"));
  EXPECT_EQ(rules_in(profile, "fr")[0].comparison, Comparison::none);
  EXPECT_THAT(toml_of(profile, {"step"}),
              HasSubstr("drop = false  # no threshold of 2 documents: all values of en are alike"));

  const auto files = configurations(fitted, [](const std::string&) { return std::string(); });
  EXPECT_EQ(files[0].first, "deu_Latn.yml");
  EXPECT_THAT(files[0].second, HasSubstr("new_line_ratio: null  # all values are alike\n"));
  EXPECT_THAT(files[0].second, HasSubstr("dup_n_grams: null  # no rule fills it\n"));
}

// What fit writes is what --profile reads.
TEST(Fitted, ConfigurationsCanBeRead) {
  const Fitted fitted = fit_all(two_languages(), {.min_documents = 500});
  const auto files = configurations(fitted, [](const std::string&) { return std::string(); });
  std::vector<std::pair<std::string, std::string_view>> read(files.begin(), files.end());
  const quality::Profile profile = quality::read_fineweb2(read, {});
  size_t thresholds = 0;
  for (const quality::NamedStep& step : profile.steps("deu_Latn")) {
    for (const quality::RuleInfo& rule : step.step->rules()) {
      if (rule.reason == "gopher_below_alpha_threshold") {
        EXPECT_NEAR(rule.threshold, 0.62, 0.001);
      }
      if (rule.reason == "gopher_enough_stop_words" || rule.reason == "dup_line_frac" ||
          rule.reason == "top_2_gram") {
        EXPECT_EQ(rule.comparison, Comparison::none) << rule.reason;
        ++thresholds;
      }
    }
  }
  EXPECT_EQ(thresholds, 3u);
}

// Languages are called what documents say; rules what their authors say.
TEST(Fitted, NamesThatAreNoCodesBecomeNoFilesAndNoKeys) {
  std::vector<RuleRecord> rules = two_languages();
  const RuleTally german = rules[0].languages.at("de");
  const std::vector<std::string> odd = {"../../evil",          "/tmp/x", "a b", "d]\n[x", "\u00e9",
                                        std::string(200, 'x'), ".."};
  for (const std::string& name : odd) rules[0].languages[name] = german;
  rules[0].languages["zzz_Latn"] = german;
  rules[0].key = "mine/step\n[x]/r";
  const Fitted fitted = fit_all(rules, {.min_documents = 500});
  EXPECT_THAT(fitted.no_codes, testing::UnorderedElementsAreArray(odd));
  std::vector<std::string> names;
  for (const auto& [name, content] : configurations(fitted, [](const auto&) { return ""; })) {
    names.push_back(name);
  }
  EXPECT_THAT(names, ElementsAre("deu_Latn.yml", "eng_Latn.yml", "zzz_Latn.yml"));

  // As a rule file has them, which is read with all of them.
  std::vector<Record> rule_file = quality::expand_profile(
      "[profile]\nname = \"mine\"\n[[step]]\nname = \"step\\n[x]\"\n[[step.rule]]\nreason = \"r\"\n"
      "signal = \"alphabetic_words_fraction\"\n",
      "mine.toml", {});
  EXPECT_THAT(put_thresholds(fitted, "mine", rule_file), IsEmpty());
  quality::Loading loading;
  loading.canonical = known_language;
  const quality::Profile profile =
      quality::read_profile(toml_of(rule_file, {"step"}), "mine.toml", loading);
  std::vector<std::string> languages;
  for (const auto& [language, steps] : profile.by_language) languages.push_back(language);
  EXPECT_THAT(languages, ElementsAre("de", "en", "zzz_Latn"));
}

TEST(Fitted, ConfigurationsHaveFineWeb2sKeysAndNames) {
  const Fitted fitted = fit_all(two_languages(), {.min_documents = 500});
  const auto files = configurations(fitted, [](const std::string& name) {
    return name == "deu_Latn" ? std::string("stopwords:\n- und\n") : std::string();
  });
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].first, "deu_Latn.yml");
  EXPECT_THAT(files[0].second, HasSubstr("max_non_alpha_words_ratio: 0.6"));
  EXPECT_THAT(files[0].second, HasSubstr("stopwords:\n- und\n"));
  EXPECT_EQ(files[1].first, "eng_Latn.yml");
  EXPECT_THAT(files[1].second, HasSubstr("stopwords: null\n"));
  EXPECT_THAT(
      missing_keys(fitted),
      ElementsAre("dup_line_frac", "dup_n_grams", "language_score", "line_punct_thr",
                  "max_avg_word_length", "min_avg_word_length", "new_line_ratio", "top_n_grams"));
}

TEST(Fitted, StopWordsAreTakenOutOfAConfiguration) {
  EXPECT_EQ(stop_words_in("a: 1\nstopwords:\n- der\n- \"f\\xFC\"\ntop: 2\n"),
            "stopwords:\n- der\n- \"f\\xFC\"\n");
  EXPECT_EQ(stop_words_in("stopwords:\n  - the"), "stopwords:\n  - the\n");
  EXPECT_EQ(stop_words_in("stopwords: []\n"), "stopwords: []\n");
  EXPECT_EQ(stop_words_in(""), "");
  EXPECT_EQ(stop_words_in("top: 2"), "");
}

quality::Filter filter_of(const std::string& toml) {
  quality::Loading loading;
  loading.file = [](const std::string&) { return std::string_view("entry\n"); };
  loading.canonical = known_language;
  std::vector<quality::Profile> profiles;
  profiles.push_back(quality::read_profile(toml, "options", loading));
  return quality::Filter(std::move(profiles));
}

std::vector<std::string> reasons_of(const std::string& toml) {
  const quality::Filter filter = filter_of(toml);
  std::vector<std::string> reasons;
  for (const quality::RuleInfo& rule : filter.rules()) reasons.push_back(rule.reason);
  return reasons;
}

// What the tool writes must be what the reader of rule files takes, whatever names of files hold.
TEST(OptionRules, AreRuleFiles) {
  cli::Tool tool("sluice-filter", 0, nullptr);
  FilterOptions options(tool);
  EXPECT_EQ(rules_before(options), "");
  EXPECT_EQ(rules_after(options), "");
  options.banned_words = {"a \"quoted\" \\ name", "b"};
  options.soft_words = {"c"};
  options.banned_substrings = {"d"};
  EXPECT_THAT(reasons_of(rules_before(options)),
              ElementsAre("banned_url_word", "soft_url_words", "banned_url_substring"));
  options.bad_words = {"de=x", "ja=y", "z"};
  options.pii = "replace";
  EXPECT_THAT(reasons_of(rules_after(options)), ElementsAre("bad_words", "pii_email", "pii_ip"));
  options.bad_words = {"zh=x"};
  EXPECT_THAT(rules_after(options), HasSubstr("boundaries = false"));
  options.bad_words = {"a control \x7f character"};
  EXPECT_THAT(reasons_of(rules_after(options)), ElementsAre("bad_words", "pii_email", "pii_ip"));
  options.bad_words = {"qqq=x"};
  EXPECT_THROW(rules_after(options), ConfigError);
}

// A German list says nothing of English: neither a value, which histograms would count, nor a drop.
TEST(OptionRules, ListsOfALanguageMeasureNoOther) {
  cli::Tool tool("sluice-filter", 0, nullptr);
  FilterOptions options(tool);
  quality::Filter::Scratch scratch;
  quality::Judgement judgement;
  const auto value = [&](const char* language) {
    const quality::Filter filter = filter_of(rules_after(options));
    filter.judge("an entry, an entry", {.language = language}, scratch, judgement);
    EXPECT_EQ(judgement.first.has_value(), judgement.findings.front().value.has_value());
    return judgement.findings.front().value;
  };
  options.bad_words = {"de=x", "ja=y"};
  EXPECT_EQ(value("de"), 2);
  EXPECT_EQ(value("ja"), 2);
  EXPECT_EQ(value("en"), std::nullopt);
  EXPECT_EQ(value(""), std::nullopt);
  options.bad_words = {"de=x", "y"};
  EXPECT_EQ(value("de"), 2);
  EXPECT_EQ(value("en"), 2);
}

}  // namespace
}  // namespace sluice::filter_tool
