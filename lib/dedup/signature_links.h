// The pairs that datatrove makes of signed documents, in its order, on which it depends who of a
// component is kept (components.h, Keep::root).
//
//   Components components(documents.size());
//   for (const Pair& pair : signature_links(members, 14, 8)) components.unite(…);
//
// Bands come in order; within a band documents are ordered by their rows' values, then by number,
// and each is paired with the one before it where all rows are equal. Link finds the same pairs by
// hashes of bands, in another order; since components do not disturb each other, it is enough to
// order the pairs of each component of three and more, by the signatures of its members.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dedup/edge.h"

namespace sluice::dedup {

struct SignedDocument {
  uint64_t document = 0;
  std::span<const uint64_t> signature;  // bands * rows values; none: meets nobody
};

// Time: O(bands * documents * log(documents)); memory: 8 bytes a document beside the result.
std::vector<Pair> signature_links(std::span<const SignedDocument> documents, uint32_t bands,
                                  uint32_t rows);

}  // namespace sluice::dedup
