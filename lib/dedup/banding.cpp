#include "dedup/banding.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/hash.h"
#include "base/mix_bits.h"

namespace sluice::dedup {
namespace {

// Integrals are sums over so many midpoints of [0, 1].
constexpr int kSteps = 1000;

void require(bool good, std::string_view what) {
  if (!good) throw ConfigError(std::string(what));
}

// False positives below the threshold and false negatives above, weighted.
double error_of(const Banding& banding, double threshold, double false_positive_weight) {
  double error = 0;
  for (int i = 0; i < kSteps; ++i) {
    const double jaccard = (i + 0.5) / kSteps;
    const double caught = recall(banding, jaccard);
    error += jaccard < threshold ? false_positive_weight * caught
                                 : (1 - false_positive_weight) * (1 - caught);
  }
  return error / kSteps;
}

}  // namespace

void Banding::check() const {
  require(bands >= 1 && bands <= kMostBands, "the number of bands is from 1 to 1024");
  require(rows >= 1 && rows <= kMostRows, "the number of rows of a band is from 1 to 64");
  require(hashes() <= kMostHashes, "bands times rows is at most 4096");
}

double recall(const Banding& banding, double jaccard) {
  return 1 - std::pow(1 - std::pow(jaccard, banding.rows), banding.bands);
}

Banding choose_banding(double threshold, uint32_t hashes, double false_positive_weight) {
  require(threshold >= 0 && threshold <= 1, "the threshold is a similarity from 0 to 1");
  require(hashes >= 1 && hashes <= kMostHashes, "the number of hashes is from 1 to 4096");
  require(false_positive_weight >= 0 && false_positive_weight <= 1,
          "the weight of false positives is from 0 to 1");
  Banding best;
  double least = 2;  // above all errors
  for (uint32_t bands = 1; bands <= std::min(hashes, kMostBands); ++bands) {
    for (uint32_t rows = 1; rows <= std::min(hashes / bands, kMostRows); ++rows) {
      const Banding banding{bands, rows};
      const double error = error_of(banding, threshold, false_positive_weight);
      const bool fewer = error == least && bands * rows < best.bands * best.rows;
      if (error < least || fewer) {
        least = error;
        best = banding;
      }
    }
  }
  return best;
}

uint64_t hash_band(std::span<const std::byte> rows, uint32_t band, uint64_t group) {
  const std::string_view bytes(reinterpret_cast<const char*>(rows.data()), rows.size());
  return hash64(bytes, mix_bits(group) + band);
}

}  // namespace sluice::dedup
