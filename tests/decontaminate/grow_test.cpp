#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "decontaminate/scanner.h"

namespace sluice::decontaminate {

bool operator==(const SharedRun& one, const SharedRun& other) {
  return one.text == other.text && one.item == other.item && one.words == other.words;
}
void PrintTo(const SharedRun& run, std::ostream* out) {
  *out << run.text << "/" << run.item << "+" << run.words;
}

namespace {

using ::testing::ElementsAre;

// Each letter is a word.
std::vector<SharedRun> grown(std::string_view text, std::string_view part, size_t text_at,
                             uint32_t item_at) {
  const std::vector<uint32_t> one(text.begin(), text.end());
  const std::vector<uint32_t> other(part.begin(), part.end());
  std::vector<SharedRun> runs;
  grow(one, other, {.text = text_at, .item = item_at, .words = kAnchorWords}, runs);
  return runs;
}

TEST(Grow, ReachesAsFarAsWordsAreTheSame) {
  EXPECT_THAT(grown("..abcdefghijk..", "abcdefghijk", 4, 2), ElementsAre(SharedRun{2, 0, 11}));
  EXPECT_THAT(grown("abcdefgh", "xabcdefghy", 0, 1), ElementsAre(SharedRun{0, 1, 8}));
}

TEST(Grow, PassesOverOneWordChangedLeftOutOrAdded) {
  EXPECT_THAT(grown("abcdefg!ijklmn", "abcdefghijklmn", 0, 0),
              ElementsAre(SharedRun{0, 0, 7}, SharedRun{8, 8, 6}));
  EXPECT_THAT(grown("abcdefgijklmn", "abcdefghijklmn", 0, 0),
              ElementsAre(SharedRun{0, 0, 7}, SharedRun{7, 8, 6}));
  EXPECT_THAT(grown("abcdefg!hijklmn", "abcdefghijklmn", 0, 0),
              ElementsAre(SharedRun{0, 0, 7}, SharedRun{8, 7, 7}));
  EXPECT_THAT(grown("abcdefg!ijklmn", "abcdefghijklmn", 8, 8),
              ElementsAre(SharedRun{0, 0, 7}, SharedRun{8, 8, 6}));
}

TEST(Grow, NearThePartsEndOneWordSuffices) {
  EXPECT_THAT(grown("abcdef!h", "abcdefgh", 0, 0),
              ElementsAre(SharedRun{0, 0, 6}, SharedRun{7, 7, 1}));
  EXPECT_THAT(grown("a!cdefgh", "abcdefgh", 2, 2),
              ElementsAre(SharedRun{0, 0, 1}, SharedRun{2, 2, 6}));
}

TEST(Grow, StopsAtLongerGaps) {
  EXPECT_THAT(grown("abcdef...........ghijkl", "abcdefghijkl", 0, 0),
              ElementsAre(SharedRun{0, 0, 6}, SharedRun{17, 6, 6}));
  EXPECT_THAT(grown("abcdef............ghijkl", "abcdefghijkl", 0, 0),
              ElementsAre(SharedRun{0, 0, 6}));
}

}  // namespace
}  // namespace sluice::decontaminate
