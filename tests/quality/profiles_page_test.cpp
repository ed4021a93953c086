// docs/filter-profiles.md tells every built-in profile, rule and threshold.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "base/toml_records.h"
#include "quality/profile.h"
#include "quality/step.h"

namespace sluice::quality {
namespace {

using testing::HasSubstr;

std::string page() {
  std::ifstream file(std::string(SLUICE_SOURCE_DIR) + "/docs/filter-profiles.md");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Of a profile: what stands under its heading.
std::string section_of(const std::string& page, const std::string& profile) {
  const std::string heading = "\n## `" + profile + "`\n";
  const size_t begin = page.find(heading);
  if (begin == std::string::npos) return {};
  return page.substr(begin, page.find("\n## ", begin + heading.size()) - begin);
}

// "> 100,000", "< 0.8".
std::string spelt(const Threshold& threshold) {
  std::ostringstream number;
  number << threshold.value;
  std::string digits = threshold.value == 100'000 ? "100,000" : number.str();
  if (threshold.value == 1000) digits = "1,000";
  return std::string(words_for(threshold.comparison).sign) + ' ' + digits;
}

void expect_told(const std::string& section, Record& step) {
  std::string use;
  if (step.text("use", use)) {
    EXPECT_THAT(section, HasSubstr('`' + use + '`'));
  }
  for (const std::string_view key : {"rule", "line", "replace"}) {
    std::vector<Record> rules;
    step.records(key, rules);
    for (Record& rule : rules) {
      std::string reason;
      rule.text("reason", reason);
      EXPECT_THAT(section, HasSubstr('`' + reason + '`'));
      const Threshold threshold = Threshold::read(rule);
      if (threshold.comparison != Comparison::none) {
        EXPECT_THAT(section, HasSubstr(spelt(threshold))) << reason;
      }
    }
  }
}

TEST(ProfilesPage, TellsEveryRuleAndThreshold) {
  const std::string all = page();
  for (const std::string& profile : builtin_profiles()) {
    const std::string section = section_of(all, profile);
    EXPECT_FALSE(section.empty()) << profile;
    for (Record& record : read_records(builtin_profile_file(profile), profile)) {
      if (record.name() == "step") expect_told(section, record);
    }
  }
}

// The rule files that it shows can be read.
TEST(ProfilesPage, ShowsRuleFilesThatCanBeRead) {
  const std::string all = page();
  Loading loading;
  loading.file = [](const std::string&) { return std::string_view("example\n"); };
  size_t shown = 0;
  const std::string fence = "```toml\n";
  for (size_t at = all.find(fence); at != std::string::npos; at = all.find(fence, at + 1)) {
    const size_t begin = at + fence.size();
    std::string toml = all.substr(begin, all.find("```", begin) - begin);
    if (!toml.starts_with("[profile]")) {
      toml = "[profile]\nname = \"p\"\n[[step]]\nname = \"s\"\n" + toml;
    }
    EXPECT_NO_THROW(read_profile(toml, "page.toml", loading)) << toml;
    ++shown;
  }
  EXPECT_EQ(shown, 2);
}

}  // namespace
}  // namespace sluice::quality
