// Lists in rule files, from the file to the verdict: datatrove's URL filter and C4's bad words as a
// user would write them, personal data last.

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>

#include "base/error.h"
#include "quality/filter.h"

namespace sluice::quality {
namespace {

constexpr std::string_view kRules = R"toml(
[profile]
name = "lists"
source = "datatrove a649de79, url_filter.py, c4_filters.py, pii.py"

[[step]]
name = "url"
[[step.rule]]
reason = "domain"
signal = "url_blocked"
lists = ["domains", "urls"]
drop_above = 0
[[step.rule]]
reason = "hard_blacklisted"
signal = "url_words"
lists = ["hard"]
drop_above = 0
[[step.rule]]
reason = "soft_blacklisted"
signal = "url_words"
lists = ["soft"]
drop_at_least = 2
[[step.rule]]
reason = "blacklisted_subword"
signal = "url_substrings"
lists = ["substrings"]
drop_above = 0

[[step]]
name = "bad_words"
[[step.rule]]
reason = "bad_words"
signal = "bad_words"
lists = ["en"]
drop_above = 0
[step.rule.language.ja]
lists = ["ja"]
boundaries = false

[[step]]
name = "pii"
edit = "pii"
emails = ["E"]
)toml";

class ListRules : public testing::Test {
 protected:
  ListRules() {
    files_ = {{"domains", "bad.example\n"},
              {"urls", "mixed.example/bad\n"},
              {"hard", "casino\n"},
              {"soft", "chat\ndating\nlive\n"},
              {"substrings", "freespins\n"},
              {"en", "darn\n"},
              {"ja", "馬鹿\n"}};
    std::vector<Profile> profiles;
    profiles.push_back(read(std::string(kRules)));
    filter_.emplace(std::move(profiles));
  }

  Profile read(const std::string& rules) const {
    return read_profile(
        rules, "lists.toml",
        {.file = [this](const std::string& path) -> std::string_view { return files_.at(path); }});
  }
  // The reason and its detail, or "keep" and the text.
  std::string verdict(std::string_view text, const Facts& facts) {
    filter_->judge(text, facts, scratch_, judgement_);
    if (!judgement_.first) return "keep: " + std::string(judgement_.text);
    return filter_->rules()[*judgement_.first].reason + ": " +
           judgement_.findings[*judgement_.first].detail;
  }
  std::string of_url(std::string_view url) { return verdict("text", {.url = url}); }

  std::map<std::string, std::string> files_;
  std::optional<Filter> filter_;
  Filter::Scratch scratch_;
  Judgement judgement_;
};

TEST_F(ListRules, AddressesAreJudgedInDatatrovesOrder) {
  EXPECT_EQ(of_url("https://www.bad.example/casino"), "domain: bad.example");
  EXPECT_EQ(of_url("https://mixed.example/bad/free-spins"), "domain: mixed.example/bad");
  EXPECT_EQ(of_url("https://a.example/casino/free-spins"), "hard_blacklisted: casino");
  EXPECT_EQ(of_url("https://chat.example/live/free-spins"), "soft_blacklisted: chat live");
  EXPECT_EQ(of_url("https://chat.example/chat/freespins"), "blacklisted_subword: freespins");
  EXPECT_EQ(of_url("https://chat.example/casinos"), "keep: text");
  EXPECT_EQ(of_url(""), "keep: text");
}

TEST_F(ListRules, BadWordsGoByLanguage) {
  EXPECT_EQ(verdict("Darn it", {.language = "en"}), "bad_words: darn");
  EXPECT_EQ(verdict("Darn it", {.language = "xx"}), "bad_words: darn");
  EXPECT_EQ(verdict("Darn it", {.language = "ja"}), "keep: Darn it");
  EXPECT_EQ(verdict("この馬鹿者", {.language = "ja"}), "bad_words: 馬鹿");
  EXPECT_EQ(verdict("この馬鹿者", {.language = "en"}), "keep: この馬鹿者");
}

TEST_F(ListRules, PersonalDataAreReplacedInWhatIsKept) {
  EXPECT_EQ(verdict("To ann@mail.example", {}), "keep: To E");
  EXPECT_TRUE(judgement_.edited);
  EXPECT_EQ(verdict("To nobody", {}), "keep: To nobody");
  EXPECT_FALSE(judgement_.edited);
}

TEST_F(ListRules, PersonalDataTakeNoRules) {
  EXPECT_THROW(read("[profile]\nname = 'p'\n[[step]]\nname = 'pii'\nedit = 'pii'\n"
                    "[[step.rule]]\nreason = 'r'\nsignal = 'word_count'\n"),
               ConfigError);
  EXPECT_THROW(read("[profile]\nname = 'p'\n[[step]]\nname = 'pii'\nedit = 'pii'\nphone = true\n"),
               ConfigError);
}

TEST(FinewebProfile, ReplacesPersonalDataLast) {
  const Filter filter([] {
    std::vector<Profile> profiles;
    profiles.push_back(builtin_profile("fineweb", {}));
    return profiles;
  }());
  EXPECT_EQ(filter.rules().back().reason, "pii_ip");
}

}  // namespace
}  // namespace sluice::quality
