#include "unicode/unspaced.h"

#include <gtest/gtest.h>

#include <string_view>

namespace sluice {
namespace {

TEST(Unspaced, ScriptsWithoutSpacesAre) {
  for (const char32_t c : std::u32string_view(U"漢語ひらがなカタカナー々กเ\u0E48ລາខ្မြန်မာ𠀀")) {
    EXPECT_TRUE(is_unspaced(c)) << std::hex << static_cast<uint32_t>(c);
  }
}

TEST(Unspaced, ScriptsWithSpacesPunctuationAndDigitsAreNot) {
  for (const char32_t c : std::u32string_view(U"aéЖשعहिந한。、「๓ \u0301🙂")) {
    EXPECT_FALSE(is_unspaced(c)) << std::hex << static_cast<uint32_t>(c);
  }
}

TEST(Unspaced, NoneIsBelowTheFirst) {
  for (char32_t c = 0; c < kFirstUnspaced; ++c)
    EXPECT_FALSE(is_unspaced(c)) << std::hex << static_cast<uint32_t>(c);
}

}  // namespace
}  // namespace sluice
