#include "chart/label.h"

#include <gtest/gtest.h>

#include <random>

namespace sluice::chart {
namespace {

TEST(Label, WhatCannotStandInXmlBecomesTheReplacementCharacter) {
  EXPECT_EQ(escape_xml("a<b & \"c\" 'd'>"), "a&lt;b &amp; &quot;c&quot; &#39;d&#39;&gt;");
  EXPECT_EQ(escape_xml("tab\tline\nend"), "tab line end");
  EXPECT_EQ(escape_xml(std::string("nul\0", 4)), "nul\uFFFD");
  EXPECT_EQ(escape_xml("esc\x1b[31m"), "esc\uFFFD[31m");
  EXPECT_EQ(escape_xml("\u202Egnp.exe"), "\uFFFDgnp.exe");  // right-to-left override
  EXPECT_EQ(escape_xml("\uFFFF"), "\uFFFD");
  EXPECT_EQ(escape_xml("\xC3\xA9t\xC3\xA9 \xF0\x9F\x98\x80"), "été 😀");
}

// Overlong forms, surrogates, truncated and stray bytes: each bad byte is one U+FFFD.
TEST(Label, InvalidUtf8IsReplaced) {
  EXPECT_EQ(encode(decode("\xC0\xAF")), "\uFFFD\uFFFD");
  EXPECT_EQ(encode(decode("\xED\xA0\x80")), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(encode(decode("\xF4\x90\x80\x80")).size(), 4 * 3u);
  EXPECT_EQ(encode(decode("a\xE2\x82")), "a\uFFFD\uFFFD");
  EXPECT_EQ(encode(decode("\xFFz")), "\uFFFDz");
}

TEST(Label, CleaningTwiceChangesNothing) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 2000; ++i) {
    std::string bytes(random() % 20, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    const std::string clean = encode(decode(bytes));
    EXPECT_EQ(encode(decode(clean)), clean);
  }
}

TEST(Label, ElidedTextFitsAndWholeTextStays) {
  EXPECT_EQ(elide("repetition", 10, columns), "repetition");
  EXPECT_EQ(elide("repetition", 5, columns), "repe…");
  EXPECT_EQ(elide("a long word", 3, columns), "a…");
  EXPECT_EQ(elide("漢字漢字", 5, columns), "漢字…");
  EXPECT_EQ(elide("abc", 0.5, columns), "");
}

TEST(Label, WrappedLinesFitAndLoseNoWordUnlessTheySaySo) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 2000; ++i) {
    std::string words;
    for (size_t n = random() % 12; n > 0; --n) words += std::string(1 + random() % 9, 'x') + " ";
    const auto limit = static_cast<double>(1 + random() % 20);
    const size_t max_lines = 1 + random() % 4;
    const Wrapped wrapped = wrap(words, limit, max_lines, columns);
    EXPECT_LE(wrapped.lines.size(), max_lines);
    std::string joined;
    for (const std::string& line : wrapped.lines) {
      EXPECT_LE(width_of(line, columns), limit);
      joined += line + " ";
    }
    if (wrapped.whole) {
      EXPECT_EQ(joined, words);
    }
  }
}

TEST(Label, NothingFitsNowhere) {
  EXPECT_TRUE(wrap("word", 0, 3, columns).lines.empty());
  EXPECT_FALSE(wrap("word", 0, 3, columns).whole);
  EXPECT_TRUE(wrap("   ", 10, 3, columns).whole);
}

}  // namespace
}  // namespace sluice::chart
