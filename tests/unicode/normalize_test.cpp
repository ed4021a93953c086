#include "unicode/normalize.h"

#include <gtest/gtest.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "sanitized.h"
#include "unicode/normalization_table.h"
#include "unicode/utf8.h"

namespace sluice {
namespace {

std::string nfc(std::string_view text) {
  std::string out;
  to_nfc(text, out);
  return out;
}

std::string nfd(std::string_view text) {
  std::string out;
  to_nfd(text, out);
  return out;
}

void append(std::string& text, char32_t code_point) {
  char bytes[4];
  text.append(bytes, encode_utf8(code_point, bytes));
}

// "0044 0307" in hexadecimal.
std::string spelt(const std::string& code_points) {
  std::istringstream in(code_points);
  std::string text;
  for (uint32_t value; in >> std::hex >> value;) append(text, value);
  return text;
}

std::string icu_nfc(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2* normalizer = unorm2_getNFCInstance(&status);
  std::u16string source(text.size() + 1, u'\0');
  int32_t size = 0;
  u_strFromUTF8(source.data(), static_cast<int32_t>(source.size()), &size, text.data(),
                static_cast<int32_t>(text.size()), &status);
  std::u16string target(3 * text.size() + 16, u'\0');
  const int32_t length = unorm2_normalize(normalizer, source.data(), size, target.data(),
                                          static_cast<int32_t>(target.size()), &status);
  std::string out(4 * target.size(), '\0');
  u_strToUTF8(out.data(), static_cast<int32_t>(out.size()), &size, target.data(), length, &status);
  EXPECT_TRUE(U_SUCCESS(status)) << u_errorName(status);
  out.resize(static_cast<size_t>(size));
  return out;
}

// All that the three functions promise of a text, given its normal form.
void expect_normal_form(const std::string& text, const std::string& expected) {
  ASSERT_EQ(nfc(text), expected) << text;
  ASSERT_EQ(is_nfc(text), text == expected) << text;
  std::string buffer = "before";
  const std::string_view view = nfc_view(text, buffer);
  ASSERT_EQ(view, expected);
  ASSERT_EQ(view.data() == text.data(), text == expected) << text;
}

struct CloseProgram {
  void operator()(FILE* program) const { pclose(program); }
};

// Every line of Unicode's own test, and every code point that no line of its first part names.
TEST(Nfc, PassesUnicodesConformanceTest) {
  const std::unique_ptr<FILE, CloseProgram> file(
      popen("bzip2 -dc /usr/share/unicode/NormalizationTest.txt.bz2 2>&1", "r"));
  ASSERT_NE(file, nullptr);
  std::vector<bool> named(0x110000);
  bool first_part = false;
  size_t lines = 0;
  for (char buffer[4096]; std::fgets(buffer, sizeof buffer, file.get()) != nullptr;) {
    const std::string line(buffer);
    if (line[0] == '@') first_part = line.starts_with("@Part1");
    if (line[0] == '#' || line[0] == '@' || line.find(';') == std::string::npos) continue;
    std::istringstream in(line);
    std::string column[5];
    for (std::string& field : column) {
      std::getline(in, field, ';');
      if (first_part && &field == column) named[std::stoul(field, nullptr, 16)] = true;
      field = spelt(field);
    }
    ASSERT_NO_FATAL_FAILURE(expect_normal_form(column[0], column[1])) << line;
    ASSERT_NO_FATAL_FAILURE(expect_normal_form(column[1], column[1])) << line;
    ASSERT_NO_FATAL_FAILURE(expect_normal_form(column[2], column[1])) << line;
    ASSERT_NO_FATAL_FAILURE(expect_normal_form(column[3], column[3])) << line;
    ASSERT_NO_FATAL_FAILURE(expect_normal_form(column[4], column[3])) << line;
    for (const int i : {0, 1, 2}) ASSERT_EQ(nfd(column[i]), column[2]) << line;
    for (const int i : {3, 4}) ASSERT_EQ(nfd(column[i]), column[4]) << line;
    ++lines;
  }
  if (lines == 0) GTEST_SKIP() << "cannot read NormalizationTest.txt.bz2 (unicode-data, bzip2)";
  EXPECT_GT(lines, 19000);
  for (char32_t c = 0; c < 0x110000; c += kSanitized ? 17 : 1) {
    if (named[c] || is_surrogate(c)) continue;
    std::string text;
    append(text, c);
    ASSERT_NO_FATAL_FAILURE(expect_normal_form(text, text));
    ASSERT_EQ(nfd(text), text);
  }
}

// The code points that anything happens to, and some to which nothing does.
std::vector<char32_t> lively_code_points() {
  std::vector<char32_t> lively = {U'a', U'e', U' ', U'中', U'я', U'カ', 0x1F600};
  const NormalizationTable& table = NormalizationTable::get();
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (!table.find(c).is_stable() || table.find(c).decomposes()) lively.push_back(c);
  }
  for (char32_t c = 0x1100; c < 0x1113; ++c) lively.push_back(c);
  for (char32_t c = 0xAC00; c < 0xAC40; ++c) lively.push_back(c);
  return lively;
}

TEST(Nfc, AgreesWithIcuOnRandomText) {
  const std::vector<char32_t> lively = lively_code_points();
  std::mt19937 random(20260101);
  const auto below = [&](size_t n) { return random() % n; };
  for (uint64_t round = 0; round < rounds_of(60'000); ++round) {
    std::string text;
    const bool close = below(2) != 0;  // code points of one script meet more often
    const size_t about = below(lively.size());
    for (size_t i = 1 + below(12); i > 0; --i) {
      if (below(8) == 0) text.append(below(70), 'x');  // what is skipped in blocks
      if (below(4) == 0) append(text, 0x300 + static_cast<char32_t>(below(0x50)));
      append(text,
             lively[close ? std::min(about + below(60), lively.size() - 1) : below(lively.size())]);
    }
    ASSERT_NO_FATAL_FAILURE(expect_normal_form(text, icu_nfc(text)));
    ASSERT_EQ(nfc(nfd(text)), icu_nfc(text));
  }
}

// Each starter that takes part in something before each mark that may join it, with a mark between:
// what the quick check must leave open is decided there.
TEST(Nfc, AgreesWithIcuOnEveryStarterWithMarks) {
  const NormalizationTable& table = NormalizationTable::get();
  std::vector<char32_t> joining;
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (table.find(c).may_compose_back()) joining.push_back(c);
  }
  ASSERT_GT(joining.size(), 100);
  std::mt19937 random(7);
  for (const char32_t starter : lively_code_points()) {
    for (int i = 0; i < 6; ++i) {
      std::string text = "x";
      append(text, starter);
      append(text, joining[random() % joining.size()]);
      append(text, joining[random() % joining.size()]);
      ASSERT_NO_FATAL_FAILURE(expect_normal_form(text, icu_nfc(text)));
    }
  }
}

TEST(Nfc, MarksBehindEachPlaceOfABlockJoinWhatStandsBeforeThem) {
  for (const std::string letter : {"e\u0301\u0323", "é\u0323", "я\u0301", "и\u0306", "α\u0301",
                                   "中\u0301", "하\u11AB", "한\u11AB", "か\u3099"}) {
    for (size_t before = 0; before < 100; ++before) {
      const std::string text = std::string(before, 'x') + letter + std::string(80, 'y');
      ASSERT_NO_FATAL_FAILURE(expect_normal_form(text, icu_nfc(text)));
    }
  }
}

// What is skipped in blocks is told by bytes: no code point may be skipped that a table would stop
// at. The mark before it fills up the first block; its class is higher than nearly all.
TEST(Nfc, NoCodePointHidesInABlock) {
  const std::string before = std::string(30, 'x') + "\u0345";
  for (char32_t c = 0; c < 0x110000; c += kSanitized ? 17 : 1) {
    if (is_surrogate(c)) continue;
    std::string text = "\u0345";
    append(text, c);
    ASSERT_EQ(is_nfc(before + text.substr(2) + std::string(40, 'y')), is_nfc(text))
        << std::hex << uint32_t{c};
  }
}

TEST(Nfc, StrayBytesStayAndSeparate) {
  for (const std::string stray : {"\x80", "\xC3", "\xE4\xB8", "\xFF", "\xED\xA0\x80", "\xF4\x90"}) {
    expect_normal_form("e" + stray + "\u0301", "e" + stray + "\u0301");
    expect_normal_form(stray + "e\u0301", stray + "é");
    expect_normal_form("e\u0301" + stray, "é" + stray);
    expect_normal_form("e" + stray + "\u0301\u0323", "e" + stray + "\u0323\u0301");
    expect_normal_form(std::string(64, '\x80') + stray + "e\u0301",
                       std::string(64, '\x80') + stray + "é");
  }
}

TEST(Nfc, AppendsWithoutLookingAtWhatIsThere) {
  std::string out = "e";
  to_nfc("\u0301", out);
  EXPECT_EQ(out, "e\u0301");
}

// A quadratic ordering would take hours here.
TEST(Nfc, OrdersAMegabyteOfMarks) {
  std::string text = "a";
  std::string expected = "ạ\u0323";
  std::string above;
  for (int i = 0; i < 250'000; ++i) text += "\u0301\u0323";
  for (int i = 2; i < 250'000; ++i) expected += "\u0323";
  for (int i = 0; i < 250'000; ++i) expected += "\u0301";
  EXPECT_TRUE(nfc(text) == expected);
  EXPECT_FALSE(is_nfc(text));
  EXPECT_TRUE(is_nfc(expected));
}

// The same without disorder, and undecided to the end: each segment is looked at once.
TEST(Nfc, ChecksAMegabyteOfUndecidedMarks) {
  std::string text = "é";
  for (int i = 0; i < 500'000; ++i) text += "\u0301";
  EXPECT_TRUE(is_nfc(text));
  EXPECT_TRUE(nfc(text) == text);
}

TEST(Nfd, TakesTextApartAndLeavesStrayBytes) {
  EXPECT_EQ(nfd("Ünïcode \xED\x95\x9C"), "U\u0308ni\u0308code \u1112\u1161\u11AB");
  EXPECT_EQ(nfd("a\u0301\u0323"), "a\u0323\u0301");  // by class
  EXPECT_EQ(nfd("\xC3x\xFF"), "\xC3x\xFF");
  EXPECT_EQ(nfd(""), "");
}

}  // namespace
}  // namespace sluice
