// Exact duplicates: documents whose keys (exact_key.h) have the same fingerprint of 128 bits.
//
// A fingerprint is taken for the key: among n different keys two have the same one with a
// probability of n^2 / 2^129, which is 10^-21 for 10^9 documents and 10^-17 for 10^11, so that
// nothing is verified.
//
//   FirstOfEach seen(memory);                          // in one pass: the first one is kept
//   if (!seen.add(fingerprint, place).added) …         // a copy
//
//   io::ExternalSort<ExactRecord> records(…);              // in two: the one that stands first
//   records.add({fingerprint, standing}); … records.seal();
//   cluster_exact(records, options, [&](const Member& member) { … });
//
// What is kept depends, in one pass, on the order of documents; in two, on standings alone
// (documents.h).
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/large_pages.h"
#include "dedup/cluster.h"
#include "dedup/documents.h"
#include "dedup/sketch_set.h"
#include "io/external_sort.h"

namespace sluice::dedup {

// What has been seen, each with a number of the caller's and how often. Memory: 24 bytes a slot,
// 27 to 42 a different fingerprint. It is cut into parts, which grow one by one, so that it
// never takes much more than it needs.
class FirstOfEach {
 public:
  static constexpr unsigned kPlaceBits = 40;
  static constexpr uint64_t kMostCopies = (uint64_t{1} << (64 - kPlaceBits)) - 1;

  // Throws CheckError when more than `memory` bytes are needed, at least kLeastMemory.
  static constexpr size_t kLeastMemory = size_t{2} << 20;
  explicit FirstOfEach(size_t memory);

  struct Found {
    bool added = false;  // it is the first one
    uint64_t place = 0;  // that of the first one
  };
  // `place` < 2^kPlaceBits.
  Found add(const Hash128& fingerprint, uint64_t place);

  // Different ones.
  uint64_t size() const { return size_; }
  size_t bytes() const { return bytes_; }
  // How many fingerprints were added so often; those above kMostCopies count as that.
  std::map<uint64_t, uint64_t> copies() const;

 private:
  struct Slot {
    Hash128 fingerprint;
    uint64_t value;  // place and copies; 0 copies: free
  };
  struct Part {
    std::optional<ZeroedTable<Slot>> slots;
    size_t filled = 0;
  };
  static constexpr size_t kParts = 256;

  Slot& find(Part& part, const Hash128& fingerprint);
  void grow(Part& part);

  size_t memory_;
  size_t bytes_ = 0;
  uint64_t size_ = 0;
  std::array<Part, kParts> parts_;
};

// A document that has a key. Ordered by fingerprint, of equal ones by who is kept.
struct ExactRecord {
  Hash128 fingerprint;
  Standing standing;
  friend auto operator<=>(const ExactRecord&, const ExactRecord&) = default;
};

// Of each fingerprint the document that stands first is kept, and all references. Members
// (cluster.h) come ascending by document, all of clusters of at least two; the similarity is
// exactly 1.
//
// `records`: sealed; a document is there once. Time: reading them, and sorting the members. Memory:
// options.memory, beside what the records take.
ClusterCounts cluster_exact(const io::ExternalSort<ExactRecord>& records,
                            const ClusterOptions& options, const UseMember& use);

// The same of sketch files whose one band is the fingerprint's upper half and whose sketch is the
// whole of it (exact_config()). Of all partitions, or of some: [first, end) of set.config().
ClusterCounts cluster_exact(const SketchSet& set, uint32_t first, uint32_t end,
                            const ClusterOptions& options, const UseMember& use);

// `digest`: of what makes keys, and of the rest (SketchConfig).
SketchConfig exact_config(const std::string& digest);
// Appends what exact_config() wants of a document with this fingerprint; of one without, no hash
// and zeros.
void append_fingerprint(const std::optional<Hash128>& fingerprint,
                        std::vector<uint64_t>& band_hashes, std::vector<uint8_t>& sketch);
// From such a sketch.
Hash128 fingerprint_of(std::span<const uint8_t> sketch);

}  // namespace sluice::dedup
