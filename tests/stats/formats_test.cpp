// docs/formats.md promises what the code does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "document/bad_record.h"
#include "stats/stats_file.h"

namespace sluice::stats {
namespace {

using ::testing::HasSubstr;

std::string page() {
  std::ifstream file(SLUICE_SOURCE_DIR "/docs/formats.md");
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Formats, TheExampleOfAStatsFileIsWhatWeWrite) {
  const std::string text = page();
  const size_t begin = text.find("{\n  \"schema\": \"sluice.stats/1\"");
  ASSERT_NE(begin, std::string::npos);
  const std::string example = text.substr(begin, text.find("```", begin) - begin);
  EXPECT_EQ(to_json(from_json(example, "docs/formats.md")), example);
}

TEST(Formats, EveryReasonOfABadLineIsInTheTable) {
  const std::string text = page();
  for (const BadRecordReason& reason : kBadRecordReasons) {
    EXPECT_THAT(text, HasSubstr("\n| `" + std::string(reason.name) + "` | "));
  }
}

TEST(Formats, TheTableOfBucketsIsRight) {
  const std::pair<size_t, uint64_t> cells[] = {{0, 0},   {1, 1},   {5, 2},   {7, 3},    {9, 4},
                                               {10, 5},  {11, 6},  {12, 7},  {13, 8},   {14, 10},
                                               {15, 12}, {16, 14}, {17, 16}, {41, 1024}};
  for (const auto& [bucket, from] : cells) {
    EXPECT_EQ(Lengths::bucket_of(from), bucket);
    EXPECT_EQ(Lengths::lower_edge(bucket), from);
  }
  for (const size_t empty : {2, 3, 4, 6, 8}) {
    EXPECT_EQ(Lengths::lower_edge(empty), Lengths::lower_edge(empty + 1));
  }
}

}  // namespace
}  // namespace sluice::stats
