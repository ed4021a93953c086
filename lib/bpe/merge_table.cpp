#include "bpe/merge_table.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string_view>

namespace sluice::bpe {

MergeTable::MergeTable(const Vocabulary& vocabulary, const TokenIndex& index) {
  if (vocabulary.semantics == Semantics::rank) {
    results_.resize(vocabulary.tokens.size());
    std::iota(results_.begin(), results_.end(), TokenId{0});
    fill(halves(vocabulary, index));
    return;
  }
  std::vector<Entry> entries;
  entries.reserve(vocabulary.merges.size());
  results_.reserve(vocabulary.merges.size());
  for (const Merge& merge : vocabulary.merges) {
    entries.push_back({.pair = uint64_t{merge.left} << kIdBits | merge.right,
                       .rank = static_cast<uint32_t>(results_.size())});
    results_.push_back(index.find(vocabulary.tokens[merge.left], vocabulary.tokens[merge.right]));
  }
  fill(entries);
}

std::vector<MergeTable::Entry> MergeTable::halves(const Vocabulary& vocabulary,
                                                  const TokenIndex& index) {
  std::vector<Entry> entries;
  entries.reserve(vocabulary.tokens.size() * 3);
  for (size_t id = 0; id < vocabulary.tokens.size(); ++id) {
    const std::string_view token = vocabulary.tokens[id];
    for (size_t cut = 1; cut < token.size(); ++cut) {
      const TokenId left = index.find(token.substr(0, cut));
      if (left == kNoToken) continue;
      const TokenId right = index.find(token.substr(cut));
      if (right == kNoToken) continue;
      entries.push_back(
          {.pair = uint64_t{left} << kIdBits | right, .rank = static_cast<uint32_t>(id)});
    }
  }
  return entries;
}

// Of a pair that is listed twice the last rank counts, as in Hugging Face's map.
void MergeTable::fill(const std::vector<Entry>& entries) {
  const size_t slots = std::bit_ceil(std::max<size_t>(entries.size() * 2, 16));
  slots_.assign(slots, kFree);
  mask_ = slots - 1;
  shift_ = 64 - std::countr_zero(slots);
  for (const Entry& entry : entries) {
    size_t at = slot_of(entry.pair);
    while (slots_[at] != kFree && slots_[at] >> kRankBits != entry.pair) at = (at + 1) & mask_;
    slots_[at] = entry.pair << kRankBits | entry.rank;
  }
}

}  // namespace sluice::bpe
