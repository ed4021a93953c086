// Pairs of documents: candidates, which share a bucket, and edges, which are verified.
//
//   Pair::of(9, 7)                                    // {7, 9}
//   Edge{7, 9, Similarity::exact(0.83)}
//   sort.add(pack(edge)); … unpack(record)            // 16 bytes, in order of (first, second)
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>

#include "base/record_sort.h"
#include "dedup/documents.h"

namespace sluice::dedup {

// The Jaccard similarity of two documents, kept in 24 bits: 23 for the value, which is therefore
// off by at most 6e-8, one for whether it was computed or estimated from sketches. Decisions are
// made before it is rounded.
class Similarity {
 public:
  static constexpr unsigned kBits = 24;

  Similarity() = default;  // not known
  static Similarity exact(double jaccard) { return Similarity(rounded(jaccard) << 1 | 1); }
  static Similarity estimated(double jaccard) { return Similarity(rounded(jaccard) << 1); }
  static Similarity of_bits(uint32_t bits) { return Similarity(bits); }

  // 0 where it is not known.
  double jaccard() const { return static_cast<double>(bits_ >> 1) / kScale; }
  bool is_exact() const { return (bits_ & 1) != 0; }
  uint32_t bits() const { return bits_; }
  // By value; of the same value, the computed one is the larger.
  friend auto operator<=>(const Similarity&, const Similarity&) = default;

 private:
  static constexpr double kScale = (1 << (kBits - 1)) - 1;
  explicit Similarity(uint32_t bits) : bits_(bits) {}
  static uint32_t rounded(double jaccard) {
    return static_cast<uint32_t>(std::clamp(jaccard, 0.0, 1.0) * kScale + 0.5);
  }

  uint32_t bits_ = 0;
};

// Two different documents, the smaller number first.
struct Pair {
  uint64_t first = 0;
  uint64_t second = 0;

  static Pair of(uint64_t one, uint64_t other) {
    return {.first = std::min(one, other), .second = std::max(one, other)};
  }
  friend auto operator<=>(const Pair&, const Pair&) = default;
};

struct Edge {
  uint64_t first = 0;
  uint64_t second = 0;
  Similarity similarity = {};
  friend auto operator<=>(const Edge&, const Edge&) = default;
};

inline SortRecord pack(const Pair& pair) { return {.key = pair.first, .value = pair.second}; }
inline Pair unpack_pair(const SortRecord& record) { return {record.key, record.value}; }

// A number and a similarity in one value: ordered by the number, then by the similarity.
inline uint64_t with_similarity(uint64_t number, Similarity similarity) {
  return number << Similarity::kBits | similarity.bits();
}
inline uint64_t number_of(uint64_t value) { return value >> Similarity::kBits; }
inline Similarity similarity_of(uint64_t value) {
  return Similarity::of_bits(static_cast<uint32_t>(value & ((1U << Similarity::kBits) - 1)));
}

inline SortRecord pack(const Edge& edge) {
  return {.key = edge.first, .value = with_similarity(edge.second, edge.similarity)};
}
inline Edge unpack_edge(const SortRecord& record) {
  return {record.key, number_of(record.value), similarity_of(record.value)};
}

}  // namespace sluice::dedup
