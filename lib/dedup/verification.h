// Which candidates are near-duplicates: a first look at their sketches, a second at the texts of
// the documents that this does not settle, which come by in one pass.
//
//   Verification verification(documents, rule, {.memory = 256 << 20, .folder = "/var/tmp"});
//   verification.judge(pair); …                        // each candidate once, ascending
//   verification.begin_texts();
//   if (verification.wants(document)) …                // any thread
//   verification.add(document, shingle_set); …         // one thread
//   verification.finish([&](const Edge& edge) { … });  // near-duplicates, in no order
//
// Sketches that are clear decide (verdict.h); the others' similarity is computed from the shingles,
// which lie on disk meanwhile, 8 bytes each. A pair of which a text never came (a reference that is
// there only as a stage file) is decided by the estimate.
//
// Memory: `memory`, and 24 bytes a document whose shingles are wanted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "dedup/documents.h"
#include "dedup/edge.h"
#include "dedup/verdict.h"
#include "dedup/wanted_numbers.h"
#include "io/external_sort.h"

namespace sluice::dedup {

struct VerifyCounts {
  uint64_t candidates = 0;
  uint64_t accepted_by_sketch = 0;
  uint64_t rejected_by_sketch = 0;
  uint64_t accepted_exactly = 0;
  uint64_t rejected_exactly = 0;
  uint64_t accepted_by_estimate = 0;  // since a text was missing
  uint64_t rejected_by_estimate = 0;
  uint64_t texts = 0;  // whose shingles were wanted

  VerifyCounts& operator+=(const VerifyCounts& other);
  friend bool operator==(const VerifyCounts&, const VerifyCounts&) = default;
};

class Verification {
 public:
  struct Options {
    size_t memory = size_t{256} << 20;  // bytes
    std::string folder = ".";           // for what does not fit, and shingles
  };
  using UseEdge = std::function<void(const Edge&)>;

  // `documents` must outlive it. A rule without sketches leaves every pair to the texts.
  Verification(const Documents& documents, const SketchRule& rule, Options options);

  // Edges that sketches settle are given to `use` at once.
  void judge(const Pair& pair, const UseEdge& use);
  void begin_texts();

  // Whose shingles are wanted, ascending.
  std::span<const uint64_t> wanted() const { return shingles_.documents(); }
  bool wants(uint64_t document) const { return shingles_.wants(document); }
  // `shingles`: ascending, each once; of a document that is wanted.
  void add(uint64_t document, std::span<const uint64_t> shingles) {
    shingles_.add(document, shingles);
  }

  void finish(const UseEdge& use);

  const VerifyCounts& counts() const { return counts_; }

 private:
  void judge_texts(const Pair& pair, std::span<const uint64_t> first, const UseEdge& use);
  void estimate(const Pair& pair, const UseEdge& use);

  const Documents& documents_;
  SketchRule rule_;
  Options options_;
  VerifyCounts counts_;
  io::ExternalSort<SortRecord> borderline_;  // pairs
  io::ExternalSort<SortRecord> needed_;      // documents
  WantedNumbers shingles_;
  std::vector<uint64_t> other_;  // scratch
};

}  // namespace sluice::dedup
