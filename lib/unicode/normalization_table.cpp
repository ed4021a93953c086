#include "unicode/normalization_table.h"

#include <unordered_map>

#include "unicode/hangul.h"
#include "unicode/normalization_data.h"

namespace sluice {

const NormalizationTable& NormalizationTable::get() {
  static const NormalizationTable table;
  return table;
}

NormalizationTable::NormalizationTable()
    : block_of_(kBlocks), entries_(kBlockMask + 1), decompositions_(1), composites_(kSlots) {
  for (const CombiningRange& range : kNormalizationData.combining) {
    for (char32_t c = range.begin; c < range.end; ++c) entry(c).bits_ |= range.combining_class;
  }
  add_composites();
  add_decompositions();
}

NormalizationTable::Entry& NormalizationTable::entry(char32_t code_point) {
  uint16_t& block = block_of_[code_point >> kBlockShift];
  if (block == 0) {
    block = static_cast<uint16_t>(entries_.size() >> kBlockShift);
    entries_.resize(entries_.size() + kBlockMask + 1);
  }
  return entries_[size_t{block} << kBlockShift | (code_point & kBlockMask)];
}

void NormalizationTable::add_composites() {
  for (const Decomposition& composite : kNormalizationData.composites) {
    size_t slot = slot_of(composite.first, composite.second);
    while (composites_[slot].composed != 0) slot = (slot + 1) % kSlots;
    composites_[slot] = {composite.first, composite.second, composite.composed};
    entry(composite.second).bits_ |= Entry::kMaybe;
  }
  for (char32_t vowel = hangul::kVowels; vowel < hangul::kVowels + hangul::kVowelCount; ++vowel) {
    entry(vowel).bits_ |= Entry::kMaybe;
  }
  for (char32_t tail = hangul::kTails + 1; tail < hangul::kTails + hangul::kTailCount; ++tail) {
    entry(tail).bits_ |= Entry::kMaybe;
  }
}

// Steps are followed to their end here, so that a text is decomposed by one look-up a code point.
void NormalizationTable::add_decompositions() {
  std::unordered_map<char32_t, Decomposition> steps;
  for (const auto& list : {kNormalizationData.composites, kNormalizationData.others}) {
    for (const Decomposition& step : list) steps[step.composed] = step;
  }
  for (const Decomposition& other : kNormalizationData.others) {
    entry(other.composed).bits_ |= Entry::kNo;
  }
  for (const auto& [composed, step] : steps) {
    std::vector<char32_t> reversed;
    char32_t first = composed;
    for (auto next = steps.find(first); next != steps.end(); next = steps.find(first)) {
      if (next->second.second != 0) reversed.push_back(next->second.second);
      first = next->second.first;
    }
    reversed.push_back(first);
    entry(composed).bits_ |= static_cast<uint32_t>(decompositions_.size())
                             << Entry::kDecompositionShift;
    decompositions_.push_back(static_cast<char32_t>(reversed.size()));
    decompositions_.insert(decompositions_.end(), reversed.rbegin(), reversed.rend());
  }
}

std::span<const char32_t> NormalizationTable::decomposition(Entry entry) const {
  const char32_t* length = &decompositions_[entry.bits_ >> Entry::kDecompositionShift];
  return {length + 1, *length};
}

char32_t NormalizationTable::compose(char32_t first, char32_t second) const {
  size_t slot = slot_of(first, second);
  for (; composites_[slot].composed != 0; slot = (slot + 1) % kSlots) {
    if (composites_[slot].first == first && composites_[slot].second == second) break;
  }
  return composites_[slot].composed;
}

}  // namespace sluice
