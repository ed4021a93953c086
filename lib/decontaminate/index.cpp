#include "decontaminate/index.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "base/error.h"

namespace sluice::decontaminate {
namespace {

template <class T>
Hash128 hash_of(std::span<const T> table) {
  return hash128({reinterpret_cast<const char*>(table.data()), table.size_bytes()});
}

Hash128 fingerprint_of(const IndexTables& tables) {
  // What follows from these need not be asked.
  const std::array<Hash128, 6> hashes = {hash_of(tables.words), hash_of(tables.shared),
                                         hash_of(tables.parts), hash_of(tables.part_items),
                                         hash_of(tables.items), hash_of(tables.strings)};
  return hash128({reinterpret_cast<const char*>(hashes.data()), sizeof hashes});
}

[[noreturn]] void refuse(const std::string& name, const std::string& what) {
  throw ConfigError(name + ": its " + what + ": build the index again");
}

}  // namespace

EvaluationIndex::EvaluationIndex(const IndexTables& tables, std::shared_ptr<const void> owner,
                                 const std::string& name)
    : tables_(tables), owner_(std::move(owner)) {
  check(name);
  filter_mask_ = tables_.filter.size() - 1;
  slot_mask_ = tables_.slots.size() - 1;
  fingerprint_ = fingerprint_of(tables_);
  weights_.assign(tables_.words.size(), kFullWeight);
  for (const PartRecord& part : tables_.parts) weigh(part);
}

void EvaluationIndex::weigh(const PartRecord& part) {
  if (part.words < kBoilerplateWords) return;
  const uint32_t runs = part.words - kBoilerplateWords + 1;
  const auto weight_of_run = [&](uint32_t i) -> uint32_t {
    const uint32_t shared = tables_.shared[part.first_word + i];
    return shared == 0 || shared > kMostShared ? 0 : kFullWeight / shared;
  };
  uint32_t sum = 0;
  uint32_t count = 0;
  for (uint32_t i = 0; i < part.words; ++i) {
    if (i < runs) {
      sum += weight_of_run(i);
      ++count;
    }
    if (i >= kBoilerplateWords) {
      sum -= weight_of_run(i - kBoilerplateWords);
      --count;
    }
    weights_[part.first_word + i] = static_cast<uint8_t>(sum / count);
  }
}

bool EvaluationIndex::holds_own_run(uint32_t place, uint32_t words) const {
  for (uint32_t i = 0; i + kBoilerplateWords <= words; ++i) {
    const uint32_t shared = tables_.shared[place + i];
    if (shared > 0 && shared <= kMostShared) return true;
  }
  return false;
}

void EvaluationIndex::check(const std::string& name) const {
  const IndexTables& t = tables_;
  if (!std::has_single_bit(t.slots.size()) || !std::has_single_bit(t.filter.size())) {
    refuse(name, "table or filter is no power of two");
  }
  if (t.shared.size() != t.words.size() || t.runs.size() != t.words.size()) {
    refuse(name, "tables of words have different sizes");
  }
  if (t.words.size() > INT32_MAX || t.items.size() > INT32_MAX || t.parts.size() > INT32_MAX) {
    refuse(name, "tables are too large");
  }
  uint64_t word = 0;
  uint64_t item = 0;
  for (const PartRecord& part : t.parts) {
    if (part.first_word != word || part.words == 0 || part.first_item != item) {
      refuse(name, "parts do not follow each other");
    }
    word += part.words;
    item += part.items;
  }
  if (word != t.words.size() || item != t.part_items.size()) refuse(name, "parts end elsewhere");
  const auto is_item = [&](uint32_t number) { return number < t.items.size(); };
  if (!std::ranges::all_of(t.part_items, is_item)) refuse(name, "parts name items that are not");
  check_runs(name);
  check_strings(name);
}

void EvaluationIndex::check_runs(const std::string& name) const {
  const IndexTables& t = tables_;
  if (t.lists.empty() || t.lists.front() != 0 || t.lists.back() != t.places.size() ||
      !std::ranges::is_sorted(t.lists)) {
    refuse(name, "lists of places do not follow each other");
  }
  const auto is_run = [&](uint32_t run) { return run == kNone || run + 1 < t.lists.size(); };
  if (!std::ranges::all_of(t.runs, is_run)) refuse(name, "words begin runs that are not");
  const auto is_place = [&](uint32_t place) {
    return uint64_t{place} + kAnchorWords <= t.words.size();
  };
  if (!std::ranges::all_of(t.places, is_place)) {
    refuse(name, "places lie behind its words");
  }
  bool has_empty = false;
  for (const TableSlot& slot : t.slots) {
    has_empty = has_empty || slot.run == 0;
    if (slot.run >= t.lists.size()) refuse(name, "table names runs that are not");
  }
  if (!has_empty) refuse(name, "table is full");
}

void EvaluationIndex::check_strings(const std::string& name) const {
  const IndexTables& t = tables_;
  const auto inside = [&](StringPlace place) {
    return place.begin <= t.strings.size() && place.bytes <= t.strings.size() - place.begin;
  };
  for (const PartRecord& part : t.parts) {
    if (!inside({part.text, part.text_bytes})) refuse(name, "texts lie behind its end");
  }
  const auto is_part = [&](uint32_t part) { return part == kNone || part < t.parts.size(); };
  for (const ItemRecord& item : t.items) {
    if (!inside(item.set) || !inside(item.split) || !inside(item.id)) {
      refuse(name, "names lie behind its end");
    }
    if (!std::ranges::all_of(item.parts, is_part) || !is_part(item.whole)) {
      refuse(name, "items name parts that are not");
    }
  }
}

uint32_t EvaluationIndex::part_at(uint32_t place) const {
  const auto behind = std::ranges::upper_bound(tables_.parts, place, {}, &PartRecord::first_word);
  return static_cast<uint32_t>(behind - tables_.parts.begin()) - 1;
}

uint32_t EvaluationIndex::find(const uint32_t* words, uint64_t hash) const {
  const auto tag = static_cast<uint32_t>(hash >> 32);
  for (uint64_t at = hash & slot_mask_;; at = (at + 1) & slot_mask_) {
    const TableSlot slot = tables_.slots[at];
    if (slot.run == 0) return kNone;
    if (slot.tag != tag) continue;
    const auto places = places_of(slot.run - 1);
    if (!places.empty() &&
        std::memcmp(words, &tables_.words[places.front()], kAnchorWords * sizeof *words) == 0) {
      return slot.run - 1;
    }
  }
}

}  // namespace sluice::decontaminate
