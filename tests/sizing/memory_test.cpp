#include "sizing/memory.h"

#include <gtest/gtest.h>

#include <array>

#include "sizing/printed.h"

namespace sluice::sizing {
namespace {

constexpr std::array kStages = {ZeroStage::none, ZeroStage::optimizer, ZeroStage::gradients,
                                ZeroStage::weights};

TEST(StateBytes, AddUpAsTheRecipesSay) {
  EXPECT_EQ(kMixedPrecision.total(), 16);
  EXPECT_EQ(kMixedPrecision.optimizer(), 12);
  EXPECT_EQ(kGradients32.total(), 18);
  EXPECT_EQ(kAdam8Bit.total(), 10);
  EXPECT_EQ(kMoments16.total(), 12);
  EXPECT_EQ(kPure16.total(), 8);
}

TEST(StateBytes, OfWholeModelsAgreeWithTheWorkedExamples) {
  const auto whole = [](double parameters) {
    return state_bytes(parameters, kMixedPrecision, ZeroStage::none, 1);
  };
  EXPECT_EQ(whole(7e9), 112e9);
  EXPECT_EQ(whole(7.5e9), 120e9);
  EXPECT_TRUE(prints_as(whole(8'030'261'248) / 1e9, "128.484179968"));
}

struct Shared {
  double parameters;
  double gpus;
  std::array<const char*, 4> gigabytes;
};

TEST(StateBytes, PerDeviceAgreeWithTheWorkedExamplesOfZero) {
  const std::array examples = {
      Shared{7.5e9, 64, {"120", "31.40625", "16.640625", "1.875"}},
      Shared{7.5e9, 8, {"120", "41.25", "28.125", "15"}},
      Shared{8'030'261'248, 8, {"128.484179968", "44.166436864", "30.11347968", "16.060522496"}},
      Shared{6'738'415'616, 64, {"107.814649856", "28.217115392", "14.950859648", "1.684603904"}},
  };
  for (const Shared& example : examples) {
    for (size_t i = 0; i < kStages.size(); ++i) {
      const double bytes =
          state_bytes(example.parameters, kMixedPrecision, kStages[i], example.gpus);
      EXPECT_TRUE(prints_as(bytes / 1e9, example.gigabytes[i]));
    }
  }
}

// Megatron-LM's distributed optimizer: 6 + 12/n with gradients in 32 bits.
TEST(StateBytes, WithGradientsIn32BitsAgreeWithMegatron) {
  EXPECT_TRUE(prints_as(state_bytes(6'738'415'616, kGradients32, ZeroStage::optimizer, 64) / 1e9,
                        "41.694"));
}

TEST(StateBytes, NeverGrowWithTheStage) {
  for (const double gpus : {1, 2, 8, 1000}) {
    for (size_t i = 1; i < kStages.size(); ++i) {
      EXPECT_LE(state_bytes(1e9, kMixedPrecision, kStages[i], gpus),
                state_bytes(1e9, kMixedPrecision, kStages[i - 1], gpus));
    }
  }
}

TEST(RelativeTraffic, RisesByHalfWhereWeightsAreSplit) {
  EXPECT_EQ(relative_traffic(ZeroStage::none), 1);
  EXPECT_EQ(relative_traffic(ZeroStage::gradients), 1);
  EXPECT_EQ(relative_traffic(ZeroStage::weights), 1.5);
}

TEST(CheckpointBytes, AreFourteenAParameter) {
  EXPECT_TRUE(prints_as(checkpoint_bytes(8'030'261'248) / 1e9, "112.42"));
  EXPECT_TRUE(prints_as(checkpoint_bytes(405'853'388'800) / 1e12, "5.682"));
}

}  // namespace
}  // namespace sluice::sizing
