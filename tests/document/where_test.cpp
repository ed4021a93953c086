#include "document/where.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace sluice {
namespace {

constexpr std::string_view kLine =
    R"({"id":"a","text":"b","n":17,"big":9007199254740993,"f":0.80,"s":"en","e":"\u00e9","yes":true,)"
    R"("no":false,"nil":null,"o":{"in":"x"},"l":[1],"d":"2024-01-17","digits":"17"})";

bool holds(std::string_view condition) {
  Fields fields;
  const Where where = Where::parse(condition, fields);
  DocumentReader reader(fields);
  Document document;
  EXPECT_FALSE(reader.read(kLine, document));
  return where.holds(document);
}

// The operators that hold of a field and a value, of all six.
std::string holding(std::string_view path, std::string_view value) {
  std::string all;
  for (const std::string_view op : {"=", "!=", "<", "<=", ">", ">="}) {
    const std::string condition =
        std::string(path) + " " + std::string(op) + " " + std::string(value);
    if (holds(condition)) all += std::string(all.empty() ? "" : " ") + std::string(op);
  }
  return all;
}

constexpr const char* kEqual = "= <= >=";
constexpr const char* kLess = "!= < <=";
constexpr const char* kGreater = "!= > >=";
constexpr const char* kApart = "!=";

TEST(Where, ComparesNumbersByValue) {
  EXPECT_EQ(holding("n", "17"), kEqual);
  EXPECT_EQ(holding("n", "1.7e1"), kEqual);
  EXPECT_EQ(holding("n", "17.5"), kLess);
  EXPECT_EQ(holding("n", "-17"), kGreater);
  EXPECT_EQ(holding("f", "0.8"), kEqual);
  EXPECT_EQ(holding("f", "1e999"), kLess);
  EXPECT_EQ(holding("big", "9007199254740992"), kGreater);
  EXPECT_EQ(holding("big", "9007199254740993"), kEqual);
}

TEST(Where, ComparesStringsByCodePoint) {
  EXPECT_EQ(holding("s", "en"), kEqual);
  EXPECT_EQ(holding("s", "\"en\""), kEqual);
  EXPECT_EQ(holding("s", "\"\\u0065n\""), kEqual);
  EXPECT_EQ(holding("s", "eng"), kLess);
  EXPECT_EQ(holding("s", "EN"), kGreater);
  EXPECT_EQ(holding("e", "é"), kEqual);
  EXPECT_EQ(holding("e", "z"), kGreater);
  EXPECT_EQ(holding("e", "\xF0\x9F\x98\x80"), kLess);
  EXPECT_EQ(holding("d", "2024-01-18"), kLess);
  EXPECT_EQ(holding("digits", "\"17\""), kEqual);
}

TEST(Where, ComparesBooleansAndNull) {
  EXPECT_EQ(holding("yes", "true"), kEqual);
  EXPECT_EQ(holding("yes", "false"), kGreater);
  EXPECT_EQ(holding("no", "true"), kLess);
  EXPECT_EQ(holding("nil", "null"), kEqual);
}

TEST(Where, KeepsTypesApart) {
  const std::vector<const char*> paths = {"n", "s", "yes", "nil", "o", "l", "missing", "s.in"};
  const std::vector<const char*> values = {"17", "en", "true", "null"};
  for (size_t i = 0; i < paths.size(); ++i) {
    for (size_t j = 0; j < values.size(); ++j) {
      if (i != j) {
        EXPECT_EQ(holding(paths[i], values[j]), kApart) << paths[i] << values[j];
      }
    }
  }
  EXPECT_EQ(holding("n", "\"17\""), kApart);
  EXPECT_EQ(holding("digits", "17"), kApart);
  EXPECT_EQ(holding("yes", "\"true\""), kApart);
  EXPECT_EQ(holding("nil", "\"null\""), kApart);
}

TEST(Where, KnowsInExistsAndNot) {
  EXPECT_TRUE(holds("s in [de, en]"));
  EXPECT_TRUE(holds("s in[ \"en\" ]"));
  EXPECT_FALSE(holds("s in [de,fr]"));
  EXPECT_FALSE(holds("missing in [de,null]"));
  EXPECT_TRUE(holds("n in [a, 17.0]"));
  EXPECT_TRUE(holds("o.in in [x]"));
  EXPECT_TRUE(holds("s exists"));
  EXPECT_TRUE(holds("nil exists"));
  EXPECT_TRUE(holds("o exists"));
  EXPECT_FALSE(holds("missing exists"));
  EXPECT_TRUE(holds("not missing exists"));
  EXPECT_FALSE(holds("not s=en"));
  EXPECT_TRUE(holds("not not s=en"));
  EXPECT_TRUE(holds("not s in [de]"));
  EXPECT_TRUE(holds("  n>=17  "));
  EXPECT_TRUE(holds("s!=a=b"));
}

TEST(Where, SeesEdits) {
  Fields fields;
  const Where where = Where::parse("metadata.score >= 0.5", fields);
  const FieldId score = fields.add("metadata.score");
  DocumentReader reader(fields);
  Document document;
  ASSERT_FALSE(reader.read(kLine, document));
  EXPECT_FALSE(where.holds(document));
  document.set(score, 0.5);
  EXPECT_TRUE(where.holds(document));
}

std::string complaint(std::string_view condition) {
  Fields fields;
  try {
    Where::parse(condition, fields);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "none";
}

TEST(Where, SaysWhatWouldBeRight) {
  EXPECT_EQ(complaint("n == 5"),
            "condition 'n == 5': expected one operator, then a value at column 4, found '= 5'");
  EXPECT_EQ(complaint("n"),
            "condition 'n': expected an operator (=, !=, <, <=, >, >=, in, exists), found the end");
  EXPECT_EQ(complaint("n => 5"),
            "condition 'n => 5': expected one operator, then a value at column 4, found '> 5'");
  EXPECT_EQ(complaint("s = two words"),
            "condition 's = two words': expected the end of the condition (quote a value that has "
            "spaces) at column 9, found 'words'");
  EXPECT_EQ(complaint("s in de"),
            "condition 's in de': expected '[' after in, as in metadata.language in [en, de], at "
            "column 6, found 'de'");
  EXPECT_EQ(complaint("s in [de"),
            "condition 's in [de': expected ',' or ']' after a value of the list, found the end");
  EXPECT_EQ(complaint("s = \"x"),
            "condition 's = \"x': expected '\"' at the end of the string, "
            "found the end");
  EXPECT_EQ(
      complaint("s = \"\\q\""),
      "condition 's = \"\\q\"': expected a string with the escapes of JSON at column 5, found "
      "'\"\\q\"'");
  for (const char* condition :
       {"", "not", "= 5", "n =", "n = ,", "n = {}", "n = [1]", "s in []", "s in [a,]", "s in [a b]",
        "s exists now", "s existss", "s like x", "a..b = 1", "s = \"\\ud800\"", "s = \"",
        "\xFF = 1", "n ! 5", "s in [a] b"}) {
    EXPECT_NE(complaint(condition), "none") << condition;
  }
}

}  // namespace
}  // namespace sluice
