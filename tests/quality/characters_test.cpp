#include "quality/characters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <cstdlib>
#include <set>
#include <string>

namespace sluice::quality {
namespace {

std::set<uint64_t> numbers_of(simdjson::dom::array numbers) {
  std::set<uint64_t> all;
  for (const simdjson::dom::element each : numbers) all.insert(uint64_t(each));
  return all;
}

TEST(Characters, HaveDatatrovesPunctuation) {
  const char* const data = std::getenv("SLUICE_DATA");
  if (data == nullptr) GTEST_SKIP() << "SLUICE_DATA names no folder";
  simdjson::dom::parser parser;
  const simdjson::dom::element sets =
      parser.load(std::string(data) + "/quality/datatrove-punctuation.json");
  const std::set<uint64_t> punctuation = numbers_of(sets["punctuation_code_points"]);
  const std::set<uint64_t> terminal = numbers_of(sets["terminal_punctuation_code_points"]);
  for (char32_t code_point = 0; code_point < 0x110000; ++code_point) {
    ASSERT_EQ(is_punctuation(code_point), punctuation.contains(code_point)) << uint32_t{code_point};
    ASSERT_EQ(ends_line(code_point), terminal.contains(code_point)) << uint32_t{code_point};
  }
}

TEST(Characters, EndLinesInAllScripts) {
  for (const char32_t mark : std::u32string(U".!?。！？।॥؟۔።၊᙮។\u0589\uA9C8\U0001DA88")) {
    EXPECT_TRUE(ends_line(mark)) << uint32_t{mark};
  }
  for (const char32_t mark : std::u32string(U",;:\"')…」、")) {
    EXPECT_FALSE(ends_line(mark)) << uint32_t{mark};
  }
}

// Python's str.isspace, which is Unicode's White_Space and the four separators.
TEST(Characters, AreSpaceWherePythonSaysSo) {
  const std::set<char32_t> spaces{9,      10,     11,     12,     13,     28,     29,     30,
                                  31,     32,     0x85,   0xA0,   0x1680, 0x2000, 0x2001, 0x2002,
                                  0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200A,
                                  0x2028, 0x2029, 0x202F, 0x205F, 0x3000};
  for (char32_t code_point = 0; code_point < 0x110000; ++code_point) {
    ASSERT_EQ(is_space(code_point), spaces.contains(code_point)) << uint32_t{code_point};
  }
}

TEST(Characters, HaveClasses) {
  using Table = CharacterTable;
  const Table& table = Table::get();
  EXPECT_EQ(table.classes('a'), Table::kLetter | Table::kAsciiLetter);
  EXPECT_EQ(table.classes('A'), Table::kLetter | Table::kAsciiLetter | Table::kUpper);
  EXPECT_EQ(table.classes(U'É'), Table::kLetter | Table::kUpper);
  EXPECT_EQ(table.classes('7'), Table::kNumber | Table::kDigit);
  EXPECT_EQ(table.classes(U'½'), Table::kNumber);
  EXPECT_EQ(table.classes(U'٣'), Table::kNumber | Table::kDigit);
  EXPECT_EQ(table.classes('.'), Table::kPunctuation | Table::kTerminal);
  EXPECT_EQ(table.classes('#'), Table::kPunctuation);
  EXPECT_EQ(table.classes(U'१'), Table::kNumber | Table::kDigit);
  EXPECT_EQ(table.classes(U'ि'), 0);
  EXPECT_EQ(table.classes(U'中'), Table::kLetter);
  EXPECT_EQ(table.classes(U'ー'), Table::kLetter);
}

TEST(Characters, AreCountedAndStripped) {
  EXPECT_EQ(count_code_points(""), 0);
  EXPECT_EQ(count_code_points("abc"), 3);
  EXPECT_EQ(count_code_points("naïve 語語語 😀, and then some more"), 31);
  EXPECT_EQ(strip(" \u3000 a b\u00A0\n"), "a b");
  EXPECT_EQ(strip("\u2028"), "");
  EXPECT_EQ(strip_left("  a "), "a ");
  EXPECT_EQ(strip_right("  a "), "  a");
  EXPECT_EQ(strip(""), "");
  EXPECT_EQ(last_character("a語"), U'語');
  EXPECT_EQ(last_character("語a"), U'a');
}

}  // namespace
}  // namespace sluice::quality
