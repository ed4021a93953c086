#include "dedup/fineweb.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/error.h"
#include "dedup/development_data.h"
#include "sanitized.h"
#include "vector_targets.h"

namespace sluice::dedup {
namespace {

std::string normalized(std::string_view text) {
  Buffer out;
  TextNormalizer(fineweb_normalization()).normalize(text, out);
  return std::string(out.view());
}

std::vector<uint64_t> shingles(const FinewebSketcher& sketcher, std::string_view text) {
  FinewebSketcher::Scratch scratch;
  std::vector<uint64_t> found;
  sketcher.shingle(text, scratch, found);
  return found;
}

std::vector<uint64_t> signature(const FinewebSketcher& sketcher,
                                const std::vector<uint64_t>& values) {
  std::vector<uint64_t> found;
  sketcher.sign(values, found);
  return found;
}

TEST(Fineweb, NormalisesAsTheRecipeSays) {
  EXPECT_EQ(normalized("  The CAFÉ—open 9:30, for 12.50€!\n"), "the cafe open 0 0 for 0€");
  EXPECT_EQ(normalized("1,000,000 ٣٫٥ v2"), "0 0 0 v0");
  EXPECT_EQ(normalized("हिन्दी がガ"), "हिनदी かカ");  // what our own profile does not do
  EXPECT_EQ(normalized("가각"), "\u1100\u1161\u1100\u1161\u11A8");
  EXPECT_EQ(normalized("a+b c*d"), "a b c d");
  EXPECT_EQ(normalized("ΟΔΟΣ «x» × ÷"), "οδος x × ÷");  // not every symbol is in its list
}

TEST(Fineweb, ShinglesAreRunsOfFiveWordsAndFewerAreNone) {
  const FinewebSketcher sketcher({});
  EXPECT_EQ(shingles(sketcher, "a b c d e f").size(), 2u);
  EXPECT_TRUE(shingles(sketcher, "a b c d").empty());
  EXPECT_TRUE(shingles(sketcher, "").empty());
  EXPECT_EQ(shingles(sketcher, "A, b; c d (e)"), shingles(sketcher, "a b c d e"));
  EXPECT_TRUE(signature(sketcher, {}).empty());
}

// Of "cafe 0 x y z" and "a b c d e", by sha1sum.
TEST(Fineweb, ShinglesAreTheFirstBytesOfDigests) {
  const FinewebSketcher sketcher({});
  EXPECT_EQ(shingles(sketcher, "Café, 12.50 x; y/z!"), std::vector<uint64_t>{3259564475650208762u});
  EXPECT_EQ(shingles(sketcher, "a b c d e"), std::vector<uint64_t>{1214900226509477255u});
}

TEST(Fineweb, EveryInstructionSetGivesTheMinimaOfTheFormula) {
  constexpr uint64_t kPrime = (uint64_t{1} << 61) - 1;
  const FinewebSketcher sketcher({.banding = {.bands = 9, .rows = 13}});
  std::mt19937_64 random(1);
  std::vector<uint64_t> values = {0, 1, kPrime, kPrime - 1, std::numeric_limits<uint64_t>::max()};
  for (int i = 0; i < 3000; ++i) values.push_back(random());
  std::vector<uint64_t> expected(sketcher.hashes(), std::numeric_limits<uint64_t>::max());
  for (const uint64_t value : values) {
    for (size_t f = 0; f < expected.size(); ++f) {
      const uint64_t hash = (value * sketcher.multipliers()[f] + sketcher.addends()[f]) % kPrime;
      expected[f] = std::min(expected[f], hash);
    }
  }
  test::for_each_target([&] { EXPECT_EQ(signature(sketcher, values), expected); });
}

TEST(Fineweb, RefusesWhatIsOutOfRange) {
  EXPECT_THROW(FinewebSketcher({.ngram = 0}), ConfigError);
  EXPECT_THROW(FinewebSketcher({.banding = {.bands = 0, .rows = 8}}), ConfigError);
}

// --- What datatrove itself computes -------------------------------------------------------------

uint64_t number(simdjson::dom::element element) {
  if (element.is_uint64()) return element.get_uint64();
  const std::string_view digits = element.get_string();
  uint64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

std::vector<uint64_t> numbers(simdjson::dom::element array) {
  std::vector<uint64_t> values;
  for (const simdjson::dom::element element : array.get_array()) {
    if (element.is_array()) {
      const std::vector<uint64_t> inner = numbers(element);
      values.insert(values.end(), inner.begin(), inner.end());
    } else {
      values.push_back(number(element));
    }
  }
  return values;
}

TEST(FinewebPeer, TheHashFunctionsAreNumpys) {
  REQUIRE_DEVELOPMENT_DATA();
  simdjson::dom::parser parser;
  const std::string json = test::development_file("fineweb-hash-parameters.json");
  const simdjson::dom::element known = parser.parse(json);
  const FinewebSketcher sketcher({.seed = 1});
  const auto as_vector = [](std::span<const uint64_t> values) {
    return std::vector<uint64_t>(values.begin(), values.end());
  };
  EXPECT_EQ(as_vector(sketcher.multipliers()), numbers(known["a"]));
  EXPECT_EQ(as_vector(sketcher.addends()), numbers(known["b"]));
}

struct Case {
  ShingleHash hash;
  const char* file;
};

class FinewebPeers : public testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Fineweb, FinewebPeers,
                         testing::Values(Case{ShingleHash::sha1, "fineweb-minhash-sha1.json.zst"},
                                         Case{ShingleHash::xxh64,
                                              "fineweb-minhash-xxhash.json.zst"}));

// Components of documents of which one band is equal.
class Components {
 public:
  explicit Components(size_t count) : parents_(count), count_(count) {
    std::iota(parents_.begin(), parents_.end(), size_t{0});
  }
  void join(size_t one, size_t other) {
    one = root(one);
    other = root(other);
    if (one == other) return;
    parents_[one] = other;
    --count_;
  }
  size_t count() const { return count_; }

 private:
  size_t root(size_t of) {
    while (parents_[of] != of) of = parents_[of] = parents_[parents_[of]];
    return of;
  }
  std::vector<size_t> parents_;
  size_t count_;
};

TEST_P(FinewebPeers, ShinglesSignaturesAndComponentsAreDatatroves) {
  REQUIRE_DEVELOPMENT_DATA();
  simdjson::dom::parser known_parser;
  const std::string json = test::development_file(GetParam().file);
  const simdjson::dom::element known = known_parser.parse(json);
  const simdjson::dom::object examples = known["examples"].get_object();
  const FinewebSketcher sketcher({.hash = GetParam().hash});
  const std::vector<std::string> lines = test::development_lines("bench20k.jsonl.zst");

  Components components(lines.size());
  std::unordered_map<uint64_t, size_t> first_with;
  FinewebSketcher::Scratch scratch;
  std::vector<uint64_t> found;
  std::vector<uint64_t> signed_values;
  simdjson::dom::parser parser;
  size_t compared = 0;
  for (size_t i = 0; i < lines.size(); i += kSanitized ? 8 : 1) {
    const simdjson::dom::element document = parser.parse(lines[i]);
    sketcher.shingle(document["text"].get_string().value(), scratch, found);
    sketcher.sign(found, signed_values);
    simdjson::dom::element example;
    if (examples.at_key(document["id"].get_string().value()).get(example) == simdjson::SUCCESS) {
      const std::vector<uint64_t> first = numbers(example["first_shingles"]);
      ASSERT_GE(found.size(), first.size());
      EXPECT_EQ(std::vector<uint64_t>(found.begin(), found.begin() + std::ssize(first)), first);
      EXPECT_EQ(signed_values, numbers(example["signature"]));
      ++compared;
    }
    if (signed_values.empty()) continue;
    for (uint32_t band = 0; band < sketcher.options().banding.bands; ++band) {
      components.join(
          i, first_with.try_emplace(sketcher.band_hash(signed_values, band), i).first->second);
    }
  }
  if (kSanitized) return;  // some of the documents only
  EXPECT_EQ(compared, examples.size());
  EXPECT_EQ(components.count(), known["kept"].get_uint64().value());
}

}  // namespace
}  // namespace sluice::dedup
