#include "base/toml_records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "base/error.h"

namespace sluice {
namespace {

using testing::ElementsAre;

std::string complaint(const std::function<void()>& action) {
  try {
    action();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(ReadRecords, KeepsTheOrderOfTheFile) {
  std::vector<std::string> names;
  for (const Record& record : read_records("[z]\n[a-1]\n['x.y']\n[b]\n", "f")) {
    names.push_back(record.name());
  }
  EXPECT_THAT(names, ElementsAre("z", "a-1", "x.y", "b"));
}

TEST(ReadRecords, GivesEachTableOfAListAtTheTop) {
  std::vector<std::string> names;
  std::vector<uint32_t> lines;
  for (const Record& record : read_records("[[b]]\n[a]\nx = 1\n[[b]]\ny = 1\n[[b.c]]\n", "f")) {
    names.push_back(record.name());
    lines.push_back(record.line());
  }
  EXPECT_THAT(names, ElementsAre("b", "a", "b"));
  EXPECT_THAT(lines, ElementsAre(1, 2, 4));
}

TEST(ReadRecords, SaysWhereTheFileIsNoToml) {
  EXPECT_THAT(complaint([] { read_records("[a]\nx = \n", "f.toml"); }),
              testing::StartsWith("f.toml:2: "));
  EXPECT_EQ(complaint([] { read_records("# c\nx = 1\n", "f.toml"); }),
            "f.toml:2: 'x' stands outside of any [table]");
  EXPECT_EQ(complaint([] { read_records("[a]\nx = 1979-05-27\n", "f.toml"); }),
            "f.toml:2: 'x' must be a number, string, boolean, list, or table");
  EXPECT_EQ(complaint([] { read_records("[a]\nx = [1, 2]\n", "f.toml"); }),
            "f.toml:2: 'x' must list strings or tables");
}

TEST(ReadRecords, RefusesWhatIsNestedWithoutBound) {
  std::string header = "[a";
  for (int i = 0; i < 50'000; ++i) header += ".a";
  EXPECT_THAT(complaint([&] { read_records("[b]\n" + header + "]\n", "f.toml"); }),
              testing::StartsWith("f.toml:2: keys, lists and tables lie more than 64 deep"));
}

TEST(Record, GivesEachKindOfValue) {
  Record record = read_records(R"(
[a]
number = 1.5
whole = 3
big = 1_000_000
yes = true
text = "t"
list = ["p", "q"]
rows = [{n = 1}, {n = 2}]
)",
                               "f")
                      .at(0);
  double number = 0;
  EXPECT_TRUE(record.number("number", number, 1e12));
  EXPECT_EQ(number, 1.5e12);
  EXPECT_TRUE(record.number("whole", number));
  EXPECT_EQ(number, 3);
  uint64_t count = 0;
  EXPECT_TRUE(record.count("big", count));
  EXPECT_EQ(count, 1'000'000);
  bool yes = false;
  EXPECT_TRUE(record.flag("yes", yes));
  EXPECT_TRUE(yes);
  std::string text;
  EXPECT_TRUE(record.text("text", text));
  EXPECT_EQ(text, "t");
  std::vector<std::string> list;
  EXPECT_TRUE(record.texts("list", list));
  EXPECT_THAT(list, ElementsAre("p", "q"));
  std::vector<Record> rows;
  EXPECT_TRUE(record.records("rows", rows));
  ASSERT_EQ(rows.size(), 2);
  EXPECT_TRUE(rows[1].number("n", number));
  EXPECT_EQ(number, 2);
  EXPECT_NO_THROW(record.finish());
}

TEST(Record, LeavesValuesAloneThatItDoesNotHave) {
  Record record = read_records("[a]\n", "f").at(0);
  double number = 7;
  std::string text = "as it was";
  EXPECT_FALSE(record.number("number", number));
  EXPECT_FALSE(record.text("text", text));
  EXPECT_EQ(number, 7);
  EXPECT_EQ(text, "as it was");
}

TEST(Record, RefusesValuesOfAnotherKind) {
  Record record = read_records("[a]\nx = \"one\"\ny = -1\nz = 1.5\nw = inf\n", "f.toml").at(0);
  double number = 0;
  uint64_t count = 0;
  bool flag = false;
  EXPECT_EQ(complaint([&] { record.number("x", number); }),
            "f.toml:2: [a]: 'x' must be a number, 0 or more");
  EXPECT_EQ(complaint([&] { record.number("y", number); }),
            "f.toml:3: [a]: 'y' must be a number, 0 or more");
  EXPECT_EQ(complaint([&] { record.count("z", count); }),
            "f.toml:4: [a]: 'z' must be a whole number, 0 to 2^53");
  EXPECT_EQ(complaint([&] { record.number("w", number); }),
            "f.toml:5: [a]: 'w' must be a number, 0 or more");
  EXPECT_EQ(complaint([&] { record.flag("z", flag); }), "f.toml:4: [a]: 'z' must be true or false");
}

TEST(Record, GivesTablesWithinTables) {
  Record record = read_records("[a]\n[a.by.x]\nn = -1.5\n[a.by.y]\nn = 2\n", "f.toml").at(0);
  Record by("", "", 0);
  ASSERT_TRUE(record.table("by", by));
  record.finish();
  ASSERT_EQ(by.fields().size(), 2);
  EXPECT_EQ(by.fields()[0].key, "x");
  Record x("", "", 0);
  ASSERT_TRUE(by.table("x", x));
  double number = 0;
  EXPECT_TRUE(x.signed_number("n", number));
  EXPECT_EQ(number, -1.5);
  std::vector<std::string> texts;
  EXPECT_EQ(complaint([&] { by.texts("y", texts); }),
            "f.toml:4: [by]: 'y' must be a list of strings");
  EXPECT_EQ(complaint([&] { x.fail_at("n", "too low"); }), "f.toml:3: [x]: too low");
  EXPECT_EQ(complaint([&] { x.fail_at("m", "is missing"); }), "f.toml:2: [x]: is missing");
}

TEST(Record, TakesFieldsInPlaceOfOthers) {
  Record record = read_records("[a]\nx = 1\nwattage = 2\n", "f.toml").at(0);
  record.remove("x");
  EXPECT_FALSE(record.has("x"));
  record.add({.key = "x", .value = true, .line = 7});
  bool x = false;
  EXPECT_TRUE(record.flag("x", x));
  EXPECT_TRUE(x);
  EXPECT_EQ(complaint([&] { record.finish(); }), "f.toml:3: [a]: unknown key 'wattage'");
}

TEST(Record, NamesTheNearestKeyWhereOneIsUnknown) {
  Record record = read_records("[a]\nwats = 1\n", "f.toml").at(0);
  double watts = 0;
  record.number("watts", watts);
  EXPECT_EQ(complaint([&] { record.finish(); }),
            "f.toml:2: [a]: unknown key 'wats'; did you mean 'watts'?");
}

// Files that are written anew must say what the one that was read says, whatever strings hold.
TEST(TomlOf, IsReadAsTheSameRecords) {
  const std::string toml =
      "[head]\nname = \"a \\\"b\\\" \\\\ \\u007F\\u0000\\n\\tä\"\nzero = 0.0\nmany = "
      "100_000\nsmall = 1e-9\n"
      "negative = -2.5\nflag = false\nnone = []\n"
      "[[step]]\nz = 1\na = ['x', '\\d+']\n"
      "[[step.rule]]\n'odd key' = 1\n[step.rule.language.de]\nx = 1\n[step.rule.language.\"\"]\n"
      "[[step.rule]]\ny = {u = 1}\n"
      "[[step]]\n";
  const auto read = read_records(toml, "f");
  const std::string once = toml_of(read, {"step"});
  EXPECT_EQ(toml_of(read_records(once, "f"), {"step"}), once);
  EXPECT_EQ(once,
            "[head]\nname = \"a \\\"b\\\" \\\\ \\u007F\\u0000\\n\\tä\"\nzero = 0\nmany = "
            "100000\nsmall = 1e-09\n"
            "negative = -2.5\nflag = false\nnone = []\n"
            "\n[[step]]\nz = 1\na = [\"x\", \"\\\\d+\"]\n"
            "\n[[step.rule]]\n\"odd key\" = 1\n[step.rule.language.de]\nx = 1\n"
            "[step.rule.language.\"\"]\n"
            "\n[[step.rule]]\n[step.rule.y]\nu = 1\n"
            "\n[[step]]\n");
}

TEST(TomlOf, WritesCommentsAndBreaksLongLists) {
  Record record("f", "a", 1);
  record.add({.key = "x", .value = 0.5, .comment = "why"});
  record.add({.key = "list", .value = std::vector<std::string>(30, "a word")});
  const std::string toml = toml_of({record}, {});
  EXPECT_EQ(toml.substr(0, 23), "[a]\nx = 0.5  # why\nlist");
  for (size_t at = 0, end; (end = toml.find('\n', at)) != std::string::npos; at = end + 1) {
    EXPECT_LE(end - at, 100u);
  }
  std::vector<std::string> list;
  read_records(toml, "f").front().texts("list", list);
  EXPECT_EQ(list.size(), 30u);
}

}  // namespace
}  // namespace sluice
