// From a text to what deduplication compares: hashes of bands and a verification sketch first, the
// set of shingles or the whole signature of the few documents that are looked at again.
//
//   const Sketcher sketcher({.shingles = {}, .banding = {.bands = 14, .rows = 8}});
//   Sketcher::Scratch scratch;                              // one a thread; its memory is reused
//   sketcher.sketch(text, group, scratch, hashes, sketch);  // appended: 14 hashes, 112 bytes
//   sketcher.shingle_set(text, scratch, set);               // for exact similarities
//
// Two recipes: our own (shingles.h, minhash.h), and FineWeb's to the letter (fineweb.h), which has
// no verification sketches, since it verifies nothing.
//
// Thread-safe: a Sketcher is immutable.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dedup/banding.h"
#include "dedup/fineweb.h"
#include "dedup/minhash.h"
#include "dedup/shingles.h"
#include "dedup/sketch_file.h"

namespace sluice::dedup {

class Sketcher {
 public:
  struct Options {
    Shingler::Options shingles = {};  // of FineWeb's recipe only ngram
    Banding banding = {};
    uint64_t seed = 1;
    std::optional<ShingleHash> fineweb = std::nullopt;  // FineWeb's recipe, with this hash
  };
  struct Scratch {
    Shingler::Scratch text;
    FinewebSketcher::Scratch fineweb;
    std::vector<uint64_t> shingles;
    std::vector<uint32_t> signature;
    std::vector<uint64_t> wide_signature;

    // Gives back what an unusually long text took.
    void trim();
  };

  // Throws ConfigError if an option is out of range.
  explicit Sketcher(const Options& options);

  // Appends a hash a band to `band_hashes` and sketch_bytes() bytes to `sketch`; of a text without
  // shingles no hash, and zeros.
  void sketch(std::string_view text, uint64_t group, Scratch& scratch,
              std::vector<uint64_t>& band_hashes, std::vector<uint8_t>& sketch) const;
  uint32_t sketch_bytes() const { return options_.fineweb ? 0 : options_.banding.hashes(); }

  // Replaces `set` by the shingles by which similarities are computed, sorted, each once; sketches
  // estimate the similarity of the same sets. Digits stay in them even where they are folded to
  // find candidates: "3 mm of rain" is no copy of "9 mm of rain".
  void shingle_set(std::string_view text, Scratch& scratch, std::vector<uint64_t>& set) const;
  // Replaces `signature` by FineWeb's; only with that recipe.
  void sign(std::string_view text, Scratch& scratch, std::vector<uint64_t>& signature) const;

  // All that shapes hashes, one setting a line.
  std::string description() const;
  // Of files made so; `more`: what else shapes what is in them (survivor records, groups).
  SketchConfig config(std::string_view more) const;
  const Options& options() const { return options_; }

 private:
  Options options_;
  Shingler shingler_;
  std::optional<Shingler> with_digits_;  // where shingler_ folds them
  Minhash minhash_;
  std::optional<FinewebSketcher> fineweb_;
};

}  // namespace sluice::dedup
