#include "dedup/sketcher.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "base/error.h"

namespace sluice::dedup {
namespace {

constexpr const char* kRain =
    "on monday there will be 3 mm of rain in the north, on tuesday 5 in the south";
constexpr const char* kMoreRain =
    "on monday there will be 8 mm of rain in the north, on tuesday 9 in the south";

struct Sketched {
  std::vector<uint64_t> band_hashes;
  std::vector<uint8_t> sketch;
};

Sketched sketched(const Sketcher& sketcher, std::string_view text, uint64_t group = 0) {
  Sketcher::Scratch scratch;
  Sketched made;
  sketcher.sketch(text, group, scratch, made.band_hashes, made.sketch);
  return made;
}

std::vector<uint64_t> shingle_set(const Sketcher& sketcher, std::string_view text) {
  Sketcher::Scratch scratch;
  std::vector<uint64_t> set;
  sketcher.shingle_set(text, scratch, set);
  return set;
}

TEST(Sketcher, MakesAHashABandAndAByteAHash) {
  const Sketcher sketcher({.banding = {.bands = 5, .rows = 3}});
  EXPECT_EQ(sketched(sketcher, kRain).band_hashes.size(), 5);
  EXPECT_EQ(sketched(sketcher, kRain).sketch.size(), 15);
  const Sketched empty = sketched(sketcher, " ... ");
  EXPECT_TRUE(empty.band_hashes.empty());
  EXPECT_EQ(empty.sketch, std::vector<uint8_t>(15));
  EXPECT_NE(sketched(sketcher, kRain, 1).band_hashes, sketched(sketcher, kRain, 2).band_hashes);
  EXPECT_EQ(sketched(sketcher, kRain, 1).sketch, sketched(sketcher, kRain, 2).sketch);
}

TEST(Sketcher, FoldsDigitsToFindButNotToVerify) {
  const Sketcher sketcher({.shingles = {.normalize = {.digits = true}}});
  EXPECT_EQ(sketched(sketcher, kRain).band_hashes, sketched(sketcher, kMoreRain).band_hashes);
  EXPECT_LT(jaccard(shingle_set(sketcher, kRain), shingle_set(sketcher, kMoreRain)), 0.5);
  // Sketches estimate what verification computes.
  const Sketcher unfolded({});
  EXPECT_EQ(sketched(sketcher, kRain).sketch, sketched(unfolded, kRain).sketch);
  EXPECT_EQ(shingle_set(sketcher, kRain), shingle_set(unfolded, kRain));
}

TEST(Sketcher, OfFinewebIsThatOfTheRecipe) {
  const Sketcher sketcher({.fineweb = ShingleHash::sha1});
  const FinewebSketcher recipe({.hash = ShingleHash::sha1});
  Sketcher::Scratch scratch;
  std::vector<uint64_t> signature;
  sketcher.sign(kRain, scratch, signature);
  FinewebSketcher::Scratch recipe_scratch;
  std::vector<uint64_t> shingles, expected;
  recipe.shingle(kRain, recipe_scratch, shingles);
  recipe.sign(shingles, expected);
  EXPECT_EQ(signature, expected);
  EXPECT_EQ(sketched(sketcher, kRain).band_hashes[3], recipe.band_hash(expected, 3));
  EXPECT_TRUE(sketched(sketcher, kRain).sketch.empty());
  EXPECT_EQ(sketcher.config("").sketch_bytes, 0);
}

TEST(Sketcher, DigestsAllThatShapesHashes) {
  const Sketcher::Options plain;
  std::set<std::string> digests = {Sketcher(plain).config("").digest,
                                   Sketcher(plain).config("group x\n").digest};
  size_t changes = 2;
  const auto changed = [&](auto&& change) {
    Sketcher::Options options = plain;
    change(options);
    digests.insert(Sketcher(options).config("").digest);
    ++changes;
  };
  changed([](Sketcher::Options& options) { options.seed = 2; });
  changed([](Sketcher::Options& options) { options.banding.bands = 13; });
  changed([](Sketcher::Options& options) { options.banding.rows = 9; });
  changed([](Sketcher::Options& options) { options.shingles.ngram = 4; });
  changed([](Sketcher::Options& options) { options.shingles.words = Words::whitespace; });
  changed([](Sketcher::Options& options) { options.shingles.normalize.lower = false; });
  changed([](Sketcher::Options& options) { options.shingles.normalize.marks = Marks::keep; });
  changed([](Sketcher::Options& options) { options.fineweb = ShingleHash::sha1; });
  changed([](Sketcher::Options& options) { options.fineweb = ShingleHash::xxh64; });
  EXPECT_EQ(digests.size(), changes);
  EXPECT_THROW(Sketcher({.seed = uint64_t{1} << 32, .fineweb = ShingleHash::sha1}), ConfigError);
}

}  // namespace
}  // namespace sluice::dedup
