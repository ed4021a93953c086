#include "base/aho_corasick.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

namespace sluice {
namespace {

using Hits = std::vector<std::pair<uint32_t, size_t>>;  // which, end

Hits hits_of(const AhoCorasick& automaton, std::string_view text) {
  Hits hits;
  automaton.scan(text, [&](uint32_t which, size_t end) {
    hits.emplace_back(which, end);
    return true;
  });
  return hits;
}

TEST(AhoCorasick, FindsStringsWithinStrings) {
  const AhoCorasick automaton({"he", "she", "his", "hers"});
  EXPECT_EQ(hits_of(automaton, "ushers"), (Hits{{1, 4}, {0, 4}, {3, 6}}));
  EXPECT_EQ(hits_of(automaton, "hishe"), (Hits{{2, 3}, {1, 5}, {0, 5}}));
  EXPECT_EQ(hits_of(automaton, ""), Hits{});
}

TEST(AhoCorasick, ReportsTheFirstOfEqualStringsAndNoEmptyOnes) {
  const AhoCorasick automaton({"", "a", "a", ""});
  EXPECT_EQ(hits_of(automaton, "aba"), (Hits{{1, 1}, {1, 3}}));
  EXPECT_TRUE(AhoCorasick().empty());
  EXPECT_TRUE(AhoCorasick({""}).empty());
  EXPECT_EQ(hits_of(AhoCorasick(), "text"), Hits{});
}

TEST(AhoCorasick, StopsWhenToldTo) {
  const AhoCorasick automaton({"a", "aa"});
  Hits hits;
  automaton.scan("aaaa", [&](uint32_t which, size_t end) {
    hits.emplace_back(which, end);
    return hits.size() < 2;
  });
  EXPECT_EQ(hits, (Hits{{0, 1}, {1, 2}}));
}

TEST(AhoCorasick, TellsAllBytesApart) {
  std::vector<std::string> bytes;
  for (int byte = 0; byte < 256; ++byte) bytes.emplace_back(1, static_cast<char>(byte));
  const AhoCorasick automaton(bytes);
  for (uint32_t byte = 0; byte < 256; ++byte) {
    EXPECT_EQ(hits_of(automaton, bytes[byte]), (Hits{{byte, 1}}));
  }
}

// Few letters, so that strings share beginnings and ends and lie within each other.
TEST(AhoCorasick, FindsWhatComparingEverywhereFinds) {
  std::mt19937_64 random(1);
  const auto made = [&](size_t most, unsigned letters) {
    std::string text;
    for (size_t left = random() % (most + 1); left > 0; --left) {
      text += static_cast<char>('a' + random() % letters);
    }
    return text;
  };
  for (int round = 0; round < 300; ++round) {
    const unsigned letters = 1 + static_cast<unsigned>(random() % 4);
    std::vector<std::string> strings(random() % 12);
    for (std::string& string : strings) string = made(6, letters);
    const std::string text = made(60, letters + 1);

    std::vector<std::tuple<size_t, size_t, uint32_t>> expected;  // end, -size, which
    for (uint32_t which = 0; which < strings.size(); ++which) {
      const std::string& string = strings[which];
      if (string.empty() || std::find(strings.begin(), strings.end(), string) !=
                                strings.begin() + static_cast<ptrdiff_t>(which)) {
        continue;
      }
      for (size_t at = text.find(string); at != std::string::npos; at = text.find(string, at + 1)) {
        expected.emplace_back(at + string.size(), ~string.size(), which);
      }
    }
    std::sort(expected.begin(), expected.end());
    Hits hits;
    for (const auto& [end, size, which] : expected) hits.emplace_back(which, end);
    ASSERT_EQ(hits_of(AhoCorasick(strings), text), hits) << text;
  }
}

}  // namespace
}  // namespace sluice
