#include "dedup/fineweb.h"

#include <algorithm>
#include <array>
#include <random>
#include <string>

#include "base/error.h"
#include "dedup/minima.h"
#include "dedup/sha1.h"
#include "unicode/word_edges.h"
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace sluice::dedup {
namespace {

constexpr uint32_t kMostWords = 64;  // of a shingle
constexpr uint64_t kPrime = (uint64_t{1} << 61) - 1;
constexpr size_t kChunk = 8192;     // bytes of text whose spaces are found at a time
constexpr size_t kMessages = 1024;  // that are hashed at a time

// The list of datatrove a649de79, as ranges: first and last.
struct Range {
  char32_t first;
  char32_t last;
};
constexpr std::array<Range, 28> kPunctuation = {
    {{0x00, 0x08},     {0x0B, 0x1F},     {0x21, 0x2F},     {0x3A, 0x40},     {0x5B, 0x60},
     {0x7B, 0x9F},     {0xAB, 0xAB},     {0xB4, 0xB4},     {0xBB, 0xBB},     {0x2013, 0x2014},
     {0x2019, 0x2019}, {0x201C, 0x201E}, {0x2026, 0x2026}, {0x2236, 0x2236}, {0x2501, 0x2501},
     {0x25BA, 0x25BA}, {0x3001, 0x3002}, {0x3008, 0x300D}, {0x3010, 0x3011}, {0xFF01, 0xFF01},
     {0xFF05, 0xFF05}, {0xFF08, 0xFF09}, {0xFF0C, 0xFF0C}, {0xFF0E, 0xFF0E}, {0xFF11, 0xFF11},
     {0xFF1A, 0xFF1B}, {0xFF1F, 0xFF1F}, {0xFF5E, 0xFF5E}}};

// RandomState(seed).randint(0 or 1, 2^61 - 1, dtype=uint64): 64 bits of the Mersenne Twister, of
// which so many are kept as the range has, drawn again while they are beyond it.
class NumpyRandom {
 public:
  explicit NumpyRandom(uint32_t seed) : twister_(seed) {}

  // From `least` to the prime less one.
  uint64_t below_prime(uint64_t least) {
    for (;;) {
      const uint64_t high = twister_();
      const uint64_t value = (high << 32 | twister_()) & kPrime;
      if (value <= kPrime - 1 - least) return value + least;
    }
  }

 private:
  std::mt19937 twister_;
};

}  // namespace

TextNormalizer::Options fineweb_normalization() {
  std::u32string listed;
  for (const auto& [first, last] : kPunctuation) {
    for (char32_t code_point = first; code_point <= last; ++code_point) listed += code_point;
  }
  return {.lower = true,
          .digits = true,
          .punctuation = Punctuation::listed,
          .listed = listed,
          .marks = Marks::drop_all,
          .space = true};
}

FinewebSketcher::FinewebSketcher(const Options& options)
    : options_(options), normalizer_(fineweb_normalization()) {
  options_.banding.check();
  if (options.ngram < 1 || options.ngram > kMostWords) {
    throw ConfigError("a shingle is made of 1 to 64 words");
  }
  NumpyRandom random(options.seed);
  multipliers_.resize(whole_minima_blocks(hashes()));
  addends_.resize(multipliers_.size());
  for (uint32_t i = 0; i < hashes(); ++i) multipliers_[i] = random.below_prime(1);
  for (uint32_t i = 0; i < hashes(); ++i) addends_[i] = random.below_prime(0);
}

void FinewebSketcher::shingle(std::string_view text, Scratch& scratch,
                              std::vector<uint64_t>& shingles) const {
  shingles.clear();
  normalizer_.normalize(text, scratch.normalized);
  const std::string_view normalized = scratch.normalized.view();
  std::vector<size_t>& words = scratch.words;
  words.clear();
  std::array<uint32_t, kChunk + kWordEdgesRoom> places;
  WordEdges edges;
  for (size_t chunk = 0; chunk < normalized.size(); chunk += kChunk) {
    const bool in_word = edges.in_word;
    edges = find_word_edges(normalized.substr(chunk, kChunk), in_word, places.data());
    for (size_t i = in_word ? 1 : 0; i < edges.count; i += 2) words.push_back(chunk + places[i]);
  }
  if (words.size() < options_.ngram) return;
  words.push_back(normalized.size() + 1);  // where a word behind the last would begin

  shingles.resize(words.size() - options_.ngram);
  const auto run = [&](size_t first) {
    const size_t end = words[first + options_.ngram] - 1;
    return normalized.substr(words[first], end - words[first]);
  };
  if (options_.hash == ShingleHash::xxh64) {
    for (size_t i = 0; i < shingles.size(); ++i) {
      shingles[i] = XXH64(run(i).data(), run(i).size(), 0);
    }
    return;
  }
  std::array<std::string_view, kMessages> messages;
  for (size_t done = 0; done < shingles.size(); done += kMessages) {
    const size_t count = std::min(kMessages, shingles.size() - done);
    for (size_t i = 0; i < count; ++i) messages[i] = run(done + i);
    sha1_prefixes({messages.data(), count}, {&shingles[done], count});
  }
}

void FinewebSketcher::sign(std::span<const uint64_t> shingles,
                           std::vector<uint64_t>& signature) const {
  signature.clear();
  if (shingles.empty()) return;
  signature.resize(multipliers_.size());
  minima_61(shingles, multipliers_, addends_, signature);
  signature.resize(hashes());
}

uint64_t FinewebSketcher::band_hash(std::span<const uint64_t> signature, uint32_t band,
                                    uint64_t group) const {
  const size_t rows = options_.banding.rows;
  return hash_band(std::as_bytes(signature.subspan(band * rows, rows)), band, group);
}

}  // namespace sluice::dedup
