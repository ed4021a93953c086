#include "cli/config_file.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "cli/support.h"

namespace sluice::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ConfigFile : public test::InFolder {
 protected:
  std::vector<ConfigEntry> read(const std::string& toml) const {
    return read_config_file(file("c.toml", toml));
  }
  std::string message_of(const std::string& toml) const {
    try {
      read(toml);
    } catch (const Error& error) {
      return error.what();
    }
    return "was taken";
  }
};

TEST_F(ConfigFile, HoldsEntriesInTheOrderOfTheFile) {
  const auto entries = read(
      "# options\nthreads = 8\nmax-errors = \"1%\"\n\nwhere = ['a = 1',\n  'b']\nsample = 0.25\n"
      "quiet = true\nempty = []\nbig = 9223372036854775807\nnegative = -1\n");
  std::vector<std::string> keys;
  std::vector<uint32_t> lines;
  for (const ConfigEntry& entry : entries) {
    keys.push_back(entry.key);
    lines.push_back(entry.line);
  }
  EXPECT_THAT(keys, ElementsAre("threads", "max-errors", "where", "sample", "quiet", "empty", "big",
                                "negative"));
  EXPECT_THAT(lines, ElementsAre(2, 3, 5, 7, 8, 9, 10, 11));
  EXPECT_THAT(entries[0].values, ElementsAre("8"));
  EXPECT_THAT(entries[1].values, ElementsAre("1%"));
  EXPECT_THAT(entries[2].values, ElementsAre("a = 1", "b"));
  EXPECT_THAT(entries[3].values, ElementsAre("0.25"));
  EXPECT_THAT(entries[4].values, ElementsAre("true"));
  EXPECT_THAT(entries[5].values, IsEmpty());
  EXPECT_THAT(entries[6].values, ElementsAre("9223372036854775807"));
  EXPECT_THAT(entries[7].values, ElementsAre("-1"));
}

TEST_F(ConfigFile, AnEmptyFileHasNoEntries) { EXPECT_THAT(read(""), IsEmpty()); }

TEST_F(ConfigFile, RefusesTablesDatesAndListsOfLists) {
  EXPECT_THAT(message_of("a = 1\n[table]\nb = 2\n"), HasSubstr("c.toml:2: 'table' must be"));
  EXPECT_THAT(message_of("a = 2024-01-01\n"), HasSubstr("c.toml:1: 'a' must be"));
  EXPECT_THAT(message_of("\na = [1, [2]]\n"), HasSubstr("c.toml:2: 'a' must be"));
  EXPECT_THAT(message_of("a = { b = 1 }\n"), HasSubstr("c.toml:1: 'a' must be"));
}

TEST_F(ConfigFile, SaysWhereItIsNoToml) {
  EXPECT_THAT(message_of("a = 1\nb = \n"), HasSubstr("c.toml:2: "));
  EXPECT_THAT(message_of("a = 1\na = 2\n"), HasSubstr("c.toml:2: "));
  EXPECT_THAT(message_of("a = \"\xff\"\n"), HasSubstr("c.toml:1: "));
  EXPECT_THROW(read_config_file(path("none.toml")), ConfigError);
}

// The parser itself descends a call for each part.
TEST_F(ConfigFile, RefusesWhatIsNestedWithoutBound) {
  std::string key = "threads";
  for (int i = 0; i < 50'000; ++i) key += ".a";
  EXPECT_THAT(message_of("quiet = true\n" + key + " = 1\n"), HasSubstr("c.toml:2: keys, lists"));
  EXPECT_THAT(message_of("a = " + std::string(100'000, '[')), HasSubstr("c.toml:1: keys, lists"));
}

}  // namespace
}  // namespace sluice::cli
