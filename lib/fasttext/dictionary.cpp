#include "fasttext/dictionary.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.h"

namespace sluice::fasttext {
namespace {

// A bitmap is as large as the number of buckets, which a small file can say to be billions: up to
// here it takes 12 MB at most.
constexpr uint32_t kMostBitmapBuckets = uint32_t{1} << 26;

// Bucket and row, in the order of buckets; of two for one bucket the one that came last.
std::vector<std::pair<uint32_t, uint32_t>> sorted_pairs(const ModelFile& file) {
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  pairs.reserve(file.prune_pairs.size() / 8);
  for (size_t i = 0; i < file.prune_pairs.size(); i += 8) {
    const auto bucket = load<uint32_t>(file.prune_pairs.data() + i);
    if (bucket >= file.buckets) continue;  // no hash leads there
    pairs.emplace_back(bucket, file.words + load<uint32_t>(file.prune_pairs.data() + i + 4));
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  size_t kept = 0;
  for (size_t i = 0; i < pairs.size(); ++i) {
    if (i + 1 < pairs.size() && pairs[i + 1].first == pairs[i].first) continue;
    pairs[kept++] = pairs[i];
  }
  pairs.resize(kept);
  return pairs;
}

}  // namespace

WordIndex::WordIndex(const ModelFile& file, std::string_view name) {
  const uint32_t entries = file.words + file.labels;
  slots_.resize(std::bit_ceil(size_t{entries} + entries / 2 + 1));
  mask_ = slots_.size() - 1;
  for (uint32_t entry = 0; entry < entries; ++entry) {
    const std::string_view text = file.text(entry);
    const uint32_t hash = hash_of(text);
    size_t at = first(hash);
    size_t probes = 0;
    while (slots_[at].entry != kNone &&
           (slots_[at].hash != hash || file.text(slots_[at].entry) != text)) {
      if (++probes == kMostProbes) {
        throw ConfigError(std::string(name) + ": more than " + std::to_string(kMostProbes) +
                          " words lie in one place of the dictionary, which no training text has: "
                          "the file is damaged");
      }
      at = (at + 1) & mask_;
    }
    slots_[at] = {hash, entry};
  }
}

BucketRows::BucketRows(const ModelFile& file) : words_(file.words), is_pruned_(file.pruned) {
  if (file.buckets == 0) {
    is_pruned_ = true;  // of all
    return;
  }
  buckets_ = Remainder(file.buckets);
  if (!is_pruned_) return;
  const auto pairs = sorted_pairs(file);
  rows_.reserve(pairs.size());
  for (const auto& [bucket, row] : pairs) rows_.push_back(row);
  if (file.buckets > kMostBitmapBuckets) {
    keys_.reserve(pairs.size());
    for (const auto& [bucket, row] : pairs) keys_.push_back(bucket);
    return;
  }
  bitmap_.resize(file.buckets / 64 + 1);
  for (const auto& [bucket, row] : pairs) bitmap_[bucket / 64] |= uint64_t{1} << bucket % 64;
  ranks_.reserve(bitmap_.size());
  uint32_t before = 0;
  for (const uint64_t word : bitmap_) {
    ranks_.push_back(before);
    before += static_cast<uint32_t>(std::popcount(word));
  }
}

uint32_t BucketRows::search(uint32_t bucket) const {
  const auto found = std::lower_bound(keys_.begin(), keys_.end(), bucket);
  if (found == keys_.end() || *found != bucket) return kNone;
  return rows_[static_cast<size_t>(found - keys_.begin())];
}

}  // namespace sluice::fasttext
