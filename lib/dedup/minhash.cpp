#include "dedup/minhash.h"

#include "base/mix_bits.h"
#include "dedup/minima.h"

namespace sluice::dedup {

Minhash::Minhash(const Options& options) : options_(options) {
  options_.banding.check();
  SplitMix random(options.seed);
  const size_t functions = whole_minima_blocks(hashes());
  for (size_t i = 0; i < functions; ++i) {
    const uint64_t bits = random.next();
    multipliers_.push_back(static_cast<uint32_t>(bits >> 32) | 1);
    addends_.push_back(static_cast<uint32_t>(bits));
  }
}

void Minhash::sign(std::span<const uint64_t> shingles, std::vector<uint32_t>& signature) const {
  signature.clear();
  if (shingles.empty()) return;
  signature.resize(multipliers_.size());
  minima_32(shingles, multipliers_, addends_, signature);
  signature.resize(hashes());
}

uint64_t Minhash::band_hash(std::span<const uint32_t> signature, uint32_t band,
                            uint64_t group) const {
  const size_t rows = options_.banding.rows;
  return hash_band(std::as_bytes(signature.subspan(band * rows, rows)), band, group);
}

// The value's own bytes will not do: those of two different minima agree whenever those of the
// shingles do, and one pair of shingles may give many minima.
void append_sketch(std::span<const uint32_t> signature, std::vector<uint8_t>& sketch) {
  for (const uint32_t value : signature) {
    sketch.push_back(static_cast<uint8_t>((value * 0x9E3779B1u) >> 24));
  }
}

}  // namespace sluice::dedup
