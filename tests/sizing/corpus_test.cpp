#include "sizing/corpus.h"

#include <gtest/gtest.h>

#include <array>

#include "sizing/printed.h"
#include "sizing/repetition.h"

namespace sluice::sizing {
namespace {

constexpr CrawlRate kRate{.tokens_per_byte = 0.02, .cpu_seconds_per_byte = 3e-7};

TEST(CrawlFor, IsTokensOverYield) {
  const CrawlNeed need = crawl_for(1e12, kRate);
  EXPECT_DOUBLE_EQ(need.bytes, 50e12);
  EXPECT_TRUE(prints_as(need.cpu_hours, "4,167"));
}

TEST(ExtrapolateYield, KeepsFallingByTheSameFactorADoubling) {
  EXPECT_DOUBLE_EQ(extrapolate_yield(0.8, 0.72, 2), 0.72 * 0.9);
  EXPECT_DOUBLE_EQ(extrapolate_yield(0.8, 0.72, 8), 0.72 * 0.9 * 0.9 * 0.9);
  EXPECT_DOUBLE_EQ(extrapolate_yield(0.8, 0.72, 1), 0.72);
  EXPECT_DOUBLE_EQ(extrapolate_yield(0.8, 0.72, 0.5), 0.8);
}

TEST(ExtrapolateYield, KeepsNoMoreThanThereIsAndNoLessThanItHad) {
  // Half of the input looked worse than all of it: noise, not a yield that rises.
  EXPECT_DOUBLE_EQ(extrapolate_yield(0.70, 0.72, 64), 0.72);
  EXPECT_DOUBLE_EQ(extrapolate_yield(1, 1, 1e6), 1);
  EXPECT_DOUBLE_EQ(extrapolate_yield(1, 0.7, 1.0 / 8), 1);
  // All that is added is duplicates: eight times as much has what there was.
  EXPECT_DOUBLE_EQ(extrapolate_yield(1, 0.4, 8), 0.4 / 8);
}

TEST(MixedTokens, AddUpSources) {
  const std::array sources = {MixedSource{100e9, 1, 2}, MixedSource{10e9, 0.5, 4}};
  EXPECT_EQ(mixed_tokens(sources), 220e9);
  EXPECT_EQ(mixed_tokens({}), 0);
}

TEST(Shortfall, PricesFourWaysOut) {
  const Allocation plan{7e9, 2e12};
  const Shortfall need = shortfall(kBesiroglu, plan, 500e9, kRate);
  EXPECT_EQ(need.gap, 1.5e12);
  EXPECT_EQ(need.epochs, 4);
  EXPECT_EQ(need.repeat_penalty, repetition_penalty(7e9, 2e12, 500e9));
  EXPECT_EQ(need.shrunk.parameters, 25e9);
  EXPECT_DOUBLE_EQ(need.shrunk_flops, 0.3 * 500e9 * 500e9);
  EXPECT_DOUBLE_EQ(need.crawl.bytes, 75e12);
  EXPECT_DOUBLE_EQ(need.accept_penalty, loss(kBesiroglu, {7e9, 500e9}) - loss(kBesiroglu, plan));
  // Four epochs are nearly as good as new data, and far better than stopping after one.
  EXPECT_LT(need.repeat_penalty, need.accept_penalty / 3);
}

TEST(Shortfall, IsNoneWhereThereIsEnough) {
  const Shortfall need = shortfall(kBesiroglu, {7e9, 140e9}, 500e9, kRate);
  EXPECT_EQ(need.gap, 0);
  EXPECT_EQ(need.repeat_penalty, 0);
  EXPECT_EQ(need.accept_penalty, 0);
  EXPECT_EQ(need.crawl.bytes, 0);
  EXPECT_DOUBLE_EQ(need.epochs, 0.28);
}

}  // namespace
}  // namespace sluice::sizing
