#include "bpe/usage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace sluice::bpe {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Ids 0 to 6; 3 is a gap, 6 belongs to the added token.
Vocabulary small() {
  Vocabulary vocabulary;
  vocabulary.tokens = {"a", "b", "ab", "", "abab", "ba", ""};
  vocabulary.added = {{.id = 6, .content = "<end>"}};
  return vocabulary;
}

TEST(UsageOf, SortsEntriesByHowOftenTheyOccur) {
  const std::vector<uint64_t> counts = {50, 0, 3, 0, 2, 3, 9};
  const Usage usage = usage_of(small(), counts, 50);
  EXPECT_EQ(usage.entries, 5);
  EXPECT_THAT(usage.unused, ElementsAre(1));
  EXPECT_THAT(usage.under_trained, ElementsAre(4, 2, 5));
}

TEST(UsageOf, TakesIdsPastTheCountsAsUnused) {
  const Usage usage = usage_of(small(), std::vector<uint64_t>{7, 7}, 5);
  EXPECT_THAT(usage.unused, ElementsAre(2, 4, 5));
  EXPECT_THAT(usage.under_trained, IsEmpty());
}

TEST(UsageOf, CallsNothingUnderTrainedWhereOnceIsEnough) {
  for (const uint64_t least : {0, 1}) {
    EXPECT_THAT(usage_of(small(), std::vector<uint64_t>(7, 1), least).under_trained, IsEmpty());
  }
}

TEST(LongestTokens, ComeLongestFirstAndByIdWhereEqual) {
  EXPECT_THAT(longest_tokens(small(), 3), ElementsAre(4, 2, 5));
  EXPECT_THAT(longest_tokens(small(), 100), ElementsAre(4, 2, 5, 0, 1));
  EXPECT_THAT(longest_tokens(small(), 0), IsEmpty());
}

TEST(BytesWithTokens, AreTheSingleBytesOfAByteLevelVocabulary) {
  std::bitset<256> expected;
  expected.set('a').set('b');
  EXPECT_EQ(bytes_with_tokens(small()), expected);

  Vocabulary bytes;
  for (int byte = 0; byte < 256; ++byte) {
    bytes.tokens.push_back(std::string(1, static_cast<char>(byte)));
  }
  EXPECT_TRUE(bytes_with_tokens(bytes).all());
}

TEST(BytesWithTokens, AreAllWhereSentencePieceFallsBackToBytes) {
  Vocabulary vocabulary = small();
  vocabulary.byte_level = false;
  EXPECT_EQ(bytes_with_tokens(vocabulary).count(), 2);
  vocabulary.byte_tokens.emplace();
  EXPECT_TRUE(bytes_with_tokens(vocabulary).all());
}

}  // namespace
}  // namespace sluice::bpe
