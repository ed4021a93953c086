#include "unicode/general_category.h"

#include <gtest/gtest.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <set>
#include <string>
#include <vector>

namespace sluice {
namespace {

using enum GeneralCategory;

constexpr char32_t kLast = 0x10FFFF;
constexpr std::array kVersions = {UnicodeVersion::v15_0, UnicodeVersion::v16_0,
                                  UnicodeVersion::v17_0};
// In the order of GeneralCategory.
constexpr std::array<std::string_view, 30> kNames = {
    "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe",
    "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Cn"};

TEST(CategoryTable, Version15AgreesWithUnicodesOwnFile) {
  std::ifstream file("/usr/share/unicode/UnicodeData.txt");
  if (!file) GTEST_SKIP() << "no /usr/share/unicode/UnicodeData.txt (package unicode-data)";
  std::vector<std::string_view> expected(kLast + 1, "Cn");
  char32_t range_begin = 0;
  for (std::string line; std::getline(file, line);) {
    const size_t name_at = line.find(';') + 1;
    const size_t category_at = line.find(';', name_at) + 1;
    const std::string_view name(line.data() + name_at, category_at - 1 - name_at);
    const auto code_point = static_cast<char32_t>(std::stoul(line, nullptr, 16));
    if (!name.ends_with(", Last>")) range_begin = code_point;
    const auto* category = std::find(kNames.begin(), kNames.end(), line.substr(category_at, 2));
    ASSERT_NE(category, kNames.end()) << line;
    for (char32_t c = range_begin; c <= code_point; ++c) expected[c] = *category;
  }
  const CategoryTable& table = CategoryTable::of(UnicodeVersion::v15_0);
  for (char32_t c = 0; c <= kLast; ++c) {
    ASSERT_EQ(kNames[static_cast<size_t>(table.category(c))], expected[c])
        << std::hex << uint32_t{c};
  }
}

TEST(CategoryTable, AgreesWithIcuOfTheSameVersion) {
  const std::string icu_version = U_UNICODE_VERSION;
  const auto version = parse_unicode_version(icu_version);
  if (!version) GTEST_SKIP() << "ICU has Unicode " << icu_version;
  using IcuCategory = UCharCategory;
  const std::array<IcuCategory, 30> icu = {U_UPPERCASE_LETTER,
                                           U_LOWERCASE_LETTER,
                                           U_TITLECASE_LETTER,
                                           U_MODIFIER_LETTER,
                                           U_OTHER_LETTER,
                                           U_NON_SPACING_MARK,
                                           U_COMBINING_SPACING_MARK,
                                           U_ENCLOSING_MARK,
                                           U_DECIMAL_DIGIT_NUMBER,
                                           U_LETTER_NUMBER,
                                           U_OTHER_NUMBER,
                                           U_CONNECTOR_PUNCTUATION,
                                           U_DASH_PUNCTUATION,
                                           U_START_PUNCTUATION,
                                           U_END_PUNCTUATION,
                                           U_INITIAL_PUNCTUATION,
                                           U_FINAL_PUNCTUATION,
                                           U_OTHER_PUNCTUATION,
                                           U_MATH_SYMBOL,
                                           U_CURRENCY_SYMBOL,
                                           U_MODIFIER_SYMBOL,
                                           U_OTHER_SYMBOL,
                                           U_SPACE_SEPARATOR,
                                           U_LINE_SEPARATOR,
                                           U_PARAGRAPH_SEPARATOR,
                                           U_CONTROL_CHAR,
                                           U_FORMAT_CHAR,
                                           U_SURROGATE,
                                           U_PRIVATE_USE_CHAR,
                                           U_UNASSIGNED};
  const CategoryTable& table = CategoryTable::of(*version);
  for (char32_t c = 0; c <= kLast; ++c) {
    const auto code_point = static_cast<UChar32>(c);
    ASSERT_EQ(icu[static_cast<size_t>(table.category(c))], u_charType(code_point))
        << std::hex << uint32_t{c};
    ASSERT_EQ(table.is(c, kWhiteSpace), u_isUWhiteSpace(code_point) != 0)
        << std::hex << uint32_t{c};
    ASSERT_EQ(table.sets(c) & ~kWhiteSpace, set_of(table.category(c))) << std::hex << uint32_t{c};
  }
}

// Unicode lets an unassigned character become anything, but changes the category of an assigned one
// only to mend a mistake: U+1171E (a vowel sign that takes space) and U+0295 (a letter without
// case) are the two of these versions.
TEST(CategoryTable, LaterVersionsOnlyAssign) {
  for (size_t later = 1; later < kVersions.size(); ++later) {
    const CategoryTable& before = CategoryTable::of(kVersions[later - 1]);
    const CategoryTable& after = CategoryTable::of(kVersions[later]);
    size_t assigned = 0;
    std::set<char32_t> mended;
    for (char32_t c = 0; c <= kLast; ++c) {
      if (before.category(c) == after.category(c)) continue;
      if (before.category(c) == Cn) {
        ++assigned;
      } else {
        mended.insert(c);
      }
    }
    if (kVersions[later] == UnicodeVersion::v16_0) {
      EXPECT_EQ(assigned, 5185 + 627);  // those of 16.0, and of 15.1 before it
      EXPECT_EQ(mended, std::set<char32_t>{0x1171E});
    } else {
      EXPECT_EQ(assigned, 4803);
      EXPECT_EQ(mended, std::set<char32_t>{0x295});
    }
  }
}

TEST(CategoryTable, EachVersionHasItsOwnLetters) {
  const auto is_letter = [](char32_t c) {
    std::string versions;
    for (const UnicodeVersion version : kVersions) {
      if (CategoryTable::of(version).is(c, kLetters))
        versions += std::string(name_of(version)) + " ";
    }
    return versions;
  };
  EXPECT_EQ(is_letter(U'é'), "15.0 16.0 17.0 ");
  EXPECT_EQ(is_letter(U'中'), "15.0 16.0 17.0 ");
  EXPECT_EQ(is_letter(0x1C89), "16.0 17.0 ");   // Cyrillic capital letter Tje
  EXPECT_EQ(is_letter(0x2EBF0), "16.0 17.0 ");  // CJK extension I, of 15.1
  EXPECT_EQ(is_letter(0xA7CE), "17.0 ");
  EXPECT_EQ(is_letter(U'1'), "");
}

TEST(CategoryTable, WhiteSpaceIsTheListOfTheStandard) {
  std::set<char32_t> expected = {0x20, 0x85, 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000};
  for (char32_t c = 0x09; c <= 0x0D; ++c) expected.insert(c);
  for (char32_t c = 0x2000; c <= 0x200A; ++c) expected.insert(c);
  for (const UnicodeVersion version : kVersions) {
    std::set<char32_t> found;
    for (char32_t c = 0; c <= kLast; ++c) {
      if (CategoryTable::of(version).is(c, kWhiteSpace)) found.insert(c);
    }
    EXPECT_EQ(found, expected) << name_of(version);
  }
}

TEST(CategoryTable, SetsAreUnionsOfCategories) {
  const CategoryTable& table = CategoryTable::of(UnicodeVersion::v16_0);
  EXPECT_TRUE(table.is(U'ǅ', kLetters));
  EXPECT_TRUE(table.is(0x0301, kMarks));
  EXPECT_TRUE(table.is(U'Ⅷ', kNumbers));
  EXPECT_TRUE(table.is(U'»', kPunctuation));
  EXPECT_TRUE(table.is(U'€', kSymbols));
  EXPECT_TRUE(table.is(0x3000, set_of(Zs, Zl)));
  EXPECT_FALSE(table.is(U'_', kLetters | kNumbers | kSymbols | kWhiteSpace));
}

TEST(UnicodeVersion, NamesAreReadBack) {
  for (const UnicodeVersion version : kVersions) {
    EXPECT_EQ(parse_unicode_version(name_of(version)), version);
    EXPECT_EQ(CategoryTable::of(version).version(), version);
  }
  EXPECT_EQ(name_of(UnicodeVersion::v16_0), "16.0");
  EXPECT_EQ(parse_unicode_version("16"), std::nullopt);
  EXPECT_EQ(parse_unicode_version("14.0"), std::nullopt);
}

}  // namespace
}  // namespace sluice
