#include "extract/lexicon.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::extract {
namespace {

using Words = std::vector<std::string>;

Words words_of(std::string_view value) {
  Words words;
  for_each_word(value, [&](std::string_view word) { words.emplace_back(word); });
  return words;
}

TEST(Lexicon, NamesAreCutAtWhatIsNoLetter) {
  EXPECT_EQ(words_of("postMeta post-12 js_related"),
            (Words{"post", "meta", "post", "js", "related"}));
  EXPECT_EQ(words_of("col2main\tfoo\n bar"), (Words{"col", "main", "foo", "bar"}));
  EXPECT_EQ(words_of(""), Words{});
  EXPECT_EQ(words_of("12 -- _"), Words{});
}

TEST(Lexicon, NamesAreCutBeforeACapitalBehindASmallLetter) {
  EXPECT_EQ(words_of("articleBody"), (Words{"article", "body"}));
  EXPECT_EQ(words_of("NAVIGATION"), (Words{"navigation"}));
  EXPECT_EQ(words_of("MainNAV"), (Words{"main", "nav"}));
  EXPECT_EQ(words_of("HTMLBody"), (Words{"htmlbody"}));  // no small letter before the B
  EXPECT_EQ(words_of("side-Bar"), (Words{"side", "bar"}));
}

TEST(Lexicon, WordsHaveTwoToTwentyFourLetters) {
  EXPECT_EQ(words_of("a bc d"), (Words{"bc"}));
  const std::string longest(24, 'x');
  EXPECT_EQ(words_of(longest), (Words{longest}));
  EXPECT_EQ(words_of(longest + "x"), Words{});
  EXPECT_EQ(words_of(std::string(100'000, 'x') + " after"), (Words{"after"}));
  EXPECT_EQ(words_of(std::string(25, 'x') + "After"), (Words{"after"}));
}

TEST(Lexicon, OtherScriptsPartWords) {
  EXPECT_EQ(words_of("men\xC3\xBC-item"), (Words{"men", "item"}));
  EXPECT_EQ(words_of("\xE8\xA7\xA3nav\xFF"), (Words{"nav"}));
}

TEST(Lexicon, AWordHasItsWeightAndOthersHaveNone) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 100; ++round) {
    std::vector<Lexicon::Entry> entries;
    for (size_t i = random() % 40; i > 0; --i) {
      // Even ones only; both ends of the range among them.
      entries.push_back({static_cast<uint32_t>(random()) & ~uint32_t{1},
                         static_cast<int16_t>(1 + random() % 300)});
    }
    if (round % 2 == 1) entries.push_back({0, -5});
    std::sort(entries.begin(), entries.end(),
              [](const auto& a, const auto& b) { return a.word < b.word; });
    entries.erase(std::unique(entries.begin(), entries.end(),
                              [](const auto& a, const auto& b) { return a.word == b.word; }),
                  entries.end());
    const Lexicon lexicon{entries};
    for (const auto& entry : entries) {
      ASSERT_EQ(lexicon.weight(entry.word), entry.weight);
      ASSERT_EQ(lexicon.weight(entry.word + 1), 0);
      ASSERT_EQ(lexicon.weight(entry.word - 1), 0);
    }
    ASSERT_EQ(lexicon.weight(UINT32_MAX), 0);
  }
}

}  // namespace
}  // namespace sluice::extract
