#include "io/shard_pattern.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/error.h"

namespace sluice::io {
namespace {

TEST(ShardPattern, NamesAndKnowsItsFiles) {
  for (const std::string folder : {"", "out/", "/a/b/", "./"}) {
    const ShardPattern pattern(folder + "part-{}.jsonl");
    EXPECT_EQ(pattern.path(7), folder + "part-00007.jsonl");
    for (const uint64_t number :
         {uint64_t{0}, uint64_t{99'999}, uint64_t{100'000}, std::numeric_limits<uint64_t>::max()}) {
      EXPECT_EQ(pattern.number_of(pattern.path(number).substr(folder.size())), number);
    }
  }
  EXPECT_EQ(ShardPattern("{}").path(123'456), "123456");
  EXPECT_EQ(ShardPattern("{}").folder(), ".");
  EXPECT_EQ(ShardPattern("/a/{}").folder(), "/a");
}

TEST(ShardPattern, KnowsNoOtherFiles) {
  const ShardPattern pattern("out/part-{}.jsonl");
  for (const char* name :
       {"", "part-.jsonl", "part-7.jsonl", "part-000007.jsonl", "part-{}.jsonl", "part-0000x.jsonl",
        "part--0007.jsonl", "part-00007.jsonl.zst", "apart-00007.jsonl", "out/part-00007.jsonl",
        "part-99999999999999999999999.jsonl"}) {
    EXPECT_EQ(pattern.number_of(name), std::nullopt) << name;
  }
  EXPECT_EQ(ShardPattern("0{}0").number_of("00"), std::nullopt);
}

// A name with a second {} would be literal in one place and a number in the other, and files in
// numbered folders would not be found again as leftovers.
TEST(ShardPattern, TakesOneNumberInTheFilesName) {
  for (const char* bad : {"", "-", "part.jsonl", "part-{.jsonl", "{}/part.jsonl",
                          "{}/part-{}.jsonl", "part-{}-{}.jsonl", "part-{}/"}) {
    EXPECT_FALSE(ShardPattern::fits(bad)) << bad;
    EXPECT_THROW(ShardPattern{bad}, ConfigError) << bad;
  }
  EXPECT_TRUE(ShardPattern::fits("a/part-{}.jsonl"));
}

}  // namespace
}  // namespace sluice::io
