#include "base/toml_depth.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/error.h"

namespace sluice {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string complaint(const std::string& toml) {
  try {
    check_toml_depth(toml, "f.toml");
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

std::string repeated(const std::string& what, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += what;
  return all;
}

TEST(TomlDepth, TakesKeysAndHeadersOf64Parts) {
  const std::string key = "a" + repeated(" . b", 63);
  EXPECT_EQ(complaint(key + " = 1\n"), "");
  EXPECT_THAT(complaint("x = 1\n" + key + ".c = 1\n"),
              StartsWith("f.toml:2: keys, lists and tables lie more than 64 deep"));
  EXPECT_EQ(complaint("[a" + repeated(".'b.c'", 62) + "]\n" + key + " = 1\n"), "");
  EXPECT_THAT(complaint("# .\n\n[[a" + repeated(".b", 64) + "]]\n"),
              StartsWith("f.toml:3: keys, lists"));
}

TEST(TomlDepth, TakesListsAndTablesToTheSameDepth) {
  EXPECT_EQ(complaint("a = " + repeated("[", 63) + repeated("]", 63)), "");
  EXPECT_THAT(complaint("a = " + repeated("[\n", 64)),
              StartsWith("f.toml:64: keys, lists and tables lie more than 64 deep"));
  EXPECT_EQ(complaint("a = " + repeated("{ b = ", 63)), "");
  EXPECT_THAT(complaint("a = " + repeated("{ b = ", 64)), HasSubstr("more than 64 deep"));
}

// Keys within inline tables are dotted as well, and what they build lies within what is around.
TEST(TomlDepth, AddsUpKeysAndWhatTheyLeadTo) {
  EXPECT_EQ(complaint("a = " + repeated("{ b.c.d = ", 21)), "");
  EXPECT_THAT(complaint("a = " + repeated("{ b.c.d = ", 22)), HasSubstr("more than 64 deep"));
}

TEST(TomlDepth, CountsWhatStandsBesideOneAnotherApart) {
  EXPECT_EQ(complaint(repeated("a.b.c = 1.5\n", 100)), "");
  EXPECT_EQ(complaint("a = [" + repeated("1.5, ", 100) + "]"), "");
  EXPECT_EQ(complaint("a = [" + repeated("[1, {b.c = 2}],\n", 100) + "]"), "");
  EXPECT_EQ(complaint(repeated("[a.b]\n", 100) + repeated("]}", 100)), "");
}

TEST(TomlDepth, IsNotThatOfStringsAndComments) {
  const std::string deep = repeated(".[{", 100);
  EXPECT_EQ(complaint("a = \"" + deep + "\\\"" + deep + "\"\n"), "");
  EXPECT_EQ(complaint("a = '" + deep + "\\'\n"), "");
  EXPECT_EQ(complaint("a = 1 # \"" + deep + "\n"), "");
  EXPECT_EQ(complaint("a = \"\"\"\n" + deep + "\n\"\"" + deep + "\\\"\"\"" + deep + "\"\"\"\n"),
            "");
  EXPECT_EQ(complaint("a = '''\n" + deep + "''" + deep + "'''\n"), "");
  EXPECT_EQ(complaint("a = \"\"\n'' = " + repeated("[", 63)), "");
}

TEST(TomlDepth, IsSeenBehindStrings) {
  const std::string deep = " = " + repeated("[", 65);
  EXPECT_THAT(complaint("\"\"" + deep), StartsWith("f.toml:1: keys"));
  EXPECT_THAT(complaint("a = \"\"\"\n\n\"\"\"\"\"\nb" + deep), StartsWith("f.toml:4: keys"));
  EXPECT_THAT(complaint("a = '\\'\nb" + deep), StartsWith("f.toml:2: keys"));
  EXPECT_THAT(complaint("a = \"\\\\\"\nb" + deep), StartsWith("f.toml:2: keys"));
  EXPECT_THAT(complaint("# \"\nb" + deep), StartsWith("f.toml:2: keys"));
}

// A parser reads no further than to a string that does not end.
TEST(TomlDepth, EndsWhereAStringDoesNotEnd) {
  EXPECT_EQ(complaint("a = \"\n" + repeated("[", 100)), "");
  EXPECT_EQ(complaint("a = '''" + repeated("[", 100)), "");
  EXPECT_EQ(complaint("a = \"\\"), "");
}

}  // namespace
}  // namespace sluice
