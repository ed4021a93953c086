// The stage that reads texts again: verify, which makes edges of candidate pairs.
//
//   PairTexts texts(set, pairs_file, sketcher, {.threshold = 0.75, …}, resources);
//   for each shard of which texts.wants_shard(shard):     // a pass over its documents
//     run.number_lines = true;
//     run.make_rendering = [&](const pipeline::Job&) { return texts.rendering(shard); };
//   texts.write_edges(out);
//
// What becomes of the candidates: with verification, those that sketches or shingles call
// near-duplicates; without it all of them, with estimated similarities; in FineWeb's recipe, all of
// them, in datatrove's order.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/pool.h"
#include "dedup/fineweb_order.h"
#include "dedup/sketch_set.h"
#include "dedup/sketcher.h"
#include "dedup/verification.h"
#include "pipeline/rendering.h"
#include "stages.h"

namespace sluice::dedup_tool {

class PairTexts {
 public:
  struct Options {
    double threshold = 0.75;
    bool verify = true;
  };

  // `set` and `sketcher` must outlive it. Throws ConfigError if the pairs were linked from other
  // sketches, or for another threshold.
  PairTexts(const dedup::SketchSet& set, const std::string& pairs, const dedup::Sketcher& sketcher,
            const Options& options, const Resources& resources);

  // Whether any text of the shard is wanted.
  bool wants_shard(size_t shard) const { return !wanted_of(shard).empty(); }
  // For one pass over the shard's documents; it writes nothing. Throws IoError if they are not
  // those that were sketched.
  std::shared_ptr<pipeline::Rendering> rendering(size_t shard);

  void write_edges(io::OutputFile& out);

  stats::Details::Object details() const;

 private:
  class Collector;

  // Numbers of documents, ascending.
  std::span<const uint64_t> wanted() const;
  std::span<const uint64_t> wanted_of(size_t shard) const;
  void compute(std::string_view text, dedup::Sketcher::Scratch& scratch,
               std::vector<uint64_t>& numbers) const;
  void add(uint64_t document, std::span<const uint64_t> numbers);
  void read_pairs(const std::string& path);

  const dedup::SketchSet& set_;
  const dedup::Sketcher& sketcher_;
  Options options_;
  EdgeKind kind_;
  dedup::SketchRule rule_;
  io::ExternalSort<SortRecord> edges_;
  std::optional<dedup::Verification> verification_;
  std::optional<dedup::FinewebOrder> order_;
  uint64_t candidates_ = 0;
  mutable Pool<dedup::Sketcher::Scratch> scratch_;
};

}  // namespace sluice::dedup_tool
