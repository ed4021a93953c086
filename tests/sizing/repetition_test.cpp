#include "sizing/repetition.h"

#include <gtest/gtest.h>

#include "sizing/printed.h"

namespace sluice::sizing {
namespace {

TEST(EffectiveTokens, AgreesWithTheWorkedExamples) {
  EXPECT_EQ(effective_tokens(100e9, 100e9), 100e9);
  EXPECT_TRUE(prints_as(effective_tokens(100e9, 400e9), "372,567,312,306.13"));
  EXPECT_TRUE(prints_as(effective_tokens(100e9, 400e9) / 400e9, "0.931418281"));
  EXPECT_TRUE(prints_as(effective_tokens(100e9, 1600e9), "1,058,245,698,267.08"));
  EXPECT_TRUE(prints_as(effective_tokens(100e9, 1600e9) / 1600e9, "0.661403561"));
  EXPECT_TRUE(prints_as(effective_tokens(100e9, 1e17), "1,638,775,600,000"));
}

TEST(EffectiveTokens, CountsNoMoreUniqueTokensThanProcessed) {
  EXPECT_EQ(effective_tokens(500e9, 100e9), 100e9);
}

TEST(EffectiveTokens, GrowWithTokensAndWithUniqueOnes) {
  double before = 0;
  for (double epochs = 1; epochs < 200; epochs *= 1.5) {
    const double worth = effective_tokens(1e9, epochs * 1e9);
    EXPECT_GT(worth, before);
    EXPECT_LE(worth, epochs * 1e9);
    EXPECT_GT(effective_tokens(2e9, 2 * epochs * 1e9), worth);
    before = worth;
  }
}

TEST(EffectiveParameters, CountInFullUpToWhatTheDataFeeds) {
  EXPECT_TRUE(prints_as(parameters_for_unique(1e10), "509,865,177"));
  const double fed = parameters_for_unique(55e9);
  EXPECT_EQ(effective_parameters(fed / 2, 55e9), fed / 2);
  EXPECT_LT(effective_parameters(2 * fed, 55e9), 2 * fed);
  EXPECT_LT(effective_parameters(1e15, 55e9), 6.31 * fed);
}

TEST(LossWithRepetition, AgreesWithTheWorkedExamples) {
  EXPECT_TRUE(prints_as(loss_with_repetition(2.8e9, 55e9, 55e9), "2.354403620"));
  EXPECT_TRUE(prints_as(loss_with_repetition(2.8e9, 220e9, 55e9), "2.264379887"));
}

TEST(RepetitionPenalty, IsNothingInTheFirstEpochAndGrows) {
  EXPECT_EQ(repetition_penalty(2.8e9, 55e9, 55e9), 0);
  EXPECT_EQ(repetition_penalty(2.8e9, 55e9, 90e9), 0);
  double before = 0;
  for (double epochs = 2; epochs < 200; epochs *= 2) {
    const double penalty = repetition_penalty(2.8e9, epochs * 55e9, 55e9);
    EXPECT_GT(penalty, before);
    before = penalty;
  }
}

}  // namespace
}  // namespace sluice::sizing
