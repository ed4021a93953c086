#include "html/charset_convert.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "unicode/utf8.h"

namespace sluice::html {
namespace {

std::string converted(std::string_view bytes, Encoding encoding) {
  static CharsetConverter converter;
  Buffer out;
  converter.append(bytes, encoding, out);
  return std::string(out.view());
}

uint64_t replaced(std::string_view bytes, Encoding encoding) {
  CharsetConverter converter;
  Buffer out;
  return converter.append(bytes, encoding, out);
}

std::string upper_half() {
  std::string bytes;
  for (int byte = 0x80; byte < 0x100; ++byte) bytes += static_cast<char>(byte);
  return bytes;
}

// Index windows-1252 of the Encoding Standard, all of 0x80 to 0xFF.
TEST(CharsetConverter, Windows1252) {
  EXPECT_EQ(converted(upper_half(), Encoding::windows_1252),
            "€\xC2\x81‚ƒ„…†‡ˆ‰Š‹Œ\xC2\x8DŽ\xC2\x8F"
            "\xC2\x90‘’“”•–—˜™š›œ\xC2\x9DžŸ"
            "\xC2\xA0¡¢£¤¥¦§¨©ª«¬\xC2\xAD®¯°±²³´µ¶·¸¹º»¼½¾¿"
            "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ");
  EXPECT_EQ(converted("A\x7F\x80", Encoding::windows_1252), "A\x7F€");
}

TEST(CharsetConverter, OtherSingleByteEncodings) {
  const struct {
    Encoding encoding;
    std::string_view bytes;
    std::string_view text;
  } rows[] = {
      {Encoding::iso_8859_2, "\xB1\xE6\xEA\xB3", "ąćęł"},
      {Encoding::iso_8859_5, "\xBC\xD8\xE0", "Мир"},
      {Encoding::iso_8859_7, "\xCA\xE1\xEB\xE7\xA4", "Καλη€"},
      {Encoding::iso_8859_8_i, "\xF9\xEC\xE5\xED", "שלום"},
      {Encoding::iso_8859_15, "\xA4\xBD", "€œ"},
      {Encoding::iso_8859_16, "\xA4\xAA\xBA\xDE\xFE", "€ȘșȚț"},
      {Encoding::koi8_r, "\xED\xC9\xD2", "Мир"},
      {Encoding::koi8_u, "\xA4\xAE\xBE", "єўЎ"},
      {Encoding::ibm866, "\x8C\xA8\xE0", "Мир"},
      {Encoding::macintosh, "\x8E\xDB\xF0", "é€\xEF\xA3\xBF"},
      {Encoding::windows_874, "\xCA\xC7\xD1", "สวั"},
      {Encoding::windows_1250, "\xB9\xE6\x9C\x81", "ąćś\xC2\x81"},
      {Encoding::windows_1251, "\xCC\xE8\xF0\x98", "Мир\xC2\x98"},
      {Encoding::windows_1253, "\xCA\xE1\xAA", "Κα\xEF\xBF\xBD"},
      {Encoding::windows_1254, "\xFE\xF0\xDD", "şğİ"},
      {Encoding::windows_1255, "\xF9\xEC", "של"},
      {Encoding::windows_1256, "\xE3\xD1", "مر"},
      {Encoding::windows_1257, "\xE0\xF0", "ąš"},
      {Encoding::windows_1258, "\xF0\xF5", "đơ"},
      {Encoding::x_mac_cyrillic, "\x8C\xE8\xF0\xFF", "Мир€"},
      {Encoding::x_user_defined, "a\x80\xFF", "a\xEF\x9E\x80\xEF\x9F\xBF"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(converted(row.bytes, row.encoding), row.text) << name_of(row.encoding);
  }
}

// Every byte of every single-byte encoding is one character; C1 controls stand where there is none.
TEST(CharsetConverter, SingleByteEncodingsKeepAsciiAndCountWhatIsUnmapped) {
  std::string ascii;
  for (char byte = 0; byte < 0x7F; ++byte) ascii += byte;
  for (size_t i = 0; i < kEncodings; ++i) {
    const auto encoding = static_cast<Encoding>(i);
    if (!is_single_byte(encoding)) continue;
    EXPECT_EQ(converted(ascii, encoding), ascii) << name_of(encoding);
    const std::string text = converted(upper_half(), encoding);
    const Utf8Census census = count_utf8(text);
    EXPECT_EQ(census.multibyte, 128u) << name_of(encoding);
    EXPECT_EQ(census.invalid, 0u);
    uint64_t marks = 0;
    for (size_t at = 0; (at = text.find("\xEF\xBF\xBD", at)) != std::string::npos; ++at) ++marks;
    EXPECT_EQ(replaced(upper_half(), encoding), marks) << name_of(encoding);
  }
}

TEST(CharsetConverter, MultiByteEncodings) {
  const struct {
    Encoding encoding;
    std::string_view bytes;
    std::string_view text;
  } rows[] = {
      {Encoding::shift_jis, "\x93\x8C\x8B\x9E\xB1\\~\x81\x60\x87\x40", "東京ｱ\\~～①"},
      {Encoding::euc_jp, "\xC5\xEC\xB5\xFE\x8E\xB1\xA1\xC1\xAD\xA1\x8F\xB0\xA1", "東京ｱ～①丂"},
      {Encoding::iso_2022_jp, "a\x1B$B\x45\x6C\x35\x7E\x1B(Bb", "a東京b"},
      {Encoding::gbk, "\xD6\xD0\x80\xA3\xA0\x81\x40", "中€\xE3\x80\x80丂"},
      {Encoding::gb18030, "\xD6\xD0\x81\x30\x81\x30", "中\xC2\x80"},
      {Encoding::big5, "\xA4\xA4\xA4\xE5\xF9\xD6", "中文碁"},
      {Encoding::euc_kr, "\xC7\xD1\xB1\xDB\x81\x41\xA2\xE6", "한글갂€"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(converted(row.bytes, row.encoding), row.text) << name_of(row.encoding);
    EXPECT_EQ(replaced(row.bytes, row.encoding), 0u) << name_of(row.encoding);
  }
}

// Markup behind a broken character must stay markup.
TEST(CharsetConverter, InvalidSequencesLeaveAsciiAlone) {
  for (const Encoding encoding : {Encoding::shift_jis, Encoding::euc_jp, Encoding::gbk,
                                  Encoding::gb18030, Encoding::big5, Encoding::euc_kr}) {
    EXPECT_EQ(converted("\x82<b>", encoding), "\xEF\xBF\xBD<b>") << name_of(encoding);
    EXPECT_EQ(replaced("\x82<b>", encoding), 1u) << name_of(encoding);
    EXPECT_EQ(replaced("ab\x82", encoding), 1u) << name_of(encoding);
  }
}

// Stretches of ASCII go past the converter: the cuts must show nowhere.
TEST(CharsetConverter, AsciiOfAnyLengthMayStandBetween) {
  const std::string_view characters[] = {"\x81\x40", "\x81\x30\x81\x30", "\xD6\xD0"};
  const std::string_view expected[] = {"丂", "\xC2\x80", "中"};
  for (size_t length = 0; length < 70; ++length) {
    std::string bytes;
    std::string text;
    for (size_t i = 0; i < 3; ++i) {
      const std::string ascii(length, static_cast<char>('0' + i));
      bytes += std::string(characters[i]) + ascii;
      text += std::string(expected[i]) + ascii;
    }
    EXPECT_EQ(converted(bytes, Encoding::gb18030), text) << length;
  }
}

TEST(CharsetConverter, Utf16) {
  const std::string_view pair(
      "\x3D\xD8\x42\xDE"
      "a\0",
      6);  // 🙂a
  EXPECT_EQ(converted(pair, Encoding::utf_16le), "🙂a");
  const std::string_view broken(
      "\x3D\xD8"
      "a\0"
      "\x42\xDE"
      "b",
      7);
  EXPECT_EQ(converted(broken, Encoding::utf_16le),
            "\xEF\xBF\xBD"
            "a\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(replaced(broken, Encoding::utf_16le), 3u);
  EXPECT_EQ(converted(std::string_view("\xD8\x3D\xDE\x42", 4), Encoding::utf_16be), "🙂");
}

// Pairs of surrogates that lie across ICU's pieces of output.
TEST(CharsetConverter, LongTextsBeyondTheBasicPlane) {
  for (const std::string_view lead : {"", "\xD6\xD0"}) {
    std::string bytes(lead);
    std::string text(lead.empty() ? "" : "中");
    for (int i = 0; i < 3'000; ++i) {
      bytes += "\x94\x39\xC6\x38";
      text += "🙂";
    }
    const std::string result = converted(bytes, Encoding::gb18030);
    EXPECT_EQ(result.size(), text.size());
    EXPECT_TRUE(is_valid_utf8(result));
  }
}

}  // namespace
}  // namespace sluice::html
