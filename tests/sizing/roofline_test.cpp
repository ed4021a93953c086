#include "sizing/roofline.h"

#include <gtest/gtest.h>

#include "sizing/printed.h"

namespace sluice::sizing {
namespace {

TEST(Ridge, AgreesWithTheWorkedExamples) {
  EXPECT_TRUE(prints_as(ridge(989e12, 3.35e12), "295.2238806"));    // H100 SXM
  EXPECT_TRUE(prints_as(ridge(312e12, 2.039e12), "153.0161844"));   // A100 80 GB SXM
  EXPECT_TRUE(prints_as(ridge(989e12, 4.8e12), "206.0416667"));     // H200
  EXPECT_TRUE(prints_as(ridge(2250e12, 8e12), "281.25"));           // B200
  EXPECT_TRUE(prints_as(ridge(1307.4e12, 5.3e12), "246.6792453"));  // MI300X
  EXPECT_TRUE(prints_as(ridge(197e12, 0.819e12), "240.5372405"));   // TPU v5e
  EXPECT_TRUE(prints_as(ridge(459e12, 2.765e12), "166.0036166"));   // TPU v5p
  EXPECT_TRUE(prints_as(ridge(362e12, 0.864e12), "419.0"));         // L40S
}

TEST(Attainable, BendsAtTheRidge) {
  EXPECT_DOUBLE_EQ(attainable(989e12, 3.35e12, 100), 335e12);
  EXPECT_DOUBLE_EQ(attainable(989e12, 3.35e12, 300), 989e12);
}

TEST(MatmulIntensity, IsAboutTheBatchWhereTheWeightsAreLarge) {
  EXPECT_DOUBLE_EQ(matmul_intensity(8, 16, 32, 2), 8 * 16 * 32 / (8.0 * 16 + 16 * 32 + 8 * 32));
  EXPECT_NEAR(matmul_intensity(16, 8192, 8192, 2), 16, 0.1);
  EXPECT_DOUBLE_EQ(matmul_intensity(64, 512, 512, 1), 2 * matmul_intensity(64, 512, 512, 2));
}

TEST(ScoreMatrix, DwarfsTheResidualStream) {
  EXPECT_EQ(score_matrix_bytes(4, 12, 1024, 2), 100'663'296);
  EXPECT_EQ(residual_bytes(4, 1024, 768, 2), 6'291'456);
  EXPECT_EQ(score_matrix_bytes(1, 32, 8192, 2), 4.0 * (1 << 30));
  EXPECT_EQ(residual_bytes(1, 8192, 4096, 2), 64.0 * (1 << 20));
}

}  // namespace
}  // namespace sluice::sizing
