// The vector code against a byte at a time, for every instruction set that this machine has.
#include "document/escapes.h"

#include <gtest/gtest.h>

#include "document/json_writer.h"
#include "document/random_json.h"
#include "sanitized.h"
#include "vector_targets.h"

namespace sluice {
namespace {

using test::for_each_target;

std::string escaped_simply(std::string_view text) {
  std::string spelled;
  for (const char c : text) {
    constexpr std::string_view kLetters = "\"\"\\\\\bb\ff\nn\rr\tt";
    size_t letter = 0;
    while (letter < kLetters.size() && kLetters[letter] != c) letter += 2;
    if (letter < kLetters.size()) {
      spelled += {'\\', kLetters[letter + 1]};
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char unicode[8];
      std::snprintf(unicode, sizeof(unicode), "\\u%04x", static_cast<unsigned>(c));
      spelled += unicode;
    } else {
      spelled += c;
    }
  }
  return spelled;
}

std::string unescaped(std::string_view spelled) {
  const EscapeScan scan = scan_escapes(spelled);
  EXPECT_EQ(scan.fault, EscapeFault::none);
  Buffer out;
  unescape(spelled, scan.content_bytes, out);
  EXPECT_EQ(scan.content_bytes == spelled.size(), spelled.find('\\') == std::string_view::npos);
  return std::string(out.view());
}

TEST(Escapes, RoundTripAtEveryLengthAndPlace) {
  for_each_target([] {
    for (size_t size = 0; size <= 200; size += kSanitized ? 7 : 1) {
      for (const char c : {'\n', '"', '\\', '\0', '\x1F', ' ', '\x7F', '\x80', '\xFF'}) {
        std::string text(size, 'a');
        for (size_t at = 0; at < size; at += 1 + at / 70) {
          text[at] = c;
          Buffer spelled;
          append_escaped(spelled, text);
          ASSERT_EQ(spelled.view(), escaped_simply(text));
          ASSERT_EQ(unescaped(spelled.view()), text);
        }
      }
    }
  });
}

TEST(Escapes, AgreeWithEverySpellingOfRandomTexts) {
  for_each_target([] {
    RandomJson random(31);
    for (int i = 0; i < 5000; ++i) {
      const std::string text = random.content(i % 300);
      const std::string spelled = random.spell(text);
      ASSERT_EQ(unescaped(std::string_view(spelled).substr(1, spelled.size() - 2)), text);
    }
  });
}

TEST(Escapes, FaultsAreFoundWhereTheyAre) {
  for_each_target([] {
    for (const char* fault : {"\\", "\\x", "\\u", "\\u123", "\\u12g4", "\\ud800", "\\udc00",
                              "\\ud800\\n", "\\ud800\\u0041", "\\ud800\\u12"}) {
      for (const size_t before : {0, 1, 15, 16, 31, 32, 63, 64, 100}) {
        const std::string text = std::string(before, 'a') + "\\\\" + fault;
        const EscapeScan scan = scan_escapes(text);
        ASSERT_NE(scan.fault, EscapeFault::none) << text;
        ASSERT_EQ(scan.offset, before + 2) << text;
      }
    }
  });
}

// Whole vectors of escapes of one letter are not looked at one by one.
TEST(Escapes, FaultsAreFoundAmongEscapesOfOneLetter) {
  for_each_target([] {
    for (const char* fault : {"\\x", "\\u12g4", "\\udc00", "\\ ", "\\N", "\\\x82"}) {
      for (size_t before = 0; before < 140; before += kSanitized ? 11 : 1) {
        for (const std::string_view with : {"\\n\\t", "\\\\", "ab\\n", "a\\\"c"}) {
          std::string text;
          while (text.size() < before) text += with;
          const size_t offset = text.size();
          text += fault;
          for (int i = 0; i < 70; ++i) text += with;
          const EscapeScan scan = scan_escapes(text);
          ASSERT_NE(scan.fault, EscapeFault::none) << text;
          ASSERT_EQ(scan.offset, offset) << text;
        }
      }
    }
  });
}

TEST(Escapes, AppendBehindWhatIsThere) {
  Buffer out;
  for (int i = 0; i < 3; ++i) append_json_string(out, std::string(10000, '\x01'));
  EXPECT_EQ(out.size(), 3 * 60002);
}

}  // namespace
}  // namespace sluice
