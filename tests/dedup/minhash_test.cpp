#include "dedup/minhash.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "dedup/development_data.h"
#include "dedup/shingles.h"
#include "dedup/verdict.h"
#include "sanitized.h"
#include "vector_targets.h"

namespace sluice::dedup {
namespace {

using Set = std::vector<uint64_t>;
using Signature = std::vector<uint32_t>;
using Pairs = std::vector<std::pair<Set, Set>>;

Signature signature(const Minhash& minhash, const Set& shingles) {
  Signature found;
  minhash.sign(shingles, found);
  return found;
}

std::vector<uint8_t> sketch(const Signature& signature) {
  std::vector<uint8_t> found;
  append_sketch(signature, found);
  return found;
}

double estimate(const Signature& one, const Signature& other) {
  const SketchRule rule({.minima = static_cast<uint32_t>(one.size())});
  return rule.estimate(agreeing(sketch(one), sketch(other)));
}

// Pairs of sets with this Jaccard similarity, of `size` elements in all.
Pairs random_pairs(size_t count, size_t size, double jaccard, uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto shared = static_cast<size_t>(std::lround(jaccard * static_cast<double>(size)));
  Pairs pairs(count);
  for (auto& [one, other] : pairs) {
    for (size_t i = 0; i < shared; ++i) {
      one.push_back(random());
      other.push_back(one.back());
    }
    for (size_t i = shared; i < size; ++i) (i % 2 == 0 ? one : other).push_back(random());
  }
  return pairs;
}

bool share_band(const Minhash& minhash, const Signature& one, const Signature& other) {
  for (uint32_t band = 0; band < minhash.options().banding.bands; ++band) {
    if (minhash.band_hash(one, band) == minhash.band_hash(other, band)) return true;
  }
  return false;
}

double binomial_sd(size_t count, double probability) {
  return std::sqrt(probability * (1 - probability) / static_cast<double>(count));
}

// The recall curve is the promise users tune by, so it is tested against pairs whose Jaccard is
// known exactly.
TEST(Minhash, BandsCatchPairsAsOftenAsTheFormulaSays) {
  constexpr size_t kPairs = 2000;
  const Minhash minhash({});
  for (const double jaccard : {0.5, 0.7, 0.8, 0.9}) {
    size_t caught = 0;
    for (const auto& [one, other] : random_pairs(kPairs, 400, jaccard, /*seed=*/7)) {
      caught += share_band(minhash, signature(minhash, one), signature(minhash, other)) ? 1 : 0;
    }
    const double expected = recall(minhash.options().banding, jaccard);
    EXPECT_NEAR(static_cast<double>(caught) / kPairs, expected,
                3 * binomial_sd(kPairs, expected) + 0.005)
        << jaccard;
  }
}

TEST(Minhash, EstimatesAreUnbiasedAndErrAsTheFormulaSays) {
  constexpr size_t kPairs = 1000;
  const Minhash minhash({});
  for (const double jaccard : {0.25, 0.5, 0.75, 0.9, 1.0}) {
    double sum = 0;
    double squares = 0;
    for (const auto& [one, other] : random_pairs(kPairs, 400, jaccard, /*seed=*/11)) {
      const double off = estimate(signature(minhash, one), signature(minhash, other)) - jaccard;
      sum += off;
      squares += off * off;
    }
    const double error = std::sqrt(squares / kPairs);
    EXPECT_NEAR(sum / kPairs, 0, 3 * error / std::sqrt(kPairs) + 0.005) << jaccard;
    const double agreement = jaccard + (1 - jaccard) / 256;
    const double stated = std::sqrt(agreement * (1 - agreement) / 112) / (1 - 1.0 / 256);
    EXPECT_NEAR(error, stated, 0.1 * stated + 1e-9) << jaccard;
  }
}

TEST(Minhash, OrderAndRepetitionDoNotMatter) {
  const Minhash minhash({});
  Set shingles = random_pairs(1, 3000, 1, 1)[0].first;
  const Signature expected = signature(minhash, shingles);
  shingles.insert(shingles.end(), shingles.begin(), shingles.begin() + 500);
  std::shuffle(shingles.begin(), shingles.end(), std::mt19937(1));
  EXPECT_EQ(signature(minhash, shingles), expected);
}

TEST(Minhash, NoShinglesHaveNoSignature) {
  EXPECT_TRUE(signature(Minhash({}), {}).empty());
  EXPECT_EQ(signature(Minhash({}), {7}).size(), 112u);
}

TEST(Minhash, EveryInstructionSetGivesTheMinimaOfTheFormula) {
  for (const Banding banding :
       {Banding{14, 8}, Banding{1, 1}, Banding{9, 13}, Banding{25, 5}, Banding{64, 64}}) {
    const Minhash minhash({.banding = banding, .seed = 5});
    const Minhash single({.banding = banding, .seed = 5});
    const Set shingles = random_pairs(1, 5000, 1, 2)[0].first;
    Signature expected(banding.hashes(), std::numeric_limits<uint32_t>::max());
    // A signature of one shingle is the hash functions' values of it.
    for (size_t i = 0; i < shingles.size(); i += 97) {
      const Signature values = signature(single, {shingles[i]});
      for (size_t f = 0; f < values.size(); ++f) expected[f] = std::min(expected[f], values[f]);
    }
    Set sampled;
    for (size_t i = 0; i < shingles.size(); i += 97) sampled.push_back(shingles[i]);
    std::vector<Signature> whole;
    test::for_each_target([&] {
      EXPECT_EQ(signature(minhash, sampled), expected);
      whole.push_back(signature(minhash, shingles));
    });
    for (const Signature& one : whole) EXPECT_EQ(one, whole.front());
  }
}

TEST(Minhash, SeedsGiveOtherFunctions) {
  EXPECT_NE(signature(Minhash({.seed = 1}), {7}), signature(Minhash({.seed = 2}), {7}));
}

TEST(Minhash, RefusesWhatIsOutOfRange) {
  EXPECT_THROW(Minhash({.banding = {.bands = 0, .rows = 8}}), ConfigError);
  EXPECT_THROW(Minhash({.banding = {.bands = 8, .rows = 0}}), ConfigError);
}

// Signatures are part of stage files.
TEST(Minhash, StaysWhatItIs) {
  const Signature known = signature(Minhash({}), {0x0123456789ABCDEF, 42});
  EXPECT_EQ(Signature(known.begin(), known.begin() + 4),
            (Signature{1420682659, 124588726, 52811135, 2525792106}));
  EXPECT_EQ(Minhash({}).band_hash(known, 13, 5), 3001162119422200410u);
}

// --- Edited texts whose similarity is known -----------------------------------------------------

Shingler truth_shingler() {
  return Shingler({.normalize = {.punctuation = Punctuation::keep, .marks = Marks::keep},
                   .words = Words::whitespace});
}

struct EditedPair {
  double jaccard = 0;
  Set one;
  Set other;
};

std::vector<EditedPair> edited_pairs() {
  const Shingler shingler = truth_shingler();
  Shingler::Scratch scratch;
  simdjson::dom::parser parser;
  std::vector<EditedPair> pairs;
  for (const std::string& line : test::development_lines("synthetic_pairs.jsonl.zst")) {
    const simdjson::dom::element record = parser.parse(line);
    EditedPair& pair = pairs.emplace_back();
    pair.jaccard = record["jaccard_ws_lower_5gram"].get_double();
    for (const auto& [key, set] : {std::pair("a", &pair.one), std::pair("b", &pair.other)}) {
      shingler.shingle(record[key].get_string().value(), scratch, *set);
      make_set(*set);
    }
  }
  return pairs;
}

TEST(EditedPairs, ExactJaccardIsTheTruths) {
  REQUIRE_DEVELOPMENT_DATA();
  for (const EditedPair& pair : edited_pairs()) {
    EXPECT_NEAR(jaccard(pair.one, pair.other), pair.jaccard, 5.1e-6);
  }
}

TEST(EditedPairs, AreCaughtAndEstimatedAsTheFormulaSays) {
  REQUIRE_DEVELOPMENT_DATA();
  const Minhash minhash({});
  struct Bin {
    size_t pairs = 0;
    size_t caught = 0;
    double expected = 0;
    double variance = 0;
    double bias = 0;
  };
  std::array<Bin, 10> bins;
  for (const EditedPair& pair : edited_pairs()) {
    Bin& bin = bins[std::min(static_cast<size_t>(pair.jaccard * 10), bins.size() - 1)];
    const Signature one = signature(minhash, pair.one);
    const Signature other = signature(minhash, pair.other);
    const double probability = recall(minhash.options().banding, pair.jaccard);
    ++bin.pairs;
    bin.caught += share_band(minhash, one, other) ? 1 : 0;
    bin.expected += probability;
    bin.variance += probability * (1 - probability);
    bin.bias += estimate(one, other) - pair.jaccard;
  }
  for (const Bin& bin : bins) {
    if (bin.pairs < 20) continue;
    const auto pairs = static_cast<double>(bin.pairs);
    EXPECT_NEAR(static_cast<double>(bin.caught), bin.expected,
                3.5 * std::sqrt(bin.variance) + 0.005 * pairs)
        << "of " << bin.pairs;
    EXPECT_NEAR(bin.bias / pairs, 0, 4 * 0.05 / std::sqrt(pairs) + 0.005);
  }
}

// Near-duplicates as nature made them. The file names pairs; how alike they are depends on the
// normalisation, and is computed here.
struct RealPair {
  size_t one = 0;
  size_t other = 0;
  double jaccard = 0;
};

std::vector<RealPair> real_pairs(const std::vector<Set>& sets) {
  std::vector<RealPair> pairs;
  for (const std::string& line : test::development_lines("bench20k.truth_pairs.txt")) {
    std::istringstream fields(line);
    RealPair& pair = pairs.emplace_back();
    fields >> pair.one >> pair.other;
    pair.jaccard = jaccard(sets[pair.one], sets[pair.other]);
    if (pair.jaccard < 0.5) pairs.pop_back();
  }
  return pairs;
}

// Pairs of one cluster are caught together or not at all, so that one seed may be some points off
// where thousands of pairs should not be; how much, the seeds tell themselves.
TEST(RealPairs, AreCaughtAsTheFormulaSays) {
  if (kSanitized) GTEST_SKIP() << "of chances alone: other tests sign as many documents";
  REQUIRE_DEVELOPMENT_DATA();
  constexpr size_t kSeeds = 8;
  constexpr size_t kBins = 10;  // of J from 0.5 on
  const Shingler shingler({});
  Shingler::Scratch scratch;
  simdjson::dom::parser parser;
  std::vector<Set> sets;
  for (const std::string& line : test::development_lines("bench20k.jsonl.zst")) {
    const simdjson::dom::element document = parser.parse(line);
    shingler.shingle(document["text"].get_string().value(), scratch, sets.emplace_back());
    make_set(sets.back());
  }
  const std::vector<RealPair> pairs = real_pairs(sets);
  std::array<double, kBins> count{};
  std::array<double, kBins> expected{};
  std::array<std::array<double, kSeeds>, kBins> caught{};
  for (size_t seed = 0; seed < kSeeds; ++seed) {
    const Minhash minhash({.seed = seed + 1});
    std::vector<Signature> signatures;
    for (const Set& set : sets) signatures.push_back(signature(minhash, set));
    for (const RealPair& pair : pairs) {
      const auto bin = std::min(static_cast<size_t>((pair.jaccard - 0.5) * 20), kBins - 1);
      count[bin] += 1.0 / kSeeds;
      expected[bin] += recall(minhash.options().banding, pair.jaccard) / kSeeds;
      caught[bin][seed] += share_band(minhash, signatures[pair.one], signatures[pair.other]);
    }
  }
  for (size_t bin = 0; bin < kBins; ++bin) {
    double mean = 0;
    double variance = 0;
    for (const double one : caught[bin]) mean += one / count[bin] / kSeeds;
    for (const double one : caught[bin]) {
      variance += (one / count[bin] - mean) * (one / count[bin] - mean) / (kSeeds - 1);
    }
    EXPECT_NEAR(mean, expected[bin] / count[bin], 3.5 * std::sqrt(variance / kSeeds) + 0.005)
        << "J from " << 0.5 + 0.05 * static_cast<double>(bin) << " on";
  }
}

}  // namespace
}  // namespace sluice::dedup
