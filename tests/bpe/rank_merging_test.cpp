#include "bpe/rank_merging.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "complaint.h"
#include "sanitized.h"

namespace sluice::bpe {
namespace {

using Parts = std::vector<std::string>;

// Joins, again and again, the pair of the lowest rank that `rank_of(left, right)` gives, the first
// of equals.
template <class RankOf>
Parts merge_all(std::string_view text, RankOf rank_of) {
  Parts parts;
  for (const char byte : text) parts.emplace_back(1, byte);
  while (true) {
    std::optional<uint32_t> lowest;
    size_t place = 0;
    for (size_t i = 0; i + 1 < parts.size(); ++i) {
      const std::optional<uint32_t> rank = rank_of(parts[i], parts[i + 1]);
      if (rank && (!lowest || *rank < *lowest)) {
        lowest = rank;
        place = i;
      }
    }
    if (!lowest) return parts;
    parts[place] += parts[place + 1];
    parts.erase(parts.begin() + static_cast<ptrdiff_t>(place) + 1);
  }
}

Parts merge_by_rank(std::string_view text, const Parts& tokens, std::span<const uint32_t> ranks) {
  return merge_all(text, [&](const std::string& left, const std::string& right) {
    const auto found = std::ranges::find(tokens, left + right);
    return found == tokens.end()
               ? std::nullopt
               : std::optional(ranks[static_cast<size_t>(found - tokens.begin())]);
  });
}

Parts merge_by_list(std::string_view text, const Parts& tokens, std::span<const Merge> merges) {
  std::map<std::pair<std::string, std::string>, uint32_t> places;
  for (const Merge& merge : merges) {
    places.emplace(std::pair(tokens[merge.left], tokens[merge.right]),
                   static_cast<uint32_t>(places.size()));
  }
  return merge_all(text, [&](const std::string& left, const std::string& right) {
    const auto found = places.find({left, right});
    return found == places.end() ? std::nullopt : std::optional(found->second);
  });
}

std::string random_text(std::mt19937& random, size_t size, int letters) {
  std::string text(size, 'a');
  for (char& c : text) c = static_cast<char>('a' + static_cast<int>(random() % letters));
  return text;
}

// Two or three letters, and longer tokens in any order: parts may come behind what they make, and
// may not be there at all.
Parts random_tokens(std::mt19937& random, int letters) {
  std::set<std::string> made;
  Parts tokens;
  for (int i = 0; i < letters; ++i) tokens.emplace_back(1, static_cast<char>('a' + i));
  const size_t count = 3 + random() % 30;
  for (size_t i = 0; i < count; ++i) {
    std::string token = random_text(random, 2 + random() % 7, letters);
    if (made.insert(token).second) tokens.push_back(std::move(token));
  }
  return tokens;
}

TEST(RankMerging, ListsPairsThatMergeAsRanksDo) {
  std::mt19937 random(1);
  size_t without = 0;
  for (uint64_t round = 0; round < rounds_of(2000); ++round) {
    const int letters = 1 + static_cast<int>(round % 3);
    const Parts tokens = random_tokens(random, letters);
    std::vector<uint32_t> ranks(tokens.size());
    std::iota(ranks.begin(), ranks.end(), 0u);
    if (round % 2 == 1) std::ranges::shuffle(ranks, random);
    const RankMerging merging(tokens, ranks, RankMerging::Symbols::bytes);
    without += merging.makes_all() ? 0 : 1;
    for (int i = 0; i < 20; ++i) {
      const std::string text = random_text(random, 1 + random() % 40, letters);
      ASSERT_EQ(merge_by_list(text, tokens, merging.merges()), merge_by_rank(text, tokens, ranks))
          << text;
    }
    for (const std::string& token : tokens) {
      const bool makes = merge_by_rank(token, tokens, ranks).size() == 1;
      ASSERT_TRUE(makes || !merging.makes_all()) << token;
    }
  }
  EXPECT_GT(without, rounds_of(200));  // the hard case is among them
}

TEST(RankMerging, AcceptsLongerListsThatMergeAsRanksDo) {
  std::mt19937 random(2);
  for (uint64_t round = 0; round < rounds_of(500); ++round) {
    const Parts tokens = random_tokens(random, 2);
    std::vector<uint32_t> ranks(tokens.size());
    std::iota(ranks.begin(), ranks.end(), 0u);
    const RankMerging merging(tokens, ranks, RankMerging::Symbols::bytes);
    std::vector<Merge> all;  // of the pairs of one token in any order
    for (uint32_t id = 0; id < tokens.size(); ++id) {
      const size_t first = all.size();
      for (uint32_t left = 0; left < tokens.size(); ++left) {
        for (uint32_t right = 0; right < tokens.size(); ++right) {
          if (tokens[left] + tokens[right] == tokens[id]) all.push_back({left, right});
        }
      }
      std::shuffle(all.begin() + static_cast<ptrdiff_t>(first), all.end(), random);
    }
    ASSERT_EQ(complaint_of([&] { merging.require_equal(all); }), "");
    for (int i = 0; i < 20; ++i) {
      const std::string text = random_text(random, 1 + random() % 40, 2);
      ASSERT_EQ(merge_by_list(text, tokens, all), merge_by_rank(text, tokens, ranks)) << text;
    }
  }
}

TEST(RankMerging, RefusesListsThatMergeOtherwise) {
  const Parts tokens = {"a", "b", "c", "ab", "bc", "abc"};
  const std::vector<uint32_t> ranks = {0, 1, 2, 3, 4, 5};
  const RankMerging merging(tokens, ranks, RankMerging::Symbols::bytes);
  const auto complaint = [&](const std::vector<Merge>& merges) {
    return complaint_of([&] { merging.require_equal(merges); });
  };
  EXPECT_EQ(complaint({{0, 1}, {1, 2}, {3, 2}}), "");
  EXPECT_EQ(complaint({{1, 2}, {0, 1}, {3, 2}}),
            "token 3: the merge that makes it stands behind one that makes a token of higher rank");
  EXPECT_EQ(complaint({{0, 1}, {1, 2}, {0, 4}}),
            "token 5: no merge makes it of the parts that ranks make it of");
  EXPECT_EQ(complaint({{0, 1}, {3, 2}}),
            "token 4: no merge makes it of the parts that ranks make it of");
}

TEST(RankMerging, RefusesTokensOfSymbolsThatAreNone) {
  const Parts tokens = {"a", "ab"};
  const std::vector<uint32_t> ranks = {0, 1};
  EXPECT_EQ(complaint_of([&] { RankMerging(tokens, ranks, RankMerging::Symbols::bytes); }),
            "token 1: it holds a byte that is no token itself");
}

TEST(RankMerging, BeginsWithCharactersIfAsked) {
  const Parts tokens = {"é", "a", "éa"};
  const std::vector<uint32_t> ranks = {0, 1, 2};
  const RankMerging merging(tokens, ranks, RankMerging::Symbols::characters);
  EXPECT_EQ(merging.merges(), std::vector<Merge>({{0, 1}}));
}

}  // namespace
}  // namespace sluice::bpe
