#include "dedup/components.h"

#include <algorithm>
#include <utility>

namespace sluice::dedup {
namespace {

constexpr uint64_t kRoot = uint64_t{1} << 63;

}  // namespace

Components::Components(uint64_t documents) : parents_(std::max<uint64_t>(documents, 1)) {}

uint64_t Components::find(uint64_t document) {
  while (parents_[document] != 0 && (parents_[document] & kRoot) == 0) {
    const uint64_t parent = parents_[document] - 1;
    // Every other document on the way is led to its grandparent.
    if ((parents_[parent] & kRoot) == 0) parents_[document] = parents_[parent];
    document = parents_[document] - 1;
  }
  return document;
}

uint64_t Components::size_of(uint64_t root) const {
  return parents_[root] == 0 ? 1 : parents_[root] & ~kRoot;
}

void Components::unite(uint64_t first, uint64_t second) {
  uint64_t root = find(first);
  uint64_t other = find(second);
  if (root == other) return;
  const uint64_t size = size_of(root) + size_of(other);
  if (size_of(root) < size_of(other)) std::swap(root, other);
  parents_[other] = root + 1;
  parents_[root] = kRoot | size;
  ++unions_;
}

ClusterCounts Components::finish(const Documents& documents, Keep keep, const UseMember& use) {
  ClusterCounts counts;
  counts.edges = unions_;
  // Of a root: who is kept instead of it, + 1.
  ZeroedTable<uint64_t> survivors(parents_.size());
  const uint64_t candidates = keep == Keep::root ? documents.references() : documents.size();
  for (uint64_t document = 0; document < candidates; ++document) {
    if (parents_[document] == 0) continue;
    uint64_t& survivor = survivors[find(document)];
    const bool better =
        survivor == 0 || documents.standing(document) < documents.standing(survivor - 1);
    if (better) survivor = document + 1;
  }
  for (uint64_t document = 0; document < documents.size(); ++document) {
    if (parents_[document] == 0) continue;
    const uint64_t root = find(document);
    const uint64_t size = size_of(root);
    ++counts.documents;
    if (root == document) {
      ++counts.clusters;
      counts.largest = std::max(counts.largest, size);
    }
    Member member{.document = document, .survivor = document, .size = size, .similarity = {}};
    const bool chosen = survivors[root] == 0 ? root == document : survivors[root] == document + 1;
    if (!chosen && document >= documents.references()) {
      member.survivor = survivors[root] == 0 ? root : survivors[root] - 1;
      ++counts.removed;
    }
    use(member);
  }
  return counts;
}

}  // namespace sluice::dedup
