// docs/extract.md promises that all numbers that decide stand there; what can be held to it, is.

#include <gtest/gtest.h>

#include <string>

#include "base/format.h"
#include "extract/choice.h"
#include "extract/features.h"
#include "extract/support.h"

namespace sluice::extract {
namespace {

TEST(Documentation, TellsEveryFeatureAndItsMeaning) {
  const std::string text = test::read_file("docs/extract.md");
  for (size_t f = 0; f < kFeatures; ++f) {
    const auto feature = static_cast<Feature>(f);
    const std::string row =
        "| `" + std::string(name_of(feature)) + "` | " + std::string(meaning_of(feature)) + " |\n";
    EXPECT_NE(text.find(row), std::string::npos) << "docs/extract.md lacks: " << row;
  }
  // No more rows than there are features, and their number in words.
  const size_t begin = text.find("\n## Features\n");
  const size_t end = text.find("\nNumbers in them:\n");
  ASSERT_NE(end, std::string::npos);
  size_t rows = 0;
  for (size_t at = text.find("\n| `", begin); at < end; at = text.find("\n| `", at + 1)) ++rows;
  EXPECT_EQ(rows, kFeatures);
  EXPECT_NE(text.find("by " + std::to_string(kFeatures) + " numbers"), std::string::npos);
}

TEST(Documentation, TellsTheProfilesNumbers) {
  const std::string text = test::read_file("docs/extract.md");
  for (const auto& [name, aim] :
       {std::pair("precision", kPreciseAim), std::pair("balanced", kBalancedAim),
        std::pair("recall", kCompleteAim)}) {
    const std::string row = "| `" + std::string(name) + "` | " +
                            fixed(aim.beta_percent / 100.0, 2) + " | " +
                            fixed(static_cast<double>(aim.least) / kCertain, 2) + " |";
    EXPECT_NE(text.find(row), std::string::npos) << "docs/extract.md lacks: " << row;
  }
}

}  // namespace
}  // namespace sluice::extract
