#include "unicode/words.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <thread>

namespace sluice {
namespace {

TEST(CountWords, LettersAndNumbersAreWordsAndTheRestIsNone) {
  EXPECT_EQ(count_words(""), 0);
  EXPECT_EQ(count_words(" \t\n"), 0);
  EXPECT_EQ(count_words("... -- !? ,"), 0);
  EXPECT_EQ(count_words("It's 3.14 o'clock."), 3);
  EXPECT_EQ(count_words("state-of-the-art"), 4);
  EXPECT_EQ(count_words("1,000,000 and 2"), 3);
  EXPECT_EQ(count_words("naïve café"), 2);
  EXPECT_EQ(count_words("Привет, мир!"), 2);
  EXPECT_EQ(count_words("🙂 🙂"), 0);
}

TEST(CountWords, FindsWordsWhereNoSpacesStand) {
  EXPECT_EQ(count_words("我们都是学生"), 3);
  EXPECT_EQ(count_words("ภาษาไทย"), 2);
  EXPECT_EQ(count_words("カタカナ"), 1);
  EXPECT_EQ(count_words("한국어 단어"), 2);
}

TEST(CountWords, LongTextAddsUp) {
  std::string text;
  for (int i = 0; i < 10'000; ++i) text += "one two, 3 ";
  EXPECT_EQ(count_words(text), 30'000);
}

TEST(CountWords, StrayBytesAreNoError) { EXPECT_EQ(count_words("one \xFF two \xE4\xB8"), 2); }

TEST(CountWords, ThreadsCountAlike) {
  std::array<uint64_t, 4> counts{};
  {
    std::array<std::jthread, 4> threads;
    for (size_t i = 0; i < threads.size(); ++i) {
      threads[i] = std::jthread([&counts, i] {
        for (int round = 0; round < 200; ++round) counts[i] += count_words("ภาษาไทย and 我们");
      });
    }
  }
  for (const uint64_t count : counts) EXPECT_EQ(count, 200 * 4);
}

}  // namespace
}  // namespace sluice
