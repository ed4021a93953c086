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
