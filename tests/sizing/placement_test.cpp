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
  EXPECT_THAT(judge_placement({.gpus = 1, .tensor = kHuge, .data = kHuge, .node = kHuge}),
              ElementsAre(refuses("and the cluster has 1")));
}

TEST(JudgePlacement, RefusesTensorParallelismAcrossNodes) {
  EXPECT_THAT(judge_placement({.gpus = 64, .tensor = 16, .data = 4, .node = 8}),
              ElementsAre(refuses("16 reaches across nodes of 8")));
}

TEST(JudgePlacement, RefusesZeros) {
  EXPECT_THAT(judge_placement({.gpus = 8, .tensor = 0, .data = 8, .node = 8}, llama3_8b()),
              ElementsAre(refuses("tensor parallelism must be 1 or more")));
  EXPECT_THAT(judge_placement({.gpus = 8, .pipeline = 0, .data = 0, .context = 0, .node = 8}),
              ElementsAre(refuses("pipeline"), refuses("data"), refuses("context")));
  EXPECT_THAT(judge_placement({.gpus = 0, .data = 0, .node = 0, .chunks = 0}),
              ElementsAre(refuses("data"), refuses("0 GPUs"), refuses("node"), refuses("chunks")));
}

TEST(JudgePlacement, RefusesChunksThatCannotBeInterleaved) {
  Placement placement{.gpus = 32, .tensor = 8, .pipeline = 4, .node = 8, .microbatches = 48};
  placement.chunks = 8;
  EXPECT_THAT(judge_placement(placement, llama3_8b()), IsEmpty());
  placement.chunks = 9;
  EXPECT_THAT(judge_placement(placement, llama3_8b()),
              ElementsAre(refuses("4 stages of 9 chunks have only 32 layers")));
  placement.chunks = 2;
  placement.microbatches = 50;
  EXPECT_THAT(judge_placement(placement), ElementsAre(refuses("in multiples of the 4 stages")));
  EXPECT_THAT(judge_placement({.gpus = 8, .data = 8, .node = 8, .chunks = 2}),
              ElementsAre(refuses("this plan has one stage")));
}

TEST(JudgePlacement, CountsChunksInTheBubble) {
  const Placement placement{.gpus = 16, .pipeline = 16, .node = 8, .microbatches = 32, .chunks = 5};
  EXPECT_THAT(judge_placement(placement), IsEmpty());  // 8.6 %
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
