#include "langid/windows.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "unicode/utf8.h"

namespace sluice::langid {
namespace {

std::vector<std::string_view> windows_of(std::string_view text, size_t count) {
  std::vector<std::string_view> windows;
  choose_windows(text, count, windows);
  return windows;
}

TEST(Windows, OfAShortTextAreAllOfIt) {
  EXPECT_TRUE(windows_of("", 4).empty());
  EXPECT_EQ(windows_of("short", 4), std::vector<std::string_view>{"short"});
  std::string text;
  for (int i = 0; text.size() < 4 * kWindowBytes - 10; ++i) text += std::to_string(i) + " ";
  std::string joined;
  for (const std::string_view window : windows_of(text, 4)) joined += window;
  EXPECT_EQ(joined, text);
}

TEST(Windows, OfALongTextAreSpreadOverIt) {
  const std::string text(1'000'000, 'x');
  const auto windows = windows_of(text, 16);
  ASSERT_EQ(windows.size(), 16u);
  for (size_t i = 0; i < windows.size(); ++i) {
    EXPECT_EQ(windows[i].size(), kWindowBytes);
    EXPECT_EQ(windows[i].data(), text.data() + 62'500 * i + 31'250 - kWindowBytes / 2);
  }
}

TEST(Windows, AreBoundedInNumberAndSize) {
  std::mt19937 random(5);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    const size_t size = random() % 5000;
    while (text.size() < size) {
      static const std::vector<std::string> kPieces{"a", "é", "語", "😀", " ", "\n"};
      text += kPieces[random() % kPieces.size()];
    }
    const size_t count = 1 + random() % 16;
    const auto windows = windows_of(text, count);
    EXPECT_LE(windows.size(), count);
    const char* end = text.data();
    for (const std::string_view window : windows) {
      EXPECT_FALSE(window.empty());
      EXPECT_TRUE(is_valid_utf8(window));
      EXPECT_LE(window.size(), kWindowBytes + 40 * (windows.size() + 1));
      EXPECT_GE(window.data() + 40, end);
      end = window.data() + window.size();
      EXPECT_LE(end, text.data() + text.size());
    }
  }
}

TEST(Windows, BeginBehindWhiteSpaceThatIsNear) {
  std::string text;
  while (text.size() < 20'000) text += "lorem ipsum ";
  for (const std::string_view window : windows_of(text, 8)) {
    EXPECT_TRUE(window.starts_with("lorem") || window.starts_with("ipsum")) << window.substr(0, 9);
  }
}

}  // namespace
}  // namespace sluice::langid
