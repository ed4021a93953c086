#include "dedup/verdict.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "base/error.h"

namespace sluice::dedup {
namespace {

TEST(SketchRule, LeavesToComputationWhatIsWithinItsMargin) {
  const SketchRule rule({.threshold = 0.75, .minima = 112});
  const double error = std::sqrt(0.751 * 0.249 / 112) * 256 / 255;  // of the estimate, at 0.75
  for (uint32_t agreed = 0; agreed <= 112; ++agreed) {
    const double distance = (rule.estimate(agreed) - 0.75) / error;
    if (std::abs(std::abs(distance) - 3.5) < 0.01) continue;
    const Verdict expected = std::abs(distance) < 3.5 ? Verdict::borderline
                             : distance > 0           ? Verdict::accept
                                                      : Verdict::reject;
    if (distance < 0 && agreed == 0) continue;
    EXPECT_EQ(rule.judge(agreed), expected) << agreed;
  }
}

TEST(SketchRule, EstimatesWithoutBias) {
  const SketchRule rule({.threshold = 0.5, .minima = 112});
  EXPECT_NEAR(rule.estimate(112), 1, 1e-12);
  // What unrelated documents agree on by accident is no similarity.
  EXPECT_NEAR(rule.estimate(0), 0, 1e-12);
  std::mt19937_64 random(1);
  for (const double jaccard : {0.2, 0.6, 0.9}) {
    double sum = 0;
    const int rounds = 4'000;
    for (int round = 0; round < rounds; ++round) {
      std::vector<uint8_t> one(112), other(112);
      for (size_t at = 0; at < 112; ++at) {
        one[at] = static_cast<uint8_t>(random());
        const bool same = std::generate_canonical<double, 53>(random) < jaccard;
        other[at] = same ? one[at] : static_cast<uint8_t>(random());
      }
      sum += rule.estimate(agreeing(one, other));
    }
    EXPECT_NEAR(sum / rounds, jaccard, 4 * 0.5 / std::sqrt(112.0 * rounds));
  }
}

TEST(SketchRule, WithoutSketchesIsNeverSure) {
  const SketchRule rule({.threshold = 0.75, .minima = 0});
  EXPECT_EQ(rule.judge(agreeing({}, {})), Verdict::borderline);
}

TEST(SketchRule, AtTheEndsOfItsRangeIsStillARule) {
  const SketchRule all({.threshold = 0, .minima = 10, .margin = 0});
  EXPECT_EQ(all.judge(10), Verdict::accept);
  const SketchRule identical({.threshold = 1, .minima = 10});
  EXPECT_EQ(identical.judge(10), Verdict::borderline);  // equal sketches do not make equal texts
  EXPECT_EQ(identical.judge(9), Verdict::reject);
  EXPECT_THROW(SketchRule({.threshold = 1.5}), ConfigError);
  EXPECT_THROW(SketchRule({.margin = -1}), ConfigError);
  EXPECT_THROW(SketchRule({.threshold = std::numeric_limits<double>::quiet_NaN()}), ConfigError);
}

}  // namespace
}  // namespace sluice::dedup
