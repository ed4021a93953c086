#include "unicode/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace sluice {
namespace {

TEST(Utf8, EveryCodePointRoundTrips) {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (is_surrogate(c)) continue;
    char bytes[4];
    const size_t size = encode_utf8(c, bytes);
    ASSERT_EQ(size, utf8_size(c));
    const std::string_view text(bytes, size);
    const CodePoint decoded = decode_utf8(text, 0);
    ASSERT_EQ(decoded.value, c);
    ASSERT_EQ(decoded.size, size);
    for (size_t cut = 1; cut < size; ++cut) ASSERT_EQ(decode_utf8(text.substr(0, cut), 0).size, 0);
  }
}

// All sequences of two bytes, and of three and four after every lead byte: what is well-formed is
// what some code point encodes to.
TEST(Utf8, NothingElseIsWellFormed) {
  const auto check = [](std::string_view text) {
    const CodePoint decoded = decode_utf8(text, 0);
    if (decoded.size == 0) return;
    char bytes[4];
    ASSERT_FALSE(is_surrogate(decoded.value));
    ASSERT_LE(decoded.value, 0x10FFFF);
    ASSERT_EQ(encode_utf8(decoded.value, bytes), decoded.size);
    ASSERT_EQ(text.substr(0, decoded.size), std::string_view(bytes, decoded.size));
  };
  for (int first = 0x80; first < 0x100; ++first) {
    for (int second = 0; second < 0x100; ++second) {
      for (const int third : {0x00, 0x7F, 0x80, 0xBF, 0xC0, 0xFF}) {
        for (const int fourth : {0x00, 0x7F, 0x80, 0xBF, 0xC0, 0xFF}) {
          const char text[] = {static_cast<char>(first), static_cast<char>(second),
                               static_cast<char>(third), static_cast<char>(fourth)};
          ASSERT_NO_FATAL_FAILURE(check({text, 4}));
        }
      }
    }
  }
}

TEST(Utf8, FindsTheFirstInvalidByte) {
  EXPECT_EQ(find_invalid_utf8(""), 0);
  EXPECT_TRUE(is_valid_utf8("plain é😀"));
  const std::string before(100, 'a');
  for (const std::string fault :
       {"\x80", "\xC0\xAF", "\xC3", "\xE2\x82", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x9F\x98",
        "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xF5", "\xFF"}) {
    EXPECT_EQ(find_invalid_utf8(before + fault), 100) << fault;
    EXPECT_EQ(find_invalid_utf8(before + "é" + fault + before), 102) << fault;
  }
}

}  // namespace
}  // namespace sluice
