#include "unicode/normalization_names.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace sluice {
namespace {

TEST(NormalizationNames, NameWhatIsDone) {
  EXPECT_EQ(parse_normalization("lower,punctuation,marks"), TextNormalizer::Options{});
  const TextNormalizer::Options lower{.punctuation = Punctuation::keep, .marks = Marks::keep};
  EXPECT_EQ(parse_normalization("lower"), lower);
  EXPECT_EQ(parse_normalization("all-marks,digits").marks, Marks::drop_all);
  EXPECT_TRUE(parse_normalization("all-marks,digits").digits);
  EXPECT_TRUE(parse_normalization("none").space);
}

TEST(NormalizationNames, ComeBackInOneOrder) {
  for (const char* names : {"none", "lower", "lower,punctuation,marks", "digits,compose",
                            "lower,digits,punctuation,all-marks"}) {
    EXPECT_EQ(names_of(parse_normalization(names)), names);
  }
  EXPECT_EQ(names_of(parse_normalization("marks,lower")), "lower,marks");
}

// Stage files of different options must not be mixed.
TEST(NormalizationNames, TellOptionsApartThatHaveNoName) {
  const TextNormalizer::Options one{.punctuation = Punctuation::listed, .listed = U".,"};
  const TextNormalizer::Options other{.punctuation = Punctuation::listed, .listed = U".;"};
  EXPECT_NE(names_of(one), names_of(other));
  EXPECT_NE(names_of({.space = false}), names_of({}));
}

TEST(NormalizationNames, RefuseWhatIsNone) {
  EXPECT_THROW(parse_normalization(""), ConfigError);
  EXPECT_THROW(parse_normalization("lower,"), ConfigError);
  EXPECT_THROW(parse_normalization("lower,none"), ConfigError);
  EXPECT_THROW(parse_normalization("lower,lower"), ConfigError);
  EXPECT_THROW(parse_normalization("marks,compose"), ConfigError);
  try {
    parse_normalization("lower,punctation");
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(),
                 "normalisation: unknown name 'punctation'; did you mean 'punctuation'?");
  }
}

}  // namespace
}  // namespace sluice
