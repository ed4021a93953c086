#include "dedup/side_by_side.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"
#include "chart/label.h"

namespace sluice::dedup {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// As many words in common as can be, by the table of all prefixes.
size_t longest_common(std::span<const std::string_view> one,
                      std::span<const std::string_view> other) {
  std::vector<std::vector<size_t>> table(one.size() + 1, std::vector<size_t>(other.size() + 1));
  for (size_t i = 1; i <= one.size(); ++i) {
    for (size_t j = 1; j <= other.size(); ++j) {
      table[i][j] = one[i - 1] == other[j - 1] ? table[i - 1][j - 1] + 1
                                               : std::max(table[i - 1][j], table[i][j - 1]);
    }
  }
  return table[one.size()][other.size()];
}

// Words that are the same, after checking that the runs are both texts in order.
size_t words_in_common(std::span<const std::string_view> one,
                       std::span<const std::string_view> other, const std::vector<DiffRun>& runs) {
  size_t first = 0, second = 0, common = 0;
  for (size_t i = 0; i < runs.size(); ++i) {
    const DiffRun& run = runs[i];
    EXPECT_EQ(run.first, first);
    EXPECT_EQ(run.second, second);
    if (i > 0) {
      EXPECT_NE(run.same, runs[i - 1].same);
    }
    EXPECT_GT(run.first_words + run.second_words, 0u);
    if (run.same) {
      EXPECT_EQ(run.first_words, run.second_words);
      EXPECT_TRUE(std::equal(one.begin() + static_cast<ptrdiff_t>(first),
                             one.begin() + static_cast<ptrdiff_t>(first + run.first_words),
                             other.begin() + static_cast<ptrdiff_t>(second)));
      common += run.first_words;
    }
    first += run.first_words;
    second += run.second_words;
  }
  EXPECT_EQ(first, one.size());
  EXPECT_EQ(second, other.size());
  return common;
}

std::vector<std::string_view> random_words(size_t count, size_t different,
                                           std::mt19937_64& random) {
  static constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";
  std::vector<std::string_view> words;
  for (size_t i = 0; i < count; ++i) words.push_back(kLetters.substr(random() % different, 1));
  return words;
}

TEST(Difference, LeavesOutAsFewWordsAsCanBe) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 3'000; ++round) {
    const size_t different = 1 + random() % 6;
    const auto one = random_words(random() % 30, different, random);
    const auto other = random_words(random() % 30, different, random);
    ASSERT_EQ(words_in_common(one, other, difference(one, other)), longest_common(one, other))
        << round;
  }
}

TEST(Difference, OfEditedTextsIsTheEdits) {
  const auto one = words_of("the mill by the river is old");
  const auto other = words_of("the mill by a wide river is old indeed");
  EXPECT_THAT(difference(one, other),
              ElementsAre(DiffRun{true, 0, 3, 0, 3}, DiffRun{false, 3, 1, 3, 2},
                          DiffRun{true, 4, 3, 5, 3}, DiffRun{false, 7, 0, 8, 1}));
  EXPECT_THAT(difference(one, one), ElementsAre(DiffRun{true, 0, 7, 0, 7}));
  EXPECT_TRUE(difference({}, {}).empty());
}

// What differs in everything takes time linear in its size, not its square; the test would not end.
TEST(Difference, OfLongTextsThatShareLittleIsBoundedAndStillWhole) {
  std::mt19937_64 random(2);
  std::string first, second;
  for (int i = 0; i < 60'000; ++i) {
    first += std::to_string(random() % 100'000) + " ";
    second += std::to_string(random() % 100'000) + " ";
  }
  const auto one = words_of(first);
  const auto other = words_of(second);
  EXPECT_GT(words_in_common(one, other, difference(one, other)), 0u);
}

TEST(Difference, TakesCharactersOfUnspacedScriptsForWords) {
  EXPECT_THAT(words_of("  das\n語学ab ไทย\t"), ElementsAre("das", "語", "学", "ab", "ไ", "ท", "ย"));
  EXPECT_THAT(words_of("\xFF\xE8 x"), ElementsAre("\xFF\xE8", "x"));
}

TEST(SideBySide, ShowsBothTextsWithWhatDiffersInBrackets) {
  EXPECT_EQ(side_by_side("the mill by the river is old and turns no more",
                         "the mill by the river is old and turns day and night", {.width = 60}),
            "the mill by the river is old | the mill by the river is old\n"
            "and turns [no more]          | and turns [day and night]\n");
  EXPECT_EQ(side_by_side("a b c", "a c", {.width = 40}), "a [b] c            | a c\n");
  EXPECT_EQ(side_by_side("same words", "same\nwords"), "");
}

TEST(SideBySide, LeavesOutWhatIsTheSame) {
  std::string same;
  for (int i = 0; i < 500; ++i) same += "word" + std::to_string(i) + " ";
  const std::string shown = side_by_side(same + "end", same + "END");
  EXPECT_THAT(shown, HasSubstr("… 488 words the same …"));
  EXPECT_THAT(shown, HasSubstr("[END]"));
  EXPECT_THAT(shown, Not(HasSubstr("word400")));
}

// Wide characters, words longer than a column, control characters, bytes that are no UTF-8.
TEST(SideBySide, StaysWithinItsWidthWhateverTheTexts) {
  std::mt19937_64 random(3);
  const std::vector<std::string> pieces = {"mill ",   "語",     "ภาษา", "\x1b[31m",
                                           "\xFF",    " ",      "\n",   std::string(300, 'x'),
                                           "e\u0301", "\u202E", "[",    "]"};
  for (int round = 0; round < 300; ++round) {
    std::string texts[2];
    for (std::string& text : texts) {
      for (size_t i = random() % 60; i > 0; --i) text += pieces[random() % pieces.size()];
    }
    const size_t width = 40 + random() % 61;
    const std::string shown = side_by_side(texts[0], texts[1], {.width = width, .most_rows = 20});
    size_t lines = 0;
    for (size_t begin = 0; begin < shown.size(); ++lines) {
      const size_t end = shown.find('\n', begin);
      ASSERT_NE(end, std::string::npos);
      const std::string line = shown.substr(begin, end - begin);
      ASSERT_LE(chart::width_of(line, chart::columns), static_cast<double>(width)) << line;
      ASSERT_EQ(line.find('\x1b'), std::string::npos);
      begin = end + 1;
    }
    ASSERT_LE(lines, 22u);
  }
}

TEST(SideBySide, TellsHowMuchMoreThereIs) {
  std::string one, other;
  for (int i = 0; i < 2'000; ++i) {
    one += "a b c d e f g h ";
    other += "a b c d e f g " + std::to_string(i) + " ";
  }
  EXPECT_THAT(side_by_side(one, other, {.most_rows = 10}), HasSubstr(" more differences\n"));
}

TEST(SideBySide, RefusesColumnsTooNarrowForWords) {
  EXPECT_THROW(side_by_side("a", "b", {.width = 39}), ConfigError);
}

}  // namespace
}  // namespace sluice::dedup
