#include "html/charset.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "unicode/utf8.h"

namespace sluice::html {
namespace {

using Kind = CharsetDecoder::Kind;

Decoded decode(std::string_view bytes, std::string_view http = {}, Kind kind = Kind::html) {
  static CharsetDecoder decoder;
  return decoder.decode(bytes, http, kind);
}

std::string text_of(std::string_view bytes, std::string_view http = {}, Kind kind = Kind::html) {
  const Decoded decoded = decode(bytes, http, kind);
  return decoded.known() ? std::string(decoded.text) : "refused";
}

// What was found and how: "KOI8-R by meta".
std::string finding(std::string_view bytes, std::string_view http = {}, Kind kind = Kind::html) {
  const Decoded decoded = decode(bytes, http, kind);
  return std::string(name_of(decoded.encoding)) + " by " + std::string(to_string(decoded.found));
}

std::string replacements(size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i) text += "\xEF\xBF\xBD";
  return text;
}

std::string with_zeros(std::string_view ascii, bool big_endian) {
  std::string bytes;
  for (const char byte : ascii)
    bytes += big_endian ? std::string{'\0', byte} : std::string{byte, '\0'};
  return bytes;
}

// "Съешь же ещё этих мягких французских булок"
constexpr std::string_view kRussian1251 =
    "\xD1\xFA\xE5\xF8\xFC \xE6\xE5 \xE5\xF9\xB8 \xFD\xF2\xE8\xF5 \xEC\xFF\xE3\xEA\xE8\xF5 "
    "\xF4\xF0\xE0\xED\xF6\xF3\xE7\xF1\xEA\xE8\xF5 \xE1\xF3\xEB\xEE\xEA";
constexpr std::string_view kRussianKoi =
    "\xF3\xDF\xC5\xDB\xD8 \xD6\xC5 \xC5\xDD\xA3 \xDC\xD4\xC9\xC8 \xCD\xD1\xC7\xCB\xC9\xC8 "
    "\xC6\xD2\xC1\xCE\xC3\xD5\xDA\xD3\xCB\xC9\xC8 \xC2\xD5\xCC\xCF\xCB";
constexpr std::string_view kRussian = "Съешь же ещё этих мягких французских булок";

TEST(Charset, ByteOrderMarkWinsAndIsNoText) {
  EXPECT_EQ(finding("\xEF\xBB\xBFtext", "koi8-r"), "UTF-8 by bom");
  EXPECT_EQ(text_of("\xEF\xBB\xBFtext"), "text");
  EXPECT_EQ(text_of("\xEF\xBB\xBF"), "");
  EXPECT_EQ(text_of("\xEF\xBB\xBF\xEF\xBB\xBFtext"), "\xEF\xBB\xBFtext");  // only the first
  EXPECT_EQ(text_of("\xEF\xBB\xBF\xE9", "windows-1252"), replacements(1));
  EXPECT_EQ(text_of("\xFF\xFE" + with_zeros("a<", false)), "a<");
  EXPECT_EQ(finding("\xFE\xFF" + with_zeros("a<", true), "utf-8"), "UTF-16BE by bom");
}

TEST(Charset, HeaderComesBeforeMeta) {
  const std::string page = "<meta charset=koi8-r><p>" + std::string(kRussian1251);
  EXPECT_EQ(finding(page, "windows-1251"), "windows-1251 by http");
  EXPECT_NE(text_of(page, "windows-1251").find(kRussian), std::string::npos);
  EXPECT_EQ(finding(page, "no-such-label"), "KOI8-R by meta");
}

TEST(Charset, MetaCounts) {
  const std::string page = "<meta charset=koi8-r><p>" + std::string(kRussianKoi);
  EXPECT_EQ(text_of(page), "<meta charset=koi8-r><p>" + std::string(kRussian));
  EXPECT_EQ(finding(page), "KOI8-R by meta");
  EXPECT_EQ(finding("<?xml version='1.0' encoding='koi8-r'?><p>" + std::string(kRussianKoi)),
            "KOI8-R by meta");
}

TEST(Charset, PlainTextHasNoMeta) {
  EXPECT_EQ(finding("<meta charset=koi8-r>" + std::string(kRussian1251), "", Kind::plain_text),
            "windows-1251 by detected");
}

// Browsers change the encoding when they come upon one that stands too late for the prescan.
TEST(Charset, LateMetaCountsBeforeDetection) {
  const std::string page =
      "<!--" + std::string(5'000, 'x') + "--><meta charset=koi8-r><p>" + std::string(kRussianKoi);
  EXPECT_EQ(finding(page), "KOI8-R by meta");
}

TEST(Charset, ValidUtf8StaysWhateverIsDeclared) {
  for (const char* charset : {"", "utf-8", "UTF-8", "windows-1252", "shift_jis", "nonsense",
                              "utf-16", "iso-2022-kr", "iso-2022-jp"}) {
    EXPECT_EQ(text_of("Straße 東京 🙂", charset), "Straße 東京 🙂") << charset;
  }
  EXPECT_EQ(finding("<meta charset=koi8-r>東京"), "UTF-8 by utf8_validity");
  EXPECT_EQ(finding("<meta charset=utf-8>東京"), "UTF-8 by meta");
  EXPECT_EQ(finding("東京", "utf-8"), "UTF-8 by http");
  EXPECT_EQ(finding("ASCII", "koi8-r"), "KOI8-R by http");
  EXPECT_EQ(finding("ASCII"), "UTF-8 by utf8_validity");
}

TEST(Charset, PageCutOffWithinACharacterIsUtf8) {
  const std::string page = "<meta charset=windows-1252>Straße \xE6\x9D\xB1\xE4\xBA";
  EXPECT_EQ(finding(page), "UTF-8 by utf8_validity");
  EXPECT_EQ(text_of(page), "<meta charset=windows-1252>Straße 東" + replacements(1));
  // But not where the only character beyond ASCII is the one that is cut.
  EXPECT_EQ(text_of("caf\xE9"), "café");
}

TEST(Charset, Utf8WithFewFaultsIsUtf8) {
  std::string page;
  for (int i = 0; i < 20; ++i) page += "東京 ";
  EXPECT_EQ(finding(page + "\xFF."), "UTF-8 by utf8_validity");
  EXPECT_EQ(decode(page + "\xFF.").replaced, 1u);
}

TEST(Charset, MemoryIsThatOfTheInputWhereNothingChanges) {
  const std::string_view marked = "\xEF\xBB\xBFtext";
  EXPECT_EQ(decode(marked).text.data(), marked.data() + 3);
  const std::string_view plain = "東京";
  EXPECT_EQ(decode(plain, "koi8-r").text.data(), plain.data());
  const std::string_view ascii = "plain";
  EXPECT_EQ(decode(ascii, "shift_jis").text.data(), ascii.data());
}

TEST(Charset, DetectionLooksPastALongAsciiHead) {
  // "中文网页的内容常常没有声明编码，只好从字节本身判断。" in GBK
  const std::string chinese =
      "\xD6\xD0\xCE\xC4\xCD\xF8\xD2\xB3\xB5\xC4\xC4\xDA\xC8\xDD\xB3\xA3\xB3\xA3\xC3\xBB\xD3\xD0\xC9"
      "\xF9\xC3\xF7\xB1\xE0\xC2\xEB\xA3\xAC\xD6\xBB\xBA\xC3\xB4\xD3\xD7\xD6\xBD\xDA\xB1\xBE\xC9\xED"
      "\xC5\xD0\xB6\xCF\xA1\xA3";
  const std::string page =
      "<html><head><script>" + std::string(15'000, 'x') + "</script></head><p>" + chinese + "</p>";
  EXPECT_NE(text_of(page).find("中文网页的内容常常没有声明编码，只好从字节本身判断。"),
            std::string::npos);
  EXPECT_EQ(decode(page).found, CharsetSource::detected);
}

TEST(Charset, DetectionTellsCyrillicEncodingsApart) {
  EXPECT_EQ(text_of(kRussian1251), kRussian);
  EXPECT_EQ(text_of(kRussianKoi), kRussian);
}

// UTF-16's mark, in the middle of a page: "ÿþéè", "þÿéè", "яю", "юяя".
TEST(Charset, FirstLettersOfAPageAreNoByteOrderMark) {
  const std::string english = "</p><p>Plain English text of a page about mills and locks.</p>";
  for (const char* letters : {"\xFF\xFE\xE9\xE8", "\xFE\xFF\xE9\xE8"}) {
    const std::string page =
        std::string("<html><body><p>") + letters + " caf\xE9" + english + "</body></html>";
    EXPECT_EQ(finding(page), "windows-1252 by fallback");
    EXPECT_NE(text_of(page).find("éè café" + english), std::string::npos);
  }
  const std::string russian =
      "\xCF\xEE\xF1\xEB\xE5\xE4\xED\xE8\xE5 \xE1\xF3\xEA\xE2\xFB \xE0\xE7\xE1\xF3\xEA\xE8 "
      "\xF0\xE5\xE4\xEA\xEE \xED\xE0\xF7\xE8\xED\xE0\xFE\xF2 \xF1\xEB\xEE\xE2\xEE, \xE8 \xEF"
      "\xEE\xF2\xEE\xEC\xF3 \xE8\xF5 \xEC\xE0\xEB\xEE \xEA\xF2\xEE \xE6\xE4\xB8\xF2 \xE2 \xED"
      "\xE0\xF7\xE0\xEB\xE5 \xF1\xF2\xF0\xE0\xED\xE8\xF6\xFB \xEE \xF1\xF2\xE0\xF0\xFB\xF5 "
      "\xEC\xE5\xEB\xFC\xED\xE8\xF6\xE0\xF5.";
  constexpr std::string_view kText =
      "Последние буквы азбуки редко начинают слово, и потому их мало кто ждёт в начале "
      "страницы о старых мельницах.";
  EXPECT_EQ(text_of("<p>\xFF\xFE " + russian), "<p>яю " + std::string(kText));
  EXPECT_EQ(text_of("<p>\xFE\xFF\xFF " + russian), "<p>юяя " + std::string(kText));
}

TEST(Charset, FallsBackToWindows1252) {
  EXPECT_EQ(finding("caf\xE9"), "windows-1252 by fallback");
  EXPECT_EQ(text_of("\x80 5 \x96 caf\xE9"), "€ 5 – café");
}

// A server that calls everything UTF-8.
TEST(Charset, DeclarationThatTheTextContradictsIsNotBelieved) {
  EXPECT_EQ(text_of(kRussian1251, "utf-8"), kRussian);
  EXPECT_EQ(finding(kRussian1251, "utf-8"), "windows-1251 by detected");
  // A fault here and there is no contradiction.
  EXPECT_EQ(text_of("caf\xE9", "utf-8"), "caf" + replacements(1));
  EXPECT_EQ(decode("caf\xE9", "utf-8").replaced, 1u);
}

TEST(Charset, Utf16WithoutAMark) {
  const std::string little = with_zeros("<p>mill</p>", false);
  EXPECT_EQ(finding(little), "UTF-16LE by detected");
  EXPECT_EQ(text_of(little), "<p>mill</p>");
  EXPECT_EQ(finding(with_zeros("<p>mill</p>", true)), "UTF-16BE by detected");
  EXPECT_EQ(finding(little, "utf-16"), "UTF-16LE by http");
  // A declaration that cannot be true, since nothing would be markup.
  EXPECT_EQ(text_of("<p>mill</p>", "utf-16"), "<p>mill</p>");
  EXPECT_EQ(text_of("<meta charset=utf-16>mill"), "<meta charset=utf-16>mill");
}

TEST(Charset, RefusedEncodings) {
  for (const char* label : {"iso-2022-kr", "hz-gb-2312", "iso-2022-cn", "replacement"}) {
    EXPECT_FALSE(decode("text", label).known()) << label;
    EXPECT_EQ(decode("text", label).text, "") << label;
  }
}

TEST(CharsetProperty, TextIsAlwaysValidUtf8) {
  uint64_t state = 12345;
  const auto random = [&state](uint64_t below) {
    state = state * 6364136223846793005 + 1442695040888963407;
    return (state >> 33) % below;
  };
  for (int round = 0; round < 2'000; ++round) {
    std::string bytes;
    for (uint64_t left = random(60); left > 0; --left) {
      bytes += static_cast<char>(random(3) == 0 ? random(0x80) : 0x80 + random(0x80));
    }
    for (const char* label : {"", "utf-8", "shift_jis", "gb18030", "big5", "euc-jp", "euc-kr",
                              "iso-2022-jp", "koi8-u", "utf-16be", "x-user-defined"}) {
      const Decoded decoded = decode(bytes, label);
      EXPECT_TRUE(is_valid_utf8(decoded.text)) << label;
    }
  }
}

}  // namespace
}  // namespace sluice::html
