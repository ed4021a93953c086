#include "langid/languages.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"

namespace sluice::langid {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;

std::string code(std::optional<LanguageId> language) {
  return language ? std::string(languages()[*language].code) : "none";
}
std::string found(std::string_view name) { return code(find_language(name)); }

std::vector<std::string> codes(const std::vector<LanguageId>& ids) {
  std::vector<std::string> result;
  for (const LanguageId id : ids) result.push_back(code(id));
  return result;
}

TEST(Languages, StandInAscendingOrderOfCode) {
  const auto by_code = [](const Language& one, const Language& other) {
    return one.code >= other.code;
  };
  EXPECT_EQ(std::ranges::adjacent_find(languages(), by_code), languages().end());
  EXPECT_GT(languages().size(), 400u);
}

// Files, metadata and routes are called so.
TEST(Languages, NamesAreSpelledAsTheirSystemsSpellThem) {
  const auto all_of = [](std::string_view text, auto is) { return std::ranges::all_of(text, is); };
  const auto is_lower = [](char byte) { return is_letter(byte) && !is_upper(byte); };
  for (const Language& one : languages()) {
    const std::string_view base = one.code.substr(0, one.code.find('-'));
    EXPECT_TRUE((base.size() == 2 || base.size() == 3) && all_of(base, is_lower)) << one.code;
    EXPECT_TRUE(base == one.code || one.code.substr(base.size() + 1) == one.script) << one.code;
    EXPECT_TRUE(one.iso639_3.size() == 3 && all_of(one.iso639_3, is_lower)) << one.code;
    EXPECT_TRUE(one.script.size() == 4 && is_upper(one.script[0])) << one.code;
    EXPECT_EQ(one.fineweb2.size(), 8u) << one.code;
    EXPECT_TRUE(one.lid176.size() <= 3 && all_of(one.lid176, is_lower)) << one.code;
    EXPECT_FALSE(one.name.empty()) << one.code;
  }
}

TEST(Languages, AreDifferentLanguagesOrTheSameInDifferentScripts) {
  std::set<std::pair<std::string_view, std::string_view>> seen;
  std::set<std::string_view> names;
  for (const Language& one : languages()) {
    EXPECT_TRUE(seen.emplace(one.iso639_3, one.script).second) << one.code;
    EXPECT_TRUE(names.insert(one.name).second) << one.code;
  }
}

TEST(Languages, CodesAreFoundInEachSystemThatTellsThemApart) {
  for (size_t i = 0; i < languages().size(); ++i) {
    const auto id = static_cast<LanguageId>(i);
    EXPECT_EQ(found(languages()[i].code), languages()[i].code);
    for (const LabelSystem system : {LabelSystem::iso639_3, LabelSystem::fineweb2}) {
      const auto all = languages_named(name_in(system, id));
      EXPECT_THAT(codes(all), Contains(languages()[i].code)) << name_in(system, id);
      const auto with_name = std::ranges::count_if(
          all, [&](LanguageId other) { return name_in(system, other) == name_in(system, id); });
      EXPECT_EQ(static_cast<size_t>(with_name), all.size()) << name_in(system, id);
    }
  }
}

TEST(Languages, AllOfLid176AreKnown) {
  std::set<std::string_view> labels;
  for (const Language& one : languages()) {
    if (one.lid176.empty()) continue;
    labels.insert(one.lid176);
    const auto id = find_in(LabelSystem::lid176, one.lid176);
    ASSERT_TRUE(id);
    EXPECT_EQ(name_in(LabelSystem::lid176, *id), one.lid176);
  }
  EXPECT_EQ(labels.size(), 176u);
  EXPECT_EQ(code(find_in(LabelSystem::lid176, "als")), "gsw");
  EXPECT_EQ(code(find_in(LabelSystem::lid176, "sr")), "sr-Cyrl");
  EXPECT_EQ(code(find_in(LabelSystem::lid176, "bh")), "bho");
  EXPECT_EQ(code(find_in(LabelSystem::lid176, "haw")), "none");
  EXPECT_EQ(name_in(LabelSystem::lid176, *find_language("haw")), "haw");
}

TEST(Languages, AliasesAndOtherSpellingsAreUnderstood) {
  const std::map<std::string, std::string> expected = {{"iw", "he"},
                                                       {"nb", "no"},
                                                       {"nob", "no"},
                                                       {"fil", "tl"},
                                                       {"tgl_Latn", "tl"},
                                                       {"cmn", "zh-Hans"},
                                                       {"deu", "de"},
                                                       {"ger", "de"},
                                                       {"zh-CN", "zh-Hans"},
                                                       {"zh_tw", "zh-Hant"},
                                                       {"zho_Hant", "zh-Hant"},
                                                       {"ara", "ar"},
                                                       {"arb_Arab", "ar"},
                                                       {"fas_Arab", "fa"},
                                                       {"pes_Arab", "fa"},
                                                       {"azj_Latn", "az"},
                                                       {"swh_Latn", "sw"},
                                                       {"uzn_Latn", "uz-Latn"},
                                                       {"uzn_Cyrl", "uz-Cyrl"},
                                                       {"khk_Cyrl", "mn"},
                                                       {"ekk_Latn", "et"},
                                                       {"lvs_Latn", "lv"},
                                                       {"als_Latn", "sq"},
                                                       {"als", "sq"},
                                                       {"zsm_Latn", "ms"},
                                                       {"npi_Deva", "ne"},
                                                       {"ory_Orya", "or"},
                                                       {"plt_Latn", "mg"},
                                                       {"ydd_Hebr", "yi"},
                                                       {"kmr_Latn", "ku"},
                                                       {"srp_Latn", "sr-Latn"},
                                                       {"sr", "sr-Cyrl"},
                                                       {"EN", "en"},
                                                       {"ENG_LATN", "en"},
                                                       {"en-Latn", "en"},
                                                       {"kor_Hang", "ko"},
                                                       {"jpn_Jpan", "ja"},
                                                       {"pa-Arab", "pnb"},
                                                       {"ku-Arab", "ckb"},
                                                       {"zxx", "und"},
                                                       {"be-tarask", "be"},
                                                       {"zh-min-nan", "nan"},
                                                       {"hrv", "hr"},
                                                       {"hbs", "sh"},
                                                       {"eml", "egl"},
                                                       {"zza", "diq"},
                                                       {"hin_Latn", "hi-Latn"},
                                                       {"en-US", "none"},
                                                       {"english", "none"},
                                                       {"", "none"},
                                                       {"-", "none"},
                                                       {"en-", "none"},
                                                       {"en_Cyrl", "none"},
                                                       {"qqz", "none"},
                                                       {"en ", "none"}};
  for (const auto& [name, language] : expected) EXPECT_EQ(found(name), language) << name;
  EXPECT_EQ(code(undetermined()), "und");
}

TEST(Languages, ANameWithoutAScriptIsTheLanguageInAll) {
  EXPECT_THAT(codes(languages_named("zh-Hant")), ElementsAre("zh-Hant"));
  EXPECT_THAT(codes(languages_named("cmn_Hani")), ElementsAre("zh-Hans", "zh-Hant"));
  EXPECT_THAT(codes(languages_named("zh")), ElementsAre("zh-Hans", "zh-Hant", "zh-Latn"));
  EXPECT_THAT(codes(languages_named("srp")), ElementsAre("sr-Cyrl", "sr-Latn"));
  EXPECT_THAT(codes(languages_named("kk")), ElementsAre("kk", "kk-Arab", "kk-Latn"));
  EXPECT_THAT(codes(languages_named("kk-Cyrl")), ElementsAre("kk"));
  EXPECT_THAT(codes(languages_named("de")), ElementsAre("de"));
  EXPECT_THAT(languages_named("nothing"), IsEmpty());
}

TEST(Languages, DeclarationsAreTakenAsFarAsTheyAreUnderstood) {
  const std::map<std::string, std::string> expected = {
      {"de-AT", "de"},       {"en_US.UTF-8", "en"},
      {" en-GB ", "en"},     {"zh-Hant-TW", "zh-Hant"},
      {"zh-TW", "zh-Hant"},  {"sr-Latn-RS", "sr-Latn"},
      {"x-default", "none"}, {"und", "none"},
      {"de-CH-1996", "de"},  {"en, fr", "none"},
      {"", "none"},          {"-----", "none"},
      {"\t", "none"},        {"PT-br", "pt"}};
  for (const auto& [tag, language] : expected) {
    EXPECT_EQ(code(declared_language(tag)), language) << tag;
  }
}

TEST(Languages, NearNamesAreOffered) {
  EXPECT_THAT(nearest_languages("gernan"), ElementsAre("de (German)"));
  EXPECT_THAT(nearest_languages("German"), Contains("de (German)"));
  EXPECT_THAT(nearest_languages("englisch"), Contains("en (English)"));
  EXPECT_THAT(nearest_languages("serbian"), Contains("sr-Cyrl (Serbian (Cyrillic))"));
  EXPECT_THAT(nearest_languages("zh-Hanz"), Contains("zh-Hans (Chinese (simplified))"));
  EXPECT_LE(nearest_languages("xx").size(), 3u);
  EXPECT_THAT(nearest_languages(""), IsEmpty());
  EXPECT_THAT(nearest_languages(std::string(1000, 'x')), IsEmpty());
}

// Codes come from command lines and from headers of pages.
TEST(Languages, AnyBytesAreANameOrNone) {
  std::mt19937_64 random(11);
  for (int i = 0; i < 20'000; ++i) {
    std::string name;
    constexpr std::string_view kBytes = "aezhnLx-_-_ \0\xE2\xFF";
    for (size_t n = random() % 12; n > 0; --n) name += kBytes[random() % kBytes.size()];
    const auto id = find_language(name);
    EXPECT_TRUE(!id || *id < languages().size());
    declared_language(name);
  }
}

}  // namespace
}  // namespace sluice::langid
