#include "mix/order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "sanitized.h"

namespace sluice::mix {
namespace {

constexpr uint32_t kDocuments = static_cast<uint32_t>(rounds_of(100'000));

uint64_t id_of(uint32_t number) { return id_hash("doc-" + std::to_string(number)); }

std::vector<uint64_t> shuffle_keys(uint64_t seed, uint32_t epoch = 0) {
  std::vector<uint64_t> keys;
  for (uint32_t i = 0; i < kDocuments; ++i) {
    keys.push_back(shuffle_key(seed, {.epoch = epoch, .id = id_of(i)}));
  }
  return keys;
}

std::vector<uint64_t> draw_keys(uint64_t seed, uint32_t epoch = 0) {
  std::vector<uint64_t> keys;
  for (uint32_t i = 0; i < kDocuments; ++i) {
    keys.push_back(draw_key(seed, {.epoch = epoch, .id = id_of(i)}));
  }
  return keys;
}

// Chi-square of counts that should all be alike lies about its degrees of freedom, with a standard
// deviation of sqrt(2 dof); by five of them it is off once in a million.
void expect_even(const std::vector<uint64_t>& counts) {
  double all = 0;
  for (const uint64_t count : counts) all += static_cast<double>(count);
  const double expected = all / static_cast<double>(counts.size());
  double chi_square = 0;
  for (const uint64_t count : counts) {
    chi_square += std::pow(static_cast<double>(count) - expected, 2) / expected;
  }
  const double freedom = static_cast<double>(counts.size()) - 1;
  EXPECT_NEAR(chi_square, freedom, 5 * std::sqrt(2 * freedom) + 5);
}

// Where keys that are independent of each other would fall alike often: the pairs of their tenths.
void expect_independent(const std::vector<uint64_t>& one, const std::vector<uint64_t>& other) {
  std::vector<uint64_t> counts(100, 0);
  for (size_t i = 0; i < one.size(); ++i)
    ++counts[file_of(one[i], 10) * 10 + file_of(other[i], 10)];
  expect_even(counts);
}

TEST(MixOrder, FilesAreAlikeInSize) {
  const std::vector<uint64_t> keys = shuffle_keys(source_seed(1, "web"));
  for (const uint32_t files : {2, 7, 64, 1000}) {
    std::vector<uint64_t> counts(files, 0);
    for (const uint64_t key : keys) ++counts[file_of(key, files)];
    expect_even(counts);
  }
}

TEST(MixOrder, FilesFollowOneAnother) {
  std::vector<uint64_t> keys = shuffle_keys(source_seed(1, "web"));
  std::ranges::sort(keys);
  for (const uint32_t files : {1, 3, 1 << 20}) {
    EXPECT_EQ(file_of(0, files), 0);
    EXPECT_EQ(file_of(UINT64_MAX, files), files - 1);
    for (size_t i = 1; i < keys.size(); ++i) {
      ASSERT_LE(file_of(keys[i - 1], files), file_of(keys[i], files));
    }
  }
}

// Else the documents of a part of an epoch would stand together in the mix, or the second epoch
// would be like the first.
TEST(MixOrder, KeysAreIndependentOfEachOther) {
  const uint64_t seed = source_seed(1, "web");
  expect_independent(shuffle_keys(seed), draw_keys(seed));
  expect_independent(shuffle_keys(seed), shuffle_keys(seed, 1));
  expect_independent(draw_keys(seed), draw_keys(seed, 1));
  expect_independent(shuffle_keys(seed), shuffle_keys(source_seed(2, "web")));
  expect_independent(shuffle_keys(seed), shuffle_keys(source_seed(1, "wec")));
  std::vector<uint64_t> ids;
  for (uint32_t i = 0; i < kDocuments; ++i) ids.push_back(id_of(i));
  expect_independent(shuffle_keys(seed), ids);
}

TEST(MixOrder, CopiesOfADocumentAreApart) {
  const uint64_t seed = source_seed(1, "web");
  std::vector<uint64_t> first;
  std::vector<uint64_t> second;
  for (uint32_t i = 0; i < kDocuments; ++i) {
    first.push_back(shuffle_key(seed, {.copy = 0, .id = id_of(i)}));
    second.push_back(shuffle_key(seed, {.copy = 1, .id = id_of(i)}));
  }
  expect_independent(first, second);
}

// Wald and Wolfowitz: labels of n1 and n2 in random order have 1 + 2 n1 n2 / n runs on average.
TEST(MixOrder, SourcesAlternateAsByChance) {
  for (const uint64_t seed : {1, 2, 3}) {
    for (const uint32_t web : {kDocuments / 2, kDocuments / 5, kDocuments / 100}) {
      std::vector<std::pair<uint64_t, int>> mix;
      for (uint32_t i = 0; i < kDocuments; ++i) {
        const std::string name = i < web ? "web" : "books";
        mix.emplace_back(shuffle_key(source_seed(seed, name), {.id = id_of(i)}), i < web);
      }
      std::ranges::sort(mix);
      double runs = 1;
      for (size_t i = 1; i < mix.size(); ++i) runs += mix[i].second != mix[i - 1].second ? 1 : 0;
      const double n = kDocuments;
      const double product = 2.0 * web * (n - web);
      const double mean = 1 + product / n;
      const double variance = product * (product - n) / (n * n * (n - 1));
      EXPECT_LT(std::abs(runs - mean), 5 * std::sqrt(variance)) << seed << " " << web;
    }
  }
}

TEST(MixOrder, ValidationTakesItsShareOfAllDocuments) {
  for (const double share : {0.001, 0.01, 0.5}) {
    double held_out = 0;
    for (uint32_t i = 0; i < kDocuments; ++i) held_out += is_validation(id_of(i), share) ? 1 : 0;
    const double mean = kDocuments * share;
    EXPECT_LT(std::abs(held_out - mean), 5 * std::sqrt(mean * (1 - share))) << share;
  }
  for (uint32_t i = 0; i < 1000; ++i) EXPECT_FALSE(is_validation(id_of(i), 0));
}

TEST(MixOrder, ALargerValidationSplitHoldsTheSmallerOne) {
  for (uint32_t i = 0; i < kDocuments; ++i) {
    ASSERT_LE(is_validation(id_of(i), 0.01), is_validation(id_of(i), 0.02));
  }
}

// What is held out is no particular part of the order.
TEST(MixOrder, ValidationIsIndependentOfTheDraw) {
  const std::vector<uint64_t> keys = draw_keys(source_seed(1, "web"));
  std::vector<uint64_t> counts(20, 0);
  for (uint32_t i = 0; i < kDocuments; ++i) {
    counts[file_of(keys[i], 10) + (is_validation(id_of(i), 0.5) ? 10 : 0)] += 1;
  }
  expect_even(counts);
}

}  // namespace
}  // namespace sluice::mix
