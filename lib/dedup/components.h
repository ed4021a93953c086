// From pairs to what is kept, by connected components: of all documents that pairs join, over
// whatever number of steps, one is kept. It may resemble the removed ones little; FineWeb was made
// so, from unverified pairs.
//
//   Components components(documents.size());
//   components.unite(first, second); …
//   components.finish(documents, Components::Keep::root, [&](const Member& member) { … });
#pragma once

#include <cstdint>

#include "base/large_pages.h"
#include "dedup/cluster.h"
#include "dedup/documents.h"

namespace sluice::dedup {

// Union-find by size. Memory: 8 bytes a document of the run, of which the system gives only what is
// touched; 8 more in finish() where the survivor is the first in standing.
class Components {
 public:
  enum class Keep : uint8_t {
    // datatrove's choice: the root of the larger tree stays root, of equal ones that of the pair's
    // first. It depends on the order of unite().
    root,
    first_standing,
  };

  explicit Components(uint64_t documents);

  void unite(uint64_t first, uint64_t second);
  uint64_t find(uint64_t document);

  // All members of components of at least two, ascending. A component with references keeps them
  // all, and only them; its survivor is a reference then.
  ClusterCounts finish(const Documents& documents, Keep keep, const UseMember& use);

 private:
  uint64_t size_of(uint64_t root) const;

  // Of a root of more than one: kRoot and its size; of others their parent + 1; 0: stands alone.
  ZeroedTable<uint64_t> parents_;
  uint64_t unions_ = 0;
};

}  // namespace sluice::dedup
