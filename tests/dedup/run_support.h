// What the tests of stage files, link and cluster share: outputs in memory, a folder, documents
// that are made up, graphs.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dedup/cluster.h"
#include "dedup/documents.h"
#include "dedup/edge.h"
#include "dedup/sketch_file.h"
#include "io/external_sort.h"
#include "io/outputs.h"

namespace sluice::dedup::test {

using io::test::MemoryOutput;
using io::test::TemporaryFolder;

// Documents in memory.
struct MadeDocument {
  Survivor survivor;
  std::vector<uint8_t> sketch;
  std::vector<uint64_t> band_hashes;
  std::vector<uint64_t> shingles;  // ascending
};

class MadeDocuments : public Documents {
 public:
  MadeDocuments() = default;
  explicit MadeDocuments(std::vector<MadeDocument> documents, uint64_t references = 0)
      : documents_(std::move(documents)), references_(references) {}

  uint64_t size() const override { return documents_.size(); }
  uint64_t references() const override { return references_; }
  Survivor survivor(uint64_t document) const override { return documents_[document].survivor; }
  std::span<const uint8_t> sketch(uint64_t document) const override {
    return documents_[document].sketch;
  }
  const MadeDocument& operator[](uint64_t document) const { return documents_[document]; }
  const std::vector<MadeDocument>& all() const { return documents_; }

 private:
  std::vector<MadeDocument> documents_;
  uint64_t references_ = 0;
};

// Documents of which nothing is kept: what is told of them comes from their numbers.
class NumberedDocuments : public Documents {
 public:
  explicit NumberedDocuments(uint64_t count) : count_(count) {}
  uint64_t size() const override { return count_; }
  uint64_t references() const override { return 0; }
  Survivor survivor(uint64_t document) const override {
    return {.id_hash = document * 0x9E3779B97F4A7C15U};
  }
  std::span<const uint8_t> sketch(uint64_t) const override { return {}; }

 private:
  uint64_t count_;
};

// So many documents whose standings share priorities and qualities, but no ids.
MadeDocuments random_standings(size_t count, uint64_t references, uint64_t seed);

// Minima of `bands * rows` hash functions, as band hashes and one byte each, of these shingles.
void sign(MadeDocument& document, const SketchConfig& config);

// Families of documents: an original of 40 to 120 shingles and copies in which every shingle is
// replaced with a probability that the copy chooses between 0 and 0.4. Some documents are empty.
std::vector<MadeDocument> random_families(size_t families, const SketchConfig& config,
                                          uint64_t seed);

// The file that `sketch` would leave of these documents.
std::string sketch_bytes(std::span<const MadeDocument> documents, const SketchConfig& config,
                         size_t memory = size_t{1} << 20);

// Small numbers, so that tests have few partitions.
SketchConfig small_config();

// Sealed.
io::ExternalSort<SortRecord> sorted_edges(std::span<const Edge> edges);
std::vector<Member> star(std::span<const Edge> edges, const Documents& documents,
                         size_t memory = size_t{1} << 20, ClusterCounts* counts = nullptr);

}  // namespace sluice::dedup::test
