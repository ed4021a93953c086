#include "quality/phrase_scanner.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace sluice::quality {
namespace {

uint64_t groups_in(const PhraseScanner& scanner, std::string_view text) {
  const uint64_t groups = scanner.groups_in(text, 0, text.size());
  EXPECT_EQ(groups, scanner.portable_groups_in(text, 0, text.size())) << text;
  return groups;
}

PhraseScanner scanner_of(const std::vector<std::string>& phrases, bool ignore_case = true) {
  PhraseScanner scanner;
  for (uint32_t i = 0; i < phrases.size(); ++i) scanner.add(phrases[i], ignore_case, i);
  scanner.prepare();
  return scanner;
}

TEST(PhraseScanner, IgnoresTheCaseOfAsciiLetters) {
  const PhraseScanner scanner = scanner_of({"lorem ipsum", "Use Cookies", "{"});
  EXPECT_EQ(groups_in(scanner, "a Lorem IPSUM b"), 1);
  EXPECT_EQ(groups_in(scanner, "uSE cOOKIES {"), 6);
  EXPECT_EQ(groups_in(scanner, "lorem  ipsum, use [ookies"), 0);
  EXPECT_EQ(groups_in(scanner, ""), 0);
}

TEST(PhraseScanner, TellsCaseWhereAsked) {
  const PhraseScanner scanner = scanner_of({"Sign-in", "K"}, false);
  EXPECT_EQ(groups_in(scanner, "Sign-in"), 1);
  EXPECT_EQ(groups_in(scanner, "sign-in k \u212A"), 0);
}

// str.lower() turns two characters beyond ASCII into ASCII letters, so "coo\u212Aies" holds
// "cookies" for every program that lowers a text before it looks.
TEST(PhraseScanner, TakesWhatLowersToAsciiForTheLetter) {
  const PhraseScanner scanner = scanner_of({"cookies", "hi", "kit", "hi\u0307ll", "ix"});
  EXPECT_EQ(groups_in(scanner, "COO\u212AIES"), 1);
  EXPECT_EQ(groups_in(scanner, "\u212Ait"), 4);
  // "\u0130" lowers to "i" and a dot above: the dot parts it from what follows.
  EXPECT_EQ(groups_in(scanner, "h\u0130"), 2);
  EXPECT_EQ(groups_in(scanner, "H\u0130LL"), 2 | 8);
  EXPECT_EQ(groups_in(scanner, "hi\u0307ll"), 2 | 8);
  EXPECT_EQ(groups_in(scanner, "\u0130x"), 0);
}

TEST(PhraseScanner, LooksAtTheLineAlone) {
  const PhraseScanner scanner = scanner_of({"ab", "cd"});
  const std::string text = "xabcdx";
  EXPECT_EQ(scanner.groups_in(text, 1, 5), 3);
  EXPECT_EQ(scanner.groups_in(text, 2, 5), 2);
  EXPECT_EQ(scanner.groups_in(text, 1, 4), 1);
  EXPECT_EQ(scanner.groups_in(text, 3, 3), 0);
}

TEST(PhraseScanner, FindsPhrasesWhereverTheyAre) {
  const std::vector<std::string> phrases = {"q", "zz", "terms of use", "uses cookies", "ö"};
  const PhraseScanner scanner = scanner_of(phrases);
  for (size_t size = 0; size < 70; ++size) {
    for (uint32_t i = 0; i < phrases.size(); ++i) {
      for (size_t at = 0; at <= size; ++at) {
        std::string text(size, '.');
        text.insert(at, phrases[i]);
        ASSERT_EQ(groups_in(scanner, text), uint64_t{1} << i) << text;
      }
    }
  }
}

TEST(PhraseScanner, AgreesWithAPlainSearch) {
  std::mt19937 random(7);
  const auto random_text = [&](size_t most) {
    std::string text;
    for (size_t size = random() % most + 1; size > 0; --size) text += "aAbk["[random() % 5];
    return text;
  };
  for (int round = 0; round < 300; ++round) {
    std::vector<std::string> phrases;
    for (size_t count = random() % 20 + 1; count > 0; --count) phrases.push_back(random_text(6));
    const PhraseScanner scanner = scanner_of(phrases, false);
    for (int i = 0; i < 20; ++i) {
      const std::string text = random_text(60);
      uint64_t expected = 0;
      for (size_t p = 0; p < phrases.size(); ++p) {
        if (text.find(phrases[p]) != std::string::npos) expected |= uint64_t{1} << p;
      }
      ASSERT_EQ(groups_in(scanner, text), expected) << text;
    }
  }
}

TEST(PhraseScanner, WithoutPhrasesFindsNone) {
  EXPECT_EQ(groups_in(scanner_of({}), "a text that is longer than one vector"), 0);
}

}  // namespace
}  // namespace sluice::quality
