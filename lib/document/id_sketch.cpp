#include "document/id_sketch.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/hash.h"

namespace sluice {
namespace {

constexpr uint64_t kSeed = 0x6964736B65746368;

}  // namespace

void IdSketch::add(std::string_view id) { add_hash(hash64(id, kSeed)); }

void IdSketch::add_hash(uint64_t hash) {
  if (hash > limit_) return;
  hashes_.push_back(hash);
  if (hashes_.size() >= 2 * kSize) shrink();
}

// Sorted, each once, and no more than kSize.
void IdSketch::shrink() {
  std::sort(hashes_.begin(), hashes_.end());
  hashes_.erase(std::unique(hashes_.begin(), hashes_.end()), hashes_.end());
  if (hashes_.size() < kSize) return;
  hashes_.resize(kSize);
  limit_ = hashes_.back();
}

void IdSketch::merge(const IdSketch& other) {
  for (const uint64_t hash : other.hashes_) add_hash(hash);
}

std::vector<uint64_t> IdSketch::hashes() const {
  IdSketch copy = *this;
  copy.shrink();
  return std::move(copy.hashes_);
}

std::optional<IdSketch> IdSketch::from_hashes(std::vector<uint64_t> hashes) {
  if (hashes.size() > kSize) return std::nullopt;
  if (std::adjacent_find(hashes.begin(), hashes.end(), std::greater_equal<>()) != hashes.end()) {
    return std::nullopt;
  }
  IdSketch sketch;
  sketch.hashes_ = std::move(hashes);
  sketch.shrink();
  return sketch;
}

std::optional<double> IdSketch::share_in(const IdSketch& other) const {
  const std::vector<uint64_t> ours = hashes();
  const std::vector<uint64_t> theirs = other.hashes();
  // Above the largest of a full sketch it does not tell which ids there are.
  uint64_t known = UINT64_MAX;
  for (const auto* side : {&ours, &theirs}) {
    if (side->size() == kSize) known = std::min(known, side->back());
  }
  size_t compared = 0;
  size_t found = 0;
  for (const uint64_t hash : ours) {
    if (hash > known) break;
    ++compared;
    found += std::binary_search(theirs.begin(), theirs.end(), hash);
  }
  if (compared == 0) return ours.empty() ? std::nullopt : std::optional<double>(0);
  return static_cast<double>(found) / static_cast<double>(compared);
}

}  // namespace sluice
