#include "base/suggest.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace sluice {
namespace {

constexpr std::array<std::string_view, 4> kKeys = {"max_word_length", "min_words", "language",
                                                   "dump"};

TEST(NearestName, CountsInsertionsDeletionsChangesAndSwapsAsOne) {
  EXPECT_EQ(nearest_name("language", kKeys), "language");
  EXPECT_EQ(nearest_name("lnguage", kKeys), "language");
  EXPECT_EQ(nearest_name("laanguage", kKeys), "language");
  EXPECT_EQ(nearest_name("languagf", kKeys), "language");
  EXPECT_EQ(nearest_name("dupm", kKeys), "dump");
  EXPECT_EQ(nearest_name("max_word_lenght", kKeys), "max_word_length");
}

TEST(NearestName, GivesNoFarFetchedGuess) {
  EXPECT_EQ(nearest_name("threads", kKeys), "");
  EXPECT_EQ(nearest_name("dunk", kKeys), "");             // 2 of 4 letters
  EXPECT_EQ(nearest_name("lnguaeg", kKeys), "language");  // 2 of 7
  EXPECT_EQ(nearest_name("maxwordlen", kKeys), "");       // 5 of 10
  EXPECT_EQ(nearest_name("", kKeys), "");
  EXPECT_EQ(nearest_name("dump", {}), "");
  EXPECT_EQ(nearest_name(std::string(1000, 'x'), kKeys), "");
}

TEST(NearestName, PrefersTheFirstOfEquals) {
  constexpr std::array<std::string_view, 2> names = {"cat", "car"};
  EXPECT_EQ(nearest_name("cab", names), "cat");
}

TEST(DidYouMean, IsTheEndOfAMessageOrNothing) {
  EXPECT_EQ(did_you_mean("max_word_lenght", kKeys), "; did you mean 'max_word_length'?");
  EXPECT_EQ(did_you_mean("threads", kKeys), "");
}

}  // namespace
}  // namespace sluice
