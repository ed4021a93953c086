#include "url/hash_set.h"

#include <utility>

namespace sluice::url {
namespace {

constexpr size_t kFirstSlots = 1'024;
constexpr Hash128 kFree{};

// The hash that means a free slot stands for another one.
Hash128 stored(const Hash128& hash) { return hash == kFree ? Hash128{.high = 0, .low = 1} : hash; }

}  // namespace

size_t HashSet::find(const Hash128& hash) const {
  size_t at = hash.low & (slots_.size() - 1);
  while (slots_[at] != kFree && slots_[at] != hash) at = (at + 1) & (slots_.size() - 1);
  return at;
}

bool HashSet::insert(const Hash128& hash) {
  if (4 * (size_ + 1) > 3 * slots_.size()) grow();
  Hash128& slot = slots_[find(stored(hash))];
  if (slot != kFree) return false;
  slot = stored(hash);
  ++size_;
  return true;
}

bool HashSet::contains(const Hash128& hash) const {
  return !slots_.empty() && slots_[find(stored(hash))] != kFree;
}

void HashSet::grow() {
  std::vector<Hash128> old(slots_.empty() ? kFirstSlots : 2 * slots_.size());
  std::swap(old, slots_);
  for (const Hash128& hash : old) {
    if (hash != kFree) slots_[find(hash)] = hash;
  }
}

}  // namespace sluice::url
