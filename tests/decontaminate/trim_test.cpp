#include "decontaminate/trim.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "unicode/utf8.h"

namespace sluice::decontaminate {
namespace {

using ::testing::ElementsAre;

TEST(Trim, UnitesSpansThatTouchOrOverlap) {
  EXPECT_THAT(united({{5, 9}, {0, 2}, {8, 12}, {2, 3}, {20, 30}, {21, 22}}),
              ElementsAre(Span{0, 3}, Span{5, 12}, Span{20, 30}));
  EXPECT_TRUE(united({}).empty());
}

TEST(Trim, LeavesAllElse) {
  const std::vector<Span> spans = {{2, 4}, {6, 9}};
  EXPECT_EQ(without("ab..cd...e", spans), "abcde");
  EXPECT_EQ(without("text", {}), "text");
}

TEST(Trim, Gpt3CutsTwoHundredCharactersAround) {
  const std::string before(500, 'b');
  const std::string after(700, 'a');
  const std::string text = before + "HIT" + after;
  const std::vector<Span> spans = {{500, 503}};
  EXPECT_EQ(cut_as_gpt3(text, spans), std::string(300, 'b') + "\n\n" + std::string(500, 'a'));
}

TEST(Trim, Gpt3DropsShortPiecesAndCountsCharacters) {
  std::string text;
  for (int i = 0; i < 399; ++i) text += "é";
  const std::vector<Span> spans = {{text.size(), text.size() + 3}};
  EXPECT_EQ(cut_as_gpt3(text + "HIT", spans), std::nullopt);  // 199 characters are left
  text += "é";
  const std::vector<Span> later = {{text.size(), text.size() + 3}};
  const auto rest = cut_as_gpt3(text + "HIT", later);
  ASSERT_TRUE(rest);
  EXPECT_EQ(rest->size(), 400u);
  EXPECT_TRUE(is_valid_utf8(*rest));
}

TEST(Trim, Gpt3DropsTextsOfManyHits) {
  const std::string text(100'000, 'x');
  std::vector<Span> spans;
  for (size_t i = 0; i < 10; ++i) spans.push_back({i * 5000, i * 5000 + 10});
  EXPECT_TRUE(cut_as_gpt3(text, spans));
  spans.push_back({90'000, 90'010});
  EXPECT_EQ(cut_as_gpt3(text, spans), std::nullopt);
}

}  // namespace
}  // namespace sluice::decontaminate
