#include "unicode/letter_case.h"

#include <gtest/gtest.h>

#include <string>

namespace sluice {
namespace {

std::string lower(std::string_view text) {
  std::string out;
  append_lower(text, out);
  return out;
}

TEST(AppendLower, LowersAsciiAndAppends) {
  std::string out = "KEPT ";
  append_lower("Hello, WORLD 1", out);
  EXPECT_EQ(out, "KEPT hello, world 1");
}

// What str.lower does that no table of single characters can.
TEST(AppendLower, KnowsFinalSigmaAndCharactersThatBecomeTwo) {
  EXPECT_EQ(lower("ΟΔΟΣ ΣΟΦΟΣ"), "οδος σοφος");
  EXPECT_EQ(lower("İ"), "i\u0307");
  EXPECT_EQ(lower("ПРИВЕТ Ärger Ⓐ"), "привет ärger ⓐ");
  EXPECT_EQ(lower("中文 हिन्दी ไทย"), "中文 हिन्दी ไทย");
}

TEST(LetterCase, IsThatOfDerivedProperties) {
  EXPECT_TRUE(is_uppercase(U'A') && is_uppercase(U'Ж') && is_uppercase(U'Ⓐ'));
  EXPECT_FALSE(is_uppercase(U'a') || is_uppercase(U'ǅ') || is_uppercase(U'中'));
}

TEST(IsNumeric, IsThatOfPython) {
  EXPECT_TRUE(is_numeric(U'३') && is_numeric(U'²'));
  EXPECT_TRUE(is_numeric(U'½') && is_numeric(U'五') && is_numeric(U'Ⅷ') && is_numeric(U'7'));
  EXPECT_FALSE(is_numeric(U'x') || is_numeric(U'中'));
}

TEST(IsUpperWord, AsksForACapitalAndNothingSmall) {
  EXPECT_TRUE(is_upper_word("NASA") && is_upper_word("A1") && is_upper_word("ООН"));
  EXPECT_FALSE(is_upper_word("NASa") || is_upper_word("1") || is_upper_word("") ||
               is_upper_word("中文"));
  EXPECT_FALSE(is_upper_word("Aª") || is_upper_word("Aǅ"));
}

}  // namespace
}  // namespace sluice
