#include "quality/bad_words.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace sluice::quality {
namespace {

uint64_t count(std::string_view list, std::string_view text, bool boundaries = true) {
  return BadWords(list, {.boundaries = boundaries}).find(text).count;
}

TEST(BadWords, StandBetweenWhatIsNoWord) {
  const BadWords words("darn\nblast it\n", {});
  EXPECT_EQ(words.find("Darn! Oh, BLAST IT.").count, 2u);
  EXPECT_EQ(words.find("Darn! Oh, BLAST IT.").first, "darn");
  EXPECT_EQ(words.find("(blast it)").first, "blast it");
  for (const char* text : {"", "darning", "undarn", "darn_it", "2darn", "darn2", "édarn", "darné",
                           "darn五", "blast  it", "blast-it"}) {
    EXPECT_EQ(words.find(text).count, 0u) << text;
  }
  EXPECT_EQ(words.find("darn darn,darn").count, 3u);
  EXPECT_EQ(words.find("pre-darn'd").count, 1u);
}

// Combining marks are none of Python's \w.
TEST(BadWords, MarksDoNotContinueWords) { EXPECT_EQ(count("कम\n", "कमी"), 1u); }

TEST(BadWords, AreAnywhereWithoutBoundaries) {
  EXPECT_EQ(count("馬鹿\n", "この馬鹿者め", false), 1u);
  EXPECT_EQ(count("馬鹿\n", "この馬鹿者め", true), 0u);
  EXPECT_EQ(count("馬鹿\n馬鹿者\n", "この馬鹿者め", false), 2u);
  EXPECT_EQ(count("darn\n", "darned", false), 1u);
}

TEST(BadWords, ListsAndTextsAreLowered) {
  EXPECT_EQ(count("DARN\n", "darn"), 1u);
  EXPECT_EQ(count("чёрт\n", "ЧЁРТ!"), 1u);
  EXPECT_EQ(count("οδος\n", "ΟΔΟΣ"), 1u);
}

// A word in one code point or two a letter is the same word, and what an accent makes of the last
// letter is no end of the word.
TEST(BadWords, AreTheSameInEveryNormalForm) {
  EXPECT_EQ(count("caf\u00E9\n", "Cafe\u0301!"), 1u);
  EXPECT_EQ(count("cafe\u0301\n", "CAF\u00C9!"), 1u);
  EXPECT_EQ(count("cafe\n", "cafe\u0301"), 0u);
  EXPECT_EQ(BadWords("cafe\u0301\ncaf\u00E9\n", {}).size(), 1u);
}

// An empty line would otherwise be everywhere.
TEST(BadWords, LinesAreStrippedAndEmptyOnesAreNone) {
  EXPECT_EQ(BadWords("\n \r\n darn \r\ndarn\n\n", {}).size(), 1u);
  EXPECT_EQ(BadWords("", {}).find("darn").count, 0u);
}

TEST(BadWords, ExceptionsAreNone) {
  const BadWords words("性\n性器\n", {.boundaries = false, .except = {"性"}});
  EXPECT_EQ(words.size(), 1u);
  EXPECT_EQ(words.find("可能性").count, 0u);
  // As the list spells it, or otherwise.
  for (const char* spelled : {"Darn", "darn", " DARN "}) {
    EXPECT_EQ(BadWords("Darn\nblast\n", {.except = {spelled}}).size(), 1u) << spelled;
  }
}

}  // namespace
}  // namespace sluice::quality
