#include "sizing/toml_records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "base/error.h"

namespace sluice::sizing {
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

TEST(ReadRecords, SaysWhereTheFileIsNoToml) {
  EXPECT_THAT(complaint([] { read_records("[a]\nx = \n", "f.toml"); }),
              testing::StartsWith("f.toml:2: "));
  EXPECT_EQ(complaint([] { read_records("# c\nx = 1\n", "f.toml"); }),
            "f.toml:2: 'x' stands outside of any [table]");
  EXPECT_EQ(complaint([] { read_records("[a]\nx = 1979-05-27\n", "f.toml"); }),
            "f.toml:2: 'x' must be a number, string, boolean, or a list");
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

TEST(Record, NamesTheNearestKeyWhereOneIsUnknown) {
  Record record = read_records("[a]\nwats = 1\n", "f.toml").at(0);
  double watts = 0;
  record.number("watts", watts);
  EXPECT_EQ(complaint([&] { record.finish(); }),
            "f.toml:2: [a]: unknown key 'wats'; did you mean 'watts'?");
}

}  // namespace
}  // namespace sluice::sizing
