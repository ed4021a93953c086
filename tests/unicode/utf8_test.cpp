#include "unicode/utf8.h"

#include <gtest/gtest.h>

#include <iterator>
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

std::string as_utf8(std::string_view bytes) {
  Buffer out;
  const uint64_t replaced = append_as_utf8(bytes, out);
  EXPECT_EQ(replaced, count_utf8(bytes).invalid);
  return std::string(out.view());
}

std::string replacements(size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i) text += "\xEF\xBF\xBD";
  return text;
}

// One U+FFFD for each maximal subpart. The rows are Unicode's own examples (The Unicode Standard,
// tables 3-8 to 3-11) and the edges of each lead byte.
TEST(AppendAsUtf8, ReplacesMaximalSubparts) {
  const struct {
    std::string_view bytes;
    size_t marks;
    std::string_view rest;
  } rows[] = {
      {"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41", 8, "A"},  // overlong
      {"\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41", 8, "A"},  // surrogates
      {"\xF4\x91\x92\x93\xFF\x41", 5, "A"},              // above U+10FFFF
      {"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", 4, "A"},  // cut short
      {"\x80", 1, ""},
      {"\x80\xBF", 2, ""},
      {"\xC2", 1, ""},
      {"\xC2\x41", 1, "A"},
      {"\xC1\x80", 2, ""},
      {"\xE0\xA0", 1, ""},
      {"\xE0\x9F", 2, ""},
      {"\xED\x9F", 1, ""},
      {"\xED\xA0", 2, ""},
      {"\xF0\x90\x80", 1, ""},
      {"\xF0\x8F\x80", 3, ""},
      {"\xF4\x8F\xBF", 1, ""},
      {"\xF4\x90\xBF", 3, ""},
      {"\xF5\x80\x80\x80", 4, ""},
      {"\xFF\xFE", 2, ""},
      {"\xE2\x82\xE2\x82\x41", 2, "A"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(as_utf8(row.bytes), replacements(row.marks) + std::string(row.rest));
  }
  EXPECT_EQ(as_utf8("a\xE2\x82z\xC3\xA9\xFF"), "a\xEF\xBF\xBDz\xC3\xA9\xEF\xBF\xBD");
  EXPECT_EQ(as_utf8(""), "");
  EXPECT_EQ(as_utf8("Straße 東京 🙂"), "Straße 東京 🙂");
}

TEST(CharacterBoundary, IsTheLastPlaceThatCutsNoCharacter) {
  const std::string text = "aé東🙂";
  const size_t expected[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 10};
  for (size_t at = 0; at < std::size(expected); ++at) {
    EXPECT_EQ(character_boundary(text, at), expected[at]) << at;
  }
  EXPECT_EQ(character_boundary("", 0), 0u);
  EXPECT_EQ(character_boundary("\x80\x80z", 1), 0u);
}

TEST(FindNonAscii, IsTheFirstByteFrom0x80On) {
  for (size_t size = 0; size < 40; ++size) {
    const std::string ascii(size, '\x7F');
    EXPECT_EQ(find_non_ascii(ascii), size);
    EXPECT_EQ(find_non_ascii(ascii + "\x80" + ascii), size);
  }
}

}  // namespace
}  // namespace sluice
