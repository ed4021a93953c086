#include "sizing/placement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sizing/shapes.h"

namespace sluice::sizing {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

auto refuses(const char* words) {
  return AllOf(Field(&Finding::refuses, true), Field(&Finding::text, HasSubstr(words)));
}
auto advises(const char* words) {
  return AllOf(Field(&Finding::refuses, false), Field(&Finding::text, HasSubstr(words)));
}

TEST(JudgePlacement, HasNothingAgainstThePlanOfThePaper) {
  EXPECT_THAT(
      judge_placement({.gpus = 16'384, .tensor = 8, .pipeline = 16, .data = 128, .node = 8}),
      IsEmpty());
  EXPECT_THAT(
      judge_placement(
          {.gpus = 512, .tensor = 8, .pipeline = 4, .data = 16, .node = 8, .microbatches = 64},
          llama3_70b()),
      IsEmpty());
}

TEST(JudgePlacement, RefusesDegreesThatAreNotTheCluster) {
  EXPECT_THAT(judge_placement({.gpus = 64, .tensor = 8, .data = 4, .node = 8}),
              ElementsAre(refuses("is 32 GPUs, and the cluster has 64")));
  constexpr uint64_t kHuge = uint64_t{1} << 63;
  EXPECT_THAT(judge_placement({.gpus = 0, .tensor = kHuge, .data = kHuge, .node = kHuge}),
              ElementsAre(refuses("and the cluster has 0")));
}

TEST(JudgePlacement, WarnsOfTensorParallelismAcrossNodes) {
  EXPECT_THAT(judge_placement({.gpus = 64, .tensor = 16, .data = 4, .node = 8}),
              ElementsAre(advises("16 reaches across nodes of 8")));
}

TEST(JudgePlacement, WarnsOfALargeBubble) {
  const Placement placement{.gpus = 16, .pipeline = 16, .node = 8, .microbatches = 32};
  EXPECT_THAT(judge_placement(placement), ElementsAre(advises("idles 32 % of the step")));
}

TEST(JudgePlacement, LooksAtHeadsAndLayers) {
  const auto of = [](uint64_t tensor, uint64_t pipeline) {
    return judge_placement(
        {.gpus = tensor * pipeline, .tensor = tensor, .pipeline = pipeline, .node = 1024},
        llama3_8b());
  };
  EXPECT_THAT(of(8, 4), IsEmpty());
  EXPECT_THAT(of(16, 1), ElementsAre(advises("8 heads of keys and values")));
  EXPECT_THAT(of(3, 1), ElementsAre(refuses("does not divide 32 heads"), advises("held twice")));
  EXPECT_THAT(of(1, 5), ElementsAre(advises("5 stages do not divide 32 layers")));
  EXPECT_THAT(of(1, 33), ElementsAre(refuses("33 stages has only 32 layers")));
}

}  // namespace
}  // namespace sluice::sizing
