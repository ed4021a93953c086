#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "quality/filter.h"

namespace sluice::quality {
namespace {

using Files = std::vector<std::pair<std::string, std::string_view>>;

// In the form of FineWeb-2's files; the numbers are made up.
constexpr std::string_view kGerman =
    "dup_line_frac: 0.25\n"
    "dup_n_grams:\n- - 5\n  - 0.14\n- - 6\n  - 0.13\n- - 7\n  - 0.12\n"
    "- - 8\n  - 0.11\n- - 9\n  - 0.1\n- - 10\n  - 0.09\n"
    "language_score: 0.8\n"
    "line_punct_thr: -1\n"
    "max_avg_word_length: 15\n"
    "max_non_alpha_words_ratio: 0.77\n"
    "min_avg_word_length: 0\n"
    "new_line_ratio: 0.15\n"
    "stopwords:\n- der\n- 'no'\n- \"f\\xFCr\"\n- \"\\U00010339\\u0e43\"\n"
    "top_n_grams:\n- - 2\n  - 0.17\n- - 3\n  - 0.15\n- - 4\n  - 0.13\n";

std::string with(std::string_view yaml, const std::string& from, const std::string& to) {
  std::string text(yaml);
  return text.replace(text.find(from), from.size(), to);
}

std::string complaint(const std::function<void()>& action) {
  try {
    action();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

std::string complaint_about(const std::string& yaml) {
  return complaint([&] { read_fineweb2(Files{{"deu_Latn.yml", yaml}}, {}); });
}

class Fineweb2 : public testing::Test {
 protected:
  Finding find(const Filter& filter, std::string_view reason, const Facts& facts,
               std::string_view text) {
    filter.judge(text, facts, scratch_, judgement_);
    for (size_t i = 0; i < filter.rules().size(); ++i) {
      if (filter.rules()[i].reason == reason) return judgement_.findings[i];
    }
    ADD_FAILURE() << reason;
    return {};
  }

  Filter filter_of(const Files& files, const Loading& loading, std::string_view fallback = {}) {
    std::vector<Profile> profiles;
    profiles.push_back(read_fineweb2(files, loading, fallback));
    return Filter(std::move(profiles));
  }

  std::string first(const Filter& filter) const {
    return judgement_.first ? filter.rules()[*judgement_.first].reason : "";
  }

  Filter::Scratch scratch_;
  Judgement judgement_;
};

TEST_F(Fineweb2, FillsInTheThresholdsOfALanguage) {
  const Filter filter = filter_of({{"configs/deu_Latn.yml", kGerman}}, {});
  const Facts german{.language = "deu_Latn", .language_score = 0.79};
  const auto threshold = [&](std::string_view reason) {
    const Finding finding = find(filter, reason, german, "der für \U00010339\u0e43");
    return std::string(words_for(finding.comparison).sign) + std::to_string(finding.threshold);
  };
  EXPECT_EQ(threshold("language_score"), "<0.800000");
  EXPECT_EQ(threshold("dup_line_frac"), ">0.250000");
  EXPECT_EQ(threshold("top_2_gram"), ">0.170000");
  EXPECT_EQ(threshold("top_4_gram"), ">0.130000");
  EXPECT_EQ(threshold("duplicated_5_n_grams"), ">0.140000");
  EXPECT_EQ(threshold("duplicated_10_n_grams"), ">0.090000");
  EXPECT_EQ(threshold("line_punct_ratio"), "<-1.000000");
  EXPECT_EQ(threshold("list_ratio"), ">0.150000");
  EXPECT_EQ(threshold("gopher_above_avg_threshold"), ">15.000000");
  EXPECT_EQ(threshold("gopher_below_alpha_threshold"), "<0.770000");
  EXPECT_EQ(threshold("gopher_enough_stop_words"), "<2.000000");
  // Parameters of the pipeline itself.
  EXPECT_EQ(threshold("char_dup_ratio"), ">0.100000");
  EXPECT_EQ(threshold("short_line_ratio"), "0.000000");
  EXPECT_EQ(threshold("gopher_short_doc"), "<50.000000");
  // 0 is no threshold.
  EXPECT_EQ(threshold("gopher_below_avg_threshold"), "0.000000");
  EXPECT_EQ(find(filter, "gopher_enough_stop_words", german, "der für \U00010339 no no").value, 3);
  EXPECT_EQ(first(filter), "language_score");
  EXPECT_FALSE(
      find(filter, "language_score", {.language = "deu_Latn", .language_score = 0.8}, "").drops);
}

TEST_F(Fineweb2, MeasuresOnlyWhereAThresholdIsNullAndWithoutStopWords) {
  std::string yaml(kGerman);
  const size_t stop_words = yaml.find("stopwords:");
  yaml.erase(stop_words, yaml.find("top_n_grams:") - stop_words);
  yaml = with(yaml, "language_score: 0.8", "language_score: null  # why");
  yaml.erase(yaml.find("top_n_grams:"));
  const Filter filter = filter_of({{"deu_Latn.yml", yaml + "top_n_grams: ~\n"}}, {});
  const Facts german{.language = "deu_Latn", .language_score = 0.1};
  for (const char* reason :
       {"language_score", "gopher_enough_stop_words", "top_2_gram", "top_3_gram", "top_4_gram"}) {
    const Finding finding = find(filter, reason, german, "nothing of the kind");
    EXPECT_EQ(finding.comparison, Comparison::none) << reason;
    EXPECT_TRUE(finding.value) << reason;
  }
  EXPECT_EQ(find(filter, "duplicated_5_n_grams", german, "a").comparison, Comparison::above);
}

TEST_F(Fineweb2, DropsLanguagesWithoutAFile) {
  const Filter filter = filter_of({{"deu_Latn.yml", kGerman}}, {});
  EXPECT_TRUE(find(filter, "no_configuration", {.language = "fra_Latn"}, "").drops);
  EXPECT_EQ(first(filter), "no_configuration");
  EXPECT_TRUE(find(filter, "no_configuration", {}, "text").drops);
  EXPECT_FALSE(find(filter, "no_configuration", {.language = "deu_Latn"}, "text").drops);
}

TEST_F(Fineweb2, GivesOtherLanguagesTheThresholdsOfOne) {
  const Filter filter = filter_of({{"deu_Latn.yml", kGerman}}, {}, "deu_Latn");
  EXPECT_FALSE(find(filter, "no_configuration", {.language = "fra_Latn"}, "text").drops);
  EXPECT_EQ(find(filter, "list_ratio", {.language = "fra_Latn"}, "text").threshold, 0.15);
  EXPECT_THAT(complaint([] {
                read_fineweb2(Files{{"a.yml", kGerman}}, {}, "b");
              }),
              testing::HasSubstr("no configuration of language 'b'"));
}

TEST_F(Fineweb2, IsKeyedByCanonicalCodesWhereThereAreAny) {
  Loading loading;
  loading.canonical = [](std::string_view name) {
    return name == "cmn_Hani" || name == "zho_Hans" ? std::string("zh") : std::string();
  };
  const Filter filter = filter_of({{"cmn_Hani.yml", kGerman}, {"aai_Latn.yml", kGerman}}, loading);
  EXPECT_FALSE(find(filter, "no_configuration", {.language = "zh-Hant"}, "text").drops);
  EXPECT_FALSE(find(filter, "no_configuration", {.language = "aai_Latn"}, "text").drops);
  EXPECT_EQ(complaint([&] {
              read_fineweb2(Files{{"cmn_Hani.yml", kGerman}, {"zho_Hans.yml", kGerman}}, loading);
            }),
            "zho_Hans.yml: is of language 'zh', as cmn_Hani.yml is");
}

// lid.176 says "uz" of Uzbek in either script.
TEST_F(Fineweb2, LanguagesWithoutAScriptHaveTheirOnlyFile) {
  const Filter filter = filter_of({{"uz-Latn.yml", kGerman}, {"aai_Latn.yml", kGerman}}, {});
  for (const std::string_view language : {"uz", "uz-Latn", "aai", "aai_Latn"}) {
    EXPECT_FALSE(find(filter, "no_configuration", {.language = language}, "text").drops);
  }
  for (const std::string_view language : {"uz-Cyrl", "aai_Cyrl", "u", "uzb", ""}) {
    EXPECT_TRUE(find(filter, "no_configuration", {.language = language}, "text").drops);
  }
}

TEST_F(Fineweb2, LanguagesInSeveralScriptsHaveTheFileOfTheTextsOwn) {
  const std::string latin = with(kGerman, "new_line_ratio: 0.15", "new_line_ratio: 0.25");
  const Filter filter = filter_of({{"sr-Cyrl.yml", kGerman}, {"sr-Latn.yml", latin}}, {});
  const auto threshold = [&](std::string_view text) {
    EXPECT_FALSE(find(filter, "no_configuration", {.language = "sr"}, text).drops);
    return find(filter, "list_ratio", {.language = "sr"}, text).threshold;
  };
  EXPECT_EQ(threshold("Воденица крај реке, www"), 0.15);
  EXPECT_EQ(threshold("Vodenica kraj reke, три"), 0.25);
  EXPECT_EQ(threshold("1 2 3"), 0.15);
  EXPECT_EQ(find(filter, "list_ratio", {.language = "sr-Latn"}, "три").threshold, 0.25);
}

TEST_F(Fineweb2, TellsWhichLanguageHasNoFile) {
  const Filter filter = filter_of({{"deu_Latn.yml", kGerman}}, {});
  EXPECT_EQ(find(filter, "no_configuration", {.language = "sr"}, "text").detail,
            "no configuration for language sr");
  EXPECT_EQ(find(filter, "no_configuration", {}, "text").detail,
            "no configuration for documents that state no language");
}

TEST_F(Fineweb2, ReadsAsManyFilesAsThereAre) {
  std::vector<std::string> names;
  for (int i = 0; i < 1929; ++i) names.push_back("l" + std::to_string(i) + "_Latn.yml");
  Files files;
  for (const std::string& name : names) files.emplace_back(name, kGerman);
  const Profile profile = read_fineweb2(files, {});
  EXPECT_EQ(profile.by_language.size(), 1929);
}

TEST_F(Fineweb2, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(complaint_about(std::string(kGerman)), "");
  EXPECT_EQ(complaint_about(with(kGerman, "language_score", "languge_score")),
            "deu_Latn.yml:15: unknown key 'languge_score'; did you mean 'language_score'?");
  EXPECT_EQ(complaint_about(with(kGerman, "dup_line_frac: 0.25", "dup_line_frac: much")),
            "deu_Latn.yml:1: 'dup_line_frac' must be a number");
  EXPECT_EQ(complaint_about(with(kGerman, "dup_line_frac: 0.25", "dup_line_frac: .nan")),
            "deu_Latn.yml:1: 'dup_line_frac' must be a number");
  EXPECT_EQ(complaint_about(with(kGerman, "dup_line_frac: 0.25\n", "")),
            "deu_Latn.yml: 'dup_line_frac' is missing (null: the rule only measures)");
  EXPECT_EQ(complaint_about(with(kGerman, "language_score: 0.8", "dup_line_frac: 0.8")),
            "deu_Latn.yml:15: 'dup_line_frac' is there twice");
  EXPECT_EQ(complaint_about(with(kGerman, "- - 5\n", "- - 4\n")),
            "deu_Latn.yml:3: 'dup_n_grams' must be of n from 5 to 10, each once");
  EXPECT_EQ(complaint_about(with(kGerman, "- - 5\n", "- - 6\n")),
            "deu_Latn.yml:5: 'dup_n_grams' must be of n from 5 to 10, each once");
  EXPECT_THAT(complaint_about("a: [\n"), testing::StartsWith("deu_Latn.yml:"));
  EXPECT_THAT(complaint_about("- a\n"), testing::HasSubstr("is no table"));
  EXPECT_THAT(complaint_about(""), testing::HasSubstr("is no table"));
  EXPECT_EQ(complaint_about(std::string(100'000, '[')), "deu_Latn.yml:1: nests too deeply");
  EXPECT_EQ(complaint([] {
              read_fineweb2(Files{{"configs/deu Latn.yml", kGerman}}, {});
            }),
            "configs/deu Latn.yml: is not named by a language's code");
  EXPECT_EQ(complaint([] { read_fineweb2({}, {}); }),
            "fineweb2: no configuration (*.yml) is there");
}

}  // namespace
}  // namespace sluice::quality
