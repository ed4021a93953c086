#include "url/url_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::url {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(UrlWords, WordsAreRunsOfLettersAndDigits) {
  const UrlWords words("casino\npoker\nwin1\n");
  EXPECT_THAT(words.find("https://example.org/win-casino?id=1"), ElementsAre("casino"));
  EXPECT_THAT(words.find("https://poker.example/casino_win1"),
              ElementsAre("poker", "casino", "win1"));
  EXPECT_THAT(words.find("https://example.org/casinos/mypoker"), IsEmpty());
  EXPECT_THAT(words.find("casino"), ElementsAre("casino"));
  EXPECT_THAT(words.find("a%20poker"), IsEmpty());  // "20poker": encodings are not resolved
  EXPECT_THAT(words.find("спорт-poker-игра"), ElementsAre("poker"));
  EXPECT_THAT(words.find(""), IsEmpty());
  EXPECT_THAT(words.find("://"), IsEmpty());
}

// "Two soft words" are two different ones.
TEST(UrlWords, CountsEachWordOnce) {
  const UrlWords words("dating\nchat\n");
  EXPECT_THAT(words.find("http://chat.example/chat/chat"), ElementsAre("chat"));
  EXPECT_THAT(words.find("http://chat.example/dating/chat"), ElementsAre("chat", "dating"));
}

TEST(UrlWords, EntriesAreSqueezedAndComments) {
  const UrlWords words("# comment\n Free-Spins \r\n\n---\nfreespins\nлото\nlast");
  EXPECT_EQ(words.size(), 2u);
  EXPECT_THAT(words.find("http://freespins.example/last"), ElementsAre("freespins", "last"));
  EXPECT_THAT(words.find("http://comment.example/free-spins"), IsEmpty());
}

TEST(UrlWords, CapitalsAreOtherWordsUnlessTheyAreIgnored) {
  EXPECT_THAT(UrlWords("Casino\n").find("http://example.org/Casino"), IsEmpty());
  EXPECT_THAT(UrlWords("Casino\n").find("http://example.org/casino"), ElementsAre("casino"));
  EXPECT_THAT(UrlWords("casino\n", {.ignore_case = true}).find("x/CASINO/Casino"),
              ElementsAre("CASINO"));
}

TEST(UrlSubstrings, SeePastWhatIsNeitherLetterNorDigit) {
  const UrlSubstrings parts("freespins\n# spins\nSlot-Machine\n");
  EXPECT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts.find("https://Free-Spins.example/").first, "freespins");
  EXPECT_EQ(parts.find("https://example.org/myslotmachines").first, "slotmachine");
  EXPECT_EQ(parts.find("https://a.example/fre/esp/ins?slotmachine").count, 2u);
  EXPECT_EQ(parts.find("https://example.org/spins").count, 0u);
  EXPECT_EQ(parts.find("https://example.org/spins").first, "");
  EXPECT_EQ(UrlSubstrings("").find("https://example.org/").count, 0u);
}

}  // namespace
}  // namespace sluice::url
