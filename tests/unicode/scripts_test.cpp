#include "unicode/scripts.h"

#include <gtest/gtest.h>

namespace sluice {
namespace {

TEST(Scripts, AreCountedByTheirCodes) {
  EXPECT_EQ(count_in_script("Нови Sad, 21000", "Cyrl"), 4u);
  EXPECT_EQ(count_in_script("Нови Sad, 21000", "Latn"), 3u);
  EXPECT_EQ(count_in_script("پنجاب", "Arab"), 5u);
  EXPECT_EQ(count_in_script("Нови Sad", "Deva"), 0u);
  EXPECT_EQ(count_in_script("", "Latn"), 0u);
}

TEST(Scripts, ThatAreNoneHaveNoCharacters) {
  EXPECT_EQ(count_in_script("Sad", "Nope"), 0u);
  EXPECT_EQ(count_in_script("Sad", ""), 0u);
}

}  // namespace
}  // namespace sluice
