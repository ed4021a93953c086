#include "base/content_digest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>

namespace sluice {
namespace {

TEST(ContentDigest, DigestsOfLargeFilesAreOfTheirSizeTheirEndsAndWhatIsBetween) {
  constexpr size_t kSize = size_t{5} << 20;
  constexpr size_t kWhole = size_t{4} << 20;
  std::string file(kSize, 'x');
  const std::string digest = content_digest(file, kWhole);
  EXPECT_NE(digest, content_digest(file, kSize));  // of all
  EXPECT_NE(digest, content_digest(file + "x", kWhole));
  for (const size_t at : {size_t{0}, (size_t{1} << 20) - 1, kSize - (size_t{1} << 20), kSize - 1}) {
    file[at] = 'y';
    EXPECT_NE(digest, content_digest(file, kWhole)) << at;
    file[at] = 'x';
  }
  std::fill_n(file.begin() + 2'000'000, 10'000, 'y');
  EXPECT_NE(digest, content_digest(file, kWhole));
}

}  // namespace
}  // namespace sluice
