// From edges to what is kept.
//
// **Star** (`cluster_star`): the lexicographically first maximal independent set of the edges, in
// the order of Standing: who comes first is kept, and whoever has an edge to a kept one is removed.
// So every removed document is a near-duplicate of one that is kept, and no two kept ones have an
// edge; a chain A-B-C keeps A and C where B resembles both and they do not resemble each other. It
// depends on nothing but edges and standings, whatever the order in which they come.
//
// The other way, by connected components, is components.h.
//
//   io::ExternalSort<SortRecord> edges(…);
//   edges.add(pack(edge)); … edges.seal();                      // any order, repetitions allowed
//   cluster_star(edges, documents, options, [&](const Member& member) { … });
//
// Members come ascending by document: all of clusters of two and more; who is not told of stands
// alone and is kept. A removed one is told with the kept neighbour that resembles it most (of
// equals the one that stands first), whose cluster it is in. References are kept, always.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "dedup/documents.h"
#include "dedup/edge.h"
#include "io/external_sort.h"

namespace sluice::dedup {

// A document of a cluster of at least two.
struct Member {
  uint64_t document = 0;
  uint64_t survivor = 0;  // who is kept, and gives the cluster its name; itself if it is kept
  uint64_t size = 0;      // of the cluster, kept ones included
  // To the survivor; not known (0 bits) of a kept one, and where there is no edge between them.
  Similarity similarity = {};

  bool kept() const { return document == survivor; }
  friend auto operator<=>(const Member&, const Member&) = default;
};

// A member without padding, ordered by document: for sorts and files.
struct PackedMember {
  uint64_t document = 0;  // and similarity (edge.h)
  uint64_t survivor = 0;
  uint64_t size = 0;
  friend auto operator<=>(const PackedMember&, const PackedMember&) = default;
};
inline PackedMember pack(const Member& member) {
  return {.document = with_similarity(member.document, member.similarity),
          .survivor = member.survivor,
          .size = member.size};
}
inline Member unpack_member(const PackedMember& packed) {
  return {.document = number_of(packed.document),
          .survivor = packed.survivor,
          .size = packed.size,
          .similarity = similarity_of(packed.document)};
}

struct ClusterCounts {
  uint64_t documents = 0;  // that have an edge
  uint64_t edges = 0;      // different ones
  uint64_t clusters = 0;   // of at least two
  uint64_t removed = 0;
  uint64_t largest = 0;  // members of a cluster
  friend bool operator==(const ClusterCounts&, const ClusterCounts&) = default;
};

struct ClusterOptions {
  size_t memory = size_t{256} << 20;  // bytes
  std::string folder = ".";           // for what does not fit
};

using UseMember = std::function<void(const Member&)>;

// Time: sorting edges three times and documents that have one three times. Memory:
// options.memory, and one bit a document that has an edge; what does not fit is sorted on disk, 16
// bytes an edge and 56 a document.
//
// `edges`: packed (edge.h), sealed, in order of (first, second); of an edge that is there twice the
// more similar one counts. Two references have no edge.
ClusterCounts cluster_star(const io::ExternalSort<SortRecord>& edges, const Documents& documents,
                           const ClusterOptions& options, const UseMember& use);

}  // namespace sluice::dedup
