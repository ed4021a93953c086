#include "mix/quotas.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"
#include "complaint.h"
#include "sanitized.h"

namespace sluice::mix {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

__extension__ typedef unsigned __int128 Wide;
using Numbers = std::vector<uint64_t>;

constexpr uint64_t kMostTokens = uint64_t{1} << 53;

Wide sum(const Numbers& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), Wide{0});
}

std::vector<double> scaled(const Numbers& weights, double factor) {
  std::vector<double> result;
  for (const uint64_t weight : weights) result.push_back(static_cast<double>(weight) * factor);
  return result;
}

// Whole weights of all magnitudes, some of them zero.
Numbers random_weights(size_t count, std::mt19937_64& random) {
  Numbers weights;
  for (size_t i = 0; i < count; ++i) {
    weights.push_back(random() % 8 == 0 ? 0 : random() >> (random() % 20 + 32));
  }
  weights[random() % count] += 1;
  return weights;
}

// The definition, in whole numbers: all are rounded down but those of the largest remainders.
void expect_largest_remainders(uint64_t total, const Numbers& weights, const Numbers& shares) {
  ASSERT_EQ(shares.size(), weights.size());
  const Wide all = sum(weights);
  ASSERT_TRUE(sum(shares) == total);
  Wide most_of_others = 0;
  Wide least_of_raised = all;
  for (size_t i = 0; i < weights.size(); ++i) {
    const Wide product = Wide{total} * weights[i];
    const Wide remainder = product % all;
    const auto floor = static_cast<uint64_t>(product / all);
    ASSERT_TRUE(shares[i] == floor || shares[i] == floor + 1) << i << ": " << shares[i];
    if (shares[i] == floor) {
      most_of_others = std::max(most_of_others, remainder);
    } else {
      ASSERT_TRUE(remainder > most_of_others) << i;  // the first of equal ones
      least_of_raised = std::min(least_of_raised, remainder);
    }
  }
  EXPECT_TRUE(least_of_raised >= most_of_others);
}

TEST(LargestRemainders, AreThoseOfTheDefinition) {
  std::mt19937_64 random(1);
  for (uint64_t round = 0; round < rounds_of(2000); ++round) {
    const Numbers weights = random_weights(random() % 40 + 1, random);
    const uint64_t total = (random() & (kMostTokens - 1)) >> (random() % 50);
    expect_largest_remainders(total, weights, largest_remainders(total, scaled(weights, 1)));
  }
}

TEST(LargestRemainders, AreExactForManySourcesAndTokens) {
  std::mt19937_64 random(2);
  for (const size_t sources : {300, 65'535}) {
    for (const uint64_t total :
         {uint64_t{1}, uint64_t{sources} + 1, kMostTokens - 1, kMostTokens}) {
      const Numbers weights = random_weights(sources, random);
      expect_largest_remainders(total, weights, largest_remainders(total, scaled(weights, 1)));
    }
  }
}

TEST(LargestRemainders, WeightsMaySumToAnything) {
  std::mt19937_64 random(3);
  for (uint64_t round = 0; round < 200; ++round) {
    const Numbers weights = random_weights(random() % 40 + 1, random);
    const uint64_t total = random() >> 11;
    const Numbers expected = largest_remainders(total, scaled(weights, 1));
    for (const int power : {-1070, -60, -1, 1, 60, 980}) {
      EXPECT_EQ(largest_remainders(total, scaled(weights, std::ldexp(1, power))), expected)
          << power;
    }
  }
}

TEST(LargestRemainders, TheFirstOfEqualOnesGetMore) {
  EXPECT_THAT(largest_remainders(5, {1, 1, 1}), ElementsAre(2, 2, 1));
  EXPECT_THAT(largest_remainders(5, {0.3, 0, 0.3, 0.3}), ElementsAre(2, 0, 2, 1));
  EXPECT_THAT(largest_remainders(10, {0.1, 0.2, 0.3, 0.4}), ElementsAre(1, 2, 3, 4));
}

TEST(LargestRemainders, NothingIsSharedOutWithoutWeights) {
  EXPECT_THAT(largest_remainders(5, {0, 0}), ElementsAre(0, 0));
  EXPECT_THAT(largest_remainders(5, {}), ElementsAre());
  EXPECT_THAT(largest_remainders(0, {1, 2}), ElementsAre(0, 0));
  // A weight that is nothing beside another one.
  EXPECT_THAT(largest_remainders(kMostTokens, {1e-300, 1e300}), ElementsAre(0, kMostTokens));
}

// The greatest level at which all sources, filled up to it or to their most, have no more than the
// total: by trying.
uint64_t water_level(uint64_t total, const Numbers& most) {
  uint64_t low = 0;
  uint64_t high = uint64_t{1} << 62;
  while (low < high) {
    const uint64_t level = low + (high - low + 1) / 2;
    Wide filled = 0;
    for (const uint64_t one : most) filled += std::min(one, level);
    if (filled <= total) {
      low = level;
    } else {
      high = level - 1;
    }
  }
  return low;
}

TEST(UniMax, FillsUpToOneLevel) {
  std::mt19937_64 random(4);
  for (uint64_t round = 0; round < rounds_of(2000); ++round) {
    Numbers most;
    for (size_t i = random() % 60 + 1; i > 0; --i) most.push_back(random() >> (random() % 40 + 12));
    if (random() % 4 == 0) most.push_back(0);
    const uint64_t total = random() >> (random() % 40 + 11);
    const Numbers shares = unimax(total, most);
    ASSERT_EQ(shares.size(), most.size());
    ASSERT_TRUE(sum(shares) == std::min(Wide{total}, sum(most)));
    const uint64_t level = water_level(total, most);
    for (size_t i = 0; i < most.size(); ++i) {
      ASSERT_GE(shares[i], std::min(most[i], level));
      ASSERT_LE(shares[i], std::min(most[i], level + 1));
    }
  }
  EXPECT_THAT(unimax(10, {}), ElementsAre());
}

// A plan of sources a, b, … that hold so many tokens each.
struct Sources {
  MixPlan plan;
  std::vector<Amount> amounts;

  explicit Sources(const Numbers& tokens, Shares shares = Shares::weights) {
    plan.shares = shares;
    for (const uint64_t one : tokens) {
      SourcePlan source;
      source.name = "s" + std::to_string(plan.sources.size());
      plan.sources.push_back(source);
      amounts.push_back({.documents = 1, .tokens = one, .epoch_tokens = one});
    }
  }
  Numbers quotas() const {
    Numbers tokens;
    for (const Quota& quota : share_out(plan, amounts)) tokens.push_back(quota.tokens);
    return tokens;
  }
  std::string refusal() const {
    return complaint_of<CheckError>([&] { share_out(plan, amounts); });
  }
  uint64_t most(size_t i) const {
    const double tokens = static_cast<double>(amounts[i].epoch_tokens);
    return static_cast<uint64_t>(std::floor(plan.sources[i].epochs * tokens));
  }
};

TEST(ShareOut, QuotasAreWholeEpochsAndARest) {
  Sources sources({100, 30, 7});
  sources.plan.tokens = 160;
  sources.plan.sources[0].weight = 0.5;
  sources.plan.sources[1].weight = 0.375;
  sources.plan.sources[2].weight = 0.125;
  const std::vector<Quota> quotas = share_out(sources.plan, sources.amounts);
  EXPECT_THAT(sources.quotas(), ElementsAre(80, 60, 20));
  EXPECT_EQ(quotas[0].epochs, 0);
  EXPECT_EQ(quotas[0].rest, 80);
  EXPECT_EQ(quotas[1].epochs, 2);
  EXPECT_EQ(quotas[1].rest, 0);
  EXPECT_EQ(quotas[2].epochs, 2);
  EXPECT_EQ(quotas[2].rest, 6);
}

TEST(ShareOut, TakesEverySourceAsItIsWhereNoTotalIsAskedFor) {
  Sources sources({100, 30, 0, 50}, Shares::proportional);
  sources.plan.sources[1].tokens = 45;
  sources.plan.sources[3].epochs = 0.5;
  EXPECT_THAT(sources.quotas(), ElementsAre(100, 45, 0, 25));
}

TEST(ShareOut, SourcesThatNameTokensComeOutOfTheTotal) {
  Sources sources({1000, 1000, 1000});
  sources.plan.tokens = 100;
  sources.plan.sources[0].tokens = 40;
  sources.plan.sources[1].weight = 1;
  sources.plan.sources[2].weight = 2;
  EXPECT_THAT(sources.quotas(), ElementsAre(40, 20, 40));
  sources.plan.sources[0].tokens = 101;
  EXPECT_THAT(sources.refusal(), HasSubstr("own tokens are 101, more than the mix's 100"));
  sources.plan.sources[0].tokens = 40;
  sources.plan.sources[1].weight = sources.plan.sources[2].weight = 0;
  EXPECT_THAT(sources.refusal(), HasSubstr("name 40, and none has a share of the rest"));
}

TEST(ShareOut, TemperatureLiesBetweenProportionAndEquality) {
  const Numbers tokens = {1'000'000, 250'000, 10'000};
  Sources sources(tokens, Shares::temperature);
  for (SourcePlan& source : sources.plan.sources) source.epochs = 100;
  sources.plan.tokens = 900'000;
  sources.plan.alpha = 0;
  EXPECT_THAT(sources.quotas(), ElementsAre(300'000, 300'000, 300'000));
  sources.plan.alpha = 1;
  const Numbers proportional = sources.quotas();
  const double all = 1'260'000;
  for (size_t i = 0; i < tokens.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(proportional[i]),
                900'000 * static_cast<double>(tokens[i]) / all, 1);
  }
  sources.plan.alpha = 0.5;  // as 10 : 5 : 1
  EXPECT_THAT(sources.quotas(), ElementsAre(562'500, 281'250, 56'250));
}

TEST(ShareOut, TemperatureGivesNothingToASourceOfNothing) {
  Sources sources({100, 0}, Shares::temperature);
  sources.plan.alpha = 0;
  sources.plan.tokens = 100;
  EXPECT_THAT(sources.quotas(), ElementsAre(100, 0));
}

TEST(ShareOut, UniMaxGivesWhatCapsLeaveToTheOthers) {
  Sources sources({1000, 10, 1000}, Shares::unimax);
  sources.plan.tokens = 1000;
  EXPECT_THAT(sources.quotas(), ElementsAre(480, 40, 480));
  sources.plan.sources[0].tokens = 700;
  EXPECT_THAT(sources.quotas(), ElementsAre(700, 40, 260));
  sources.plan.tokens = 9000;
  EXPECT_THAT(sources.refusal(), HasSubstr("have 4,740 in all their epochs"));
}

TEST(ShareOut, RefusesWhatEpochsForbidAndSaysWhatWouldDo) {
  Sources sources({100, 1000});
  sources.plan.tokens = 1000;
  sources.plan.sources[0].weight = 0.5;
  sources.plan.sources[1].weight = 0.5;
  EXPECT_EQ(sources.refusal(),
            "the plan takes more of some sources than their epochs allow:\n"
            "  s0: 500 of 100 tokens; would be read 5.00 times, at most 4\n"
            "with the same shares the largest mix has tokens = 800\n"
            "with the same tokens the nearest shares are, in tokens:\n"
            "  s0: 400\n"
            "  s1: 600");
}

TEST(ShareOut, NoTotalHelpsWhereASourceNamesTooMuch) {
  Sources sources({100, 1000});
  sources.plan.tokens = 1000;
  sources.plan.sources[0].tokens = 500;
  sources.plan.sources[1].weight = 1;
  EXPECT_THAT(sources.refusal(),
              AllOf(HasSubstr("s0: 500 of 100 tokens"), Not(HasSubstr("largest mix")),
                    HasSubstr("\n  s0: 400\n  s1: 600")));
  sources.plan.tokens.reset();
  sources.plan.sources[1].weight.reset();
  EXPECT_THAT(sources.refusal(),
              AllOf(HasSubstr("s0: 500 of 100 tokens"), Not(HasSubstr("largest mix"))));
}

TEST(ShareOut, NoTotalHelpsWhereASourceHasNothing) {
  Sources sources({100, 0});
  sources.plan.tokens = 300;
  for (SourcePlan& source : sources.plan.sources) source.weight = 1;
  EXPECT_THAT(sources.refusal(),
              AllOf(HasSubstr("s1: 150 of 0 tokens; has no tokens"), Not(HasSubstr("largest mix")),
                    HasSubstr("\n  s0: 300\n  s1: 0")));
}

TEST(ShareOut, SourcesWithoutAShareHelpNoOther) {
  Sources sources({100, 1'000'000});
  sources.plan.tokens = 1000;
  sources.plan.sources[0].weight = 1;
  sources.plan.sources[1].weight = 0;
  EXPECT_THAT(sources.refusal(), HasSubstr("all sources with a share together have 400 tokens"));
}

TEST(ShareOut, NamesFiveOfManySources) {
  Sources sources(Numbers(300, 1));
  sources.plan.tokens = 3000;
  for (SourcePlan& source : sources.plan.sources) source.weight = 1;
  EXPECT_THAT(sources.refusal(),
              AllOf(HasSubstr("\n  s4: "), Not(HasSubstr("\n  s5: ")),
                    HasSubstr("\n  and 295 more\n"), HasSubstr("tokens = 1200")));
}

// Adding up what is named must not come round to a small number.
TEST(ShareOut, NamedTokensOfManySourcesDoNotOverflow) {
  Sources sources(Numbers(2048, 100));
  sources.plan.tokens = 100;
  for (SourcePlan& source : sources.plan.sources) source.tokens = kMostTokens;
  EXPECT_THAT(sources.refusal(), HasSubstr("over 9,007,199,254,740,992, more than any mix has"));
}

// The number behind `label` in a refusal; 0 if it is not there.
uint64_t number_behind(const std::string& text, const std::string& label) {
  const size_t at = text.find(label);
  return at == std::string::npos ? 0 : std::stoull(text.substr(at + label.size()));
}

Sources random_sources(std::mt19937_64& random) {
  Numbers tokens;
  for (size_t i = random() % 8 + 1; i > 0; --i)
    tokens.push_back((random() >> (random() % 30 + 30)) + 1);
  constexpr Shares kAll[] = {Shares::weights, Shares::proportional, Shares::temperature};
  Sources sources(tokens, kAll[random() % 3]);
  sources.plan.tokens = random() % (4 * static_cast<uint64_t>(sum(tokens)) + 1) + 1;
  for (SourcePlan& source : sources.plan.sources) {
    source.epochs = static_cast<double>(random() % 16 + 1) / 4;
    if (sources.plan.shares == Shares::weights) source.weight = static_cast<double>(random() % 100);
  }
  return sources;
}

// What a refusal proposes is possible: the total, and one more is not; and the shares.
TEST(ShareOut, ProposesPlansThatArePossible) {
  std::mt19937_64 random(5);
  int refused = 0;
  int spread = 0;
  for (uint64_t round = 0; round < rounds_of(3000); ++round) {
    Sources sources = random_sources(random);
    const std::string refusal = sources.refusal();
    if (refusal.empty()) {
      const Numbers quotas = sources.quotas();
      ASSERT_TRUE(sum(quotas) == *sources.plan.tokens);
      for (size_t i = 0; i < quotas.size(); ++i) ASSERT_LE(quotas[i], sources.most(i));
      continue;
    }
    if (refusal.find("epochs allow") == std::string::npos) continue;  // nothing has a share
    ++refused;
    Sources smaller = sources;
    if (const uint64_t tokens = number_behind(refusal, "largest mix has tokens = ")) {
      ASSERT_LT(tokens, *sources.plan.tokens);
      smaller.plan.tokens = tokens;
      ASSERT_EQ(smaller.refusal(), "") << refusal;
      smaller.plan.tokens = tokens + 1;
      ASSERT_NE(smaller.refusal(), "") << refusal;
    }
    if (refusal.find("nearest shares") == std::string::npos) continue;
    ++spread;
    Sources boundless = sources;  // tells the quotas that were refused
    for (SourcePlan& source : boundless.plan.sources) source.epochs = 1e15;
    const Numbers quotas = boundless.quotas();
    for (size_t i = 0; i < quotas.size(); ++i) {
      const std::string proposed = refusal.substr(refusal.find("nearest shares"));
      const std::string label = "\n  " + sources.plan.sources[i].name + ": ";
      const bool named = proposed.find(label) != std::string::npos;
      sources.plan.sources[i].weight.reset();
      sources.plan.sources[i].tokens = named ? number_behind(proposed, label) : quotas[i];
    }
    ASSERT_EQ(sources.refusal(), "") << refusal;
    ASSERT_TRUE(sum(sources.quotas()) == *sources.plan.tokens);
  }
  EXPECT_GT(refused, 20);
  EXPECT_GT(spread, 10);
}

}  // namespace
}  // namespace sluice::mix
