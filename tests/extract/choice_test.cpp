// The choice of blocks against all choices there are.

#include "extract/choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace sluice::extract {
namespace {

Block words(uint32_t count) {
  Block block{};
  block.words = count;
  block.bytes = block.characters = 5 * count;
  return block;
}

// The formula of choice.h for the blocks whose bits are set.
double expected_f(const Blocks& blocks, const std::vector<uint32_t>& likely, double b,
                  uint32_t set) {
  double kept = 0;
  double kept_words = 0;
  double all = 0;
  for (size_t i = 0; i < likely.size(); ++i) {
    const double p = static_cast<double>(likely[i]) / kCertain;
    const double w = weight_of(blocks.all[i]);
    all += p * w;
    if ((set >> i & 1) == 0) continue;
    kept += p * w;
    kept_words += w;
  }
  return kept == 0 ? 0 : (1 + b * b) * kept / (kept_words + b * b * all);
}

uint32_t kept_by(const Choice& choice, const std::vector<uint32_t>& likely) {
  uint32_t set = 0;
  for (size_t i = 0; i < likely.size(); ++i) {
    if (likely[i] >= choice.threshold) set |= uint32_t{1} << i;
  }
  return set;
}

struct Random {
  Blocks blocks;
  std::vector<uint32_t> likely;

  explicit Random(std::mt19937_64& random) {
    const size_t count = 1 + random() % 9;
    for (size_t i = 0; i < count; ++i) {
      blocks.all.push_back(words(static_cast<uint32_t>(1 + random() % 40)));
      likely.push_back(static_cast<uint32_t>(random() % kCertain));
    }
  }
};

// Classes are 1/256 wide, so blocks within one may be kept with or without need: the F-measure
// lost is below that width.
TEST(Choice, NoSetOfBlocksHasABetterExpectedF) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 2000; ++round) {
    const Random page(random);
    for (const uint32_t beta : {50, 100, 150}) {
      const Choice choice = choose(page.blocks, page.likely, {.beta_percent = beta, .least = 0});
      double best = 0;
      for (uint32_t set = 1; set < uint32_t{1} << page.likely.size(); ++set) {
        best = std::max(best, expected_f(page.blocks, page.likely, beta / 100.0, set));
      }
      const double f =
          expected_f(page.blocks, page.likely, beta / 100.0, kept_by(choice, page.likely));
      ASSERT_GE(f, best - 1.0 / 256);
      ASSERT_NEAR(f, static_cast<double>(choice.expected) / kCertain, 1e-4);
    }
  }
}

TEST(Choice, ProfilesThatWeighRecallMoreKeepNoLess) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 20'000; ++round) {
    const Random page(random);
    uint32_t before = kCertain;
    for (const Aim& aim : {kPreciseAim, kBalancedAim, kCompleteAim}) {
      const Choice choice = choose(page.blocks, page.likely, aim);
      ASSERT_LE(choice.threshold, before);
      before = choice.threshold;
    }
  }
}

// So many words that classes differ by less than one step of `expected`.
TEST(Choice, ProfilesStayNestedOnHugePages) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 20'000; ++round) {
    Blocks blocks;
    blocks.all = {words(100'000'000), words(1 + static_cast<uint32_t>(random() % 2000)),
                  words(1 + static_cast<uint32_t>(random() % 2000))};
    std::vector<uint32_t> likely = {60'000};
    for (int i = 0; i < 2; ++i) likely.push_back(static_cast<uint32_t>(random() % 50'000));
    uint32_t before = kCertain;
    for (const uint32_t beta : {50, 85, 100, 150, 200}) {
      const Choice choice = choose(blocks, likely, {.beta_percent = beta, .least = 0});
      ASSERT_LE(choice.threshold, before) << beta;
      before = choice.threshold;
    }
  }
}

TEST(Choice, BlocksBelowTheLeastAreNeverKept) {
  Blocks blocks;
  blocks.all = {words(50), words(30)};
  const std::vector<uint32_t> likely = {kCertain / 10, kCertain / 11};
  EXPECT_EQ(kept_by(choose(blocks, likely, {.beta_percent = 100, .least = 0}), likely), 3u);
  EXPECT_EQ(
      kept_by(choose(blocks, likely, {.beta_percent = 100, .least = kCertain * 95 / 1000}), likely),
      1u);
  EXPECT_EQ(kept_by(choose(blocks, likely, {.beta_percent = 100, .least = kCertain / 5}), likely),
            0u);
}

TEST(Choice, NothingIsKeptOfPagesWithoutBlocksOrHope) {
  const Choice of_none = choose({}, {}, kBalancedAim);
  EXPECT_EQ(of_none.threshold, kCertain);
  EXPECT_EQ(of_none.expected, 0u);
  Blocks blocks;
  blocks.all = {words(9), words(0)};
  const Choice hopeless = choose(blocks, std::vector<uint32_t>{0, 0}, kCompleteAim);
  EXPECT_EQ(hopeless.threshold, kCertain);
  EXPECT_EQ(hopeless.expected, 0u);
}

// A sentence of Chinese is one stretch without white space, and no single word.
TEST(Choice, ScriptsWithoutSpacesWeighByCharacters) {
  Block block{};
  block.words = 1;
  block.characters = 40;
  block.bytes = 120;
  EXPECT_EQ(weight_of(block), 40u);
  block = words(12);
  EXPECT_EQ(weight_of(block), 12u);
  // Two-byte letters with spaces: by half their characters at most, where words are fewer.
  block.words = 10;
  block.characters = 60;
  block.bytes = 120;
  EXPECT_EQ(weight_of(block), 30u);
}

}  // namespace
}  // namespace sluice::extract
