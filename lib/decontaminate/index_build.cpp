#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <utility>

#include "base/error.h"
#include "base/format.h"
#include "base/record_sort.h"
#include "decontaminate/index.h"
#include "decontaminate/lengths.h"
#include "decontaminate/words.h"

namespace sluice::decontaminate {
namespace {

constexpr uint64_t kMostWords = INT32_MAX;
constexpr size_t kMostPlaces = 4;     // of a run within one part
constexpr uint32_t kFewestWords = 3;  // different ones in a run
constexpr size_t kFilterBits = 16;    // a run, at least
constexpr size_t kLeastFilter = 64;   // words of 64 bits

// The tables of an index that is being built.
struct OwnedTables {
  std::vector<uint32_t> words;
  std::vector<uint8_t> shared;
  std::vector<uint32_t> runs;
  std::vector<uint32_t> lists;
  std::vector<uint32_t> places;
  std::vector<TableSlot> slots;
  std::vector<uint64_t> filter;
  std::vector<PartRecord> parts;
  std::vector<uint32_t> part_items;
  std::vector<ItemRecord> items;
  std::vector<char> strings;
};

uint32_t different(const uint32_t* words, uint32_t count) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < count; ++i) {
    found += std::find(words, words + i, words[i]) == words + i ? 1 : 0;
  }
  return found;
}

class Builder {
 public:
  explicit Builder(std::vector<Item> items) : items_(std::move(items)) {
    std::ranges::sort(items_);
    items_.erase(std::unique(items_.begin(), items_.end()), items_.end());
    tell_apart();
  }

  OwnedTables build() {
    for (const Item& item : items_) add_item(item);
    number_items_of_parts();
    count_shared();
    make_runs();
    return std::move(t_);
  }

 private:
  // Different items of one split that have the same id: files that each count their own.
  void tell_apart() {
    const auto same_id = [](const Item& one, const Item& other) {
      return one.id == other.id && one.split == other.split && one.set == other.set;
    };
    for (auto begin = items_.begin(); begin != items_.end();) {
      const auto end = std::find_if_not(begin + 1, items_.end(),
                                        [&](const Item& one) { return same_id(*begin, one); });
      for (auto other = begin + 1; other != end; ++other) {
        other->id += "~" + std::to_string(other - begin + 1);
      }
      begin = end;
    }
  }

  uint32_t at_end_of_strings(std::string_view string) {
    const size_t begin = t_.strings.size();
    if (begin + string.size() > UINT32_MAX) {
      throw ConfigError("evaluation sets have 4 GiB of text or more: index them apart");
    }
    t_.strings.insert(t_.strings.end(), string.begin(), string.end());
    return static_cast<uint32_t>(begin);
  }

  StringPlace name(const std::string& string) {
    const auto [found, is_new] = names_.try_emplace(string);
    if (is_new) {
      found->second = {at_end_of_strings(string), static_cast<uint32_t>(string.size())};
    }
    return found->second;
  }

  void add_item(const Item& item) {
    ItemRecord record{.set = name(item.set),
                      .split = name(item.split),
                      .id = {at_end_of_strings(item.id), static_cast<uint32_t>(item.id.size())}};
    for (size_t role = 0; role < kRoles; ++role) record.parts[role] = add_part(item.parts[role]);
    const uint32_t question = words_of(record.parts[static_cast<size_t>(Role::question)]);
    const uint32_t answer = words_of(record.parts[static_cast<size_t>(Role::answer)]);
    if (question < kShortestItem && answer < kShortestItem && question + answer >= kShortestItem) {
      record.whole = add_part(item.part(Role::question) + "\n" + item.part(Role::answer));
    }
    const auto number = static_cast<uint32_t>(t_.items.size());
    for (const uint32_t part : record.parts) note(part, number);
    note(record.whole, number);
    t_.items.push_back(record);
  }

  uint32_t words_of(uint32_t part) const { return part == kNone ? 0 : t_.parts[part].words; }

  void note(uint32_t part, uint32_t item) {
    if (part == kNone) return;
    std::vector<uint32_t>& items = part_items_[part];
    if (items.empty() || items.back() != item) items.push_back(item);
  }

  // The part that has these words; kNone without words.
  uint32_t add_part(const std::string& text) {
    reader_.read(text, scratch_, words_);
    if (words_.empty()) return kNone;
    const Hash128 key = hash128(
        {reinterpret_cast<const char*>(words_.data()), words_.size() * sizeof words_.front()});
    const auto [found, is_new] = numbers_.try_emplace(key, static_cast<uint32_t>(t_.parts.size()));
    if (!is_new) return found->second;
    if (t_.words.size() + words_.size() > kMostWords) {
      throw ConfigError("evaluation sets have more than " + with_thousands(kMostWords) +
                        " words: index them apart");
    }
    t_.parts.push_back({.first_word = static_cast<uint32_t>(t_.words.size()),
                        .words = static_cast<uint32_t>(words_.size()),
                        .text = at_end_of_strings(text),
                        .text_bytes = static_cast<uint32_t>(text.size())});
    t_.words.insert(t_.words.end(), words_.begin(), words_.end());
    part_items_.emplace_back();
    return found->second;
  }

  void number_items_of_parts() {
    for (size_t part = 0; part < t_.parts.size(); ++part) {
      t_.parts[part].first_item = static_cast<uint32_t>(t_.part_items.size());
      t_.parts[part].items = static_cast<uint32_t>(part_items_[part].size());
      t_.part_items.insert(t_.part_items.end(), part_items_[part].begin(), part_items_[part].end());
    }
  }

  // Sets of a part, each once, as numbers.
  std::vector<uint64_t> sets_of(size_t part) const {
    std::vector<uint64_t> sets;
    for (const uint32_t item : part_items_[part]) sets.push_back(t_.items[item].set.begin);
    std::ranges::sort(sets);
    sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
    return sets;
  }

  // In how many parts of one set each run of kBoilerplateWords occurs: records of (run and set,
  // place), sorted, in which the parts follow each other.
  void count_shared() {
    std::vector<SortRecord> records;
    for (size_t number = 0; number < t_.parts.size(); ++number) {
      const PartRecord& part = t_.parts[number];
      if (part.words < kBoilerplateWords) continue;
      for (const uint64_t set : sets_of(number)) {
        for (uint32_t i = 0; i + kBoilerplateWords <= part.words; ++i) {
          const uint32_t place = part.first_word + i;
          const uint64_t run = hash_of_run(&t_.words[place], kBoilerplateWords);
          records.push_back({mix_bits(run + mix_bits(set + 1)), uint64_t{number} << 32 | place});
        }
      }
    }
    sort(records);
    t_.shared.assign(t_.words.size(), 0);
    for_each_group(records, [&](std::span<const SortRecord> group) {
      uint32_t parts = 1;
      for (size_t i = 1; i < group.size(); ++i) {
        parts += group[i].value >> 32 != group[i - 1].value >> 32 ? 1 : 0;
      }
      for (const SortRecord& record : group) {
        const auto place = static_cast<uint32_t>(record.value);
        if (different(&t_.words[place], kBoilerplateWords) < kFewestWords) continue;
        t_.shared[place] =
            static_cast<uint8_t>(std::clamp<uint32_t>(parts, t_.shared[place], UINT8_MAX));
      }
    });
  }

  void make_runs() {
    std::vector<SortRecord> records;
    for (const PartRecord& part : t_.parts) {
      for (uint32_t i = 0; i + kAnchorWords <= part.words; ++i) {
        const uint32_t place = part.first_word + i;
        records.push_back({hash_of_run(&t_.words[place]), place});
      }
    }
    sort(records);
    uint64_t count = 0;
    for_each_group(records, [&](std::span<const SortRecord>) { ++count; });
    t_.runs.assign(t_.words.size(), kNone);
    t_.slots.resize(std::bit_ceil(2 * count + 1));
    t_.filter.resize(std::bit_ceil(std::max(count * kFilterBits / 64, uint64_t{kLeastFilter})));
    t_.lists.push_back(0);
    for_each_group(records, [&](std::span<const SortRecord> group) { add_run(group); });
  }

  void add_run(std::span<const SortRecord> group) {
    const auto run = static_cast<uint32_t>(t_.lists.size() - 1);
    const size_t begin = t_.places.size();
    uint32_t parts = 0;
    size_t in_part = 0;
    uint32_t last = kNone;
    for (const SortRecord& record : group) {
      const auto place = static_cast<uint32_t>(record.value);
      t_.runs[place] = run;
      const uint32_t part = part_at(place);
      if (part != last) {
        ++parts;
        in_part = 0;
        last = part;
      }
      if (in_part++ < kMostPlaces) t_.places.push_back(place);
    }
    if (parts > kMostParts ||
        different(&t_.words[group.front().value], kAnchorWords) < kFewestWords) {
      t_.places.resize(begin);
    }
    t_.lists.push_back(static_cast<uint32_t>(t_.places.size()));
    if (t_.places.size() > begin) add_slot(group.front().key, run);
  }

  void add_slot(uint64_t hash, uint32_t run) {
    const uint64_t mask = t_.slots.size() - 1;
    uint64_t at = hash & mask;
    while (t_.slots[at].run != 0) at = (at + 1) & mask;
    t_.slots[at] = {.tag = static_cast<uint32_t>(hash >> 32), .run = run + 1};
    t_.filter[hash >> 12 & (t_.filter.size() - 1)] |=
        uint64_t{1} << (hash & 63) | uint64_t{1} << (hash >> 6 & 63);
  }

  uint32_t part_at(uint32_t place) const {
    const auto behind = std::ranges::upper_bound(t_.parts, place, {}, &PartRecord::first_word);
    return static_cast<uint32_t>(behind - t_.parts.begin()) - 1;
  }

  static void sort(std::vector<SortRecord>& records) {
    std::vector<SortRecord> scratch(records.size());
    sort_records(records, scratch);
  }

  // Calls use(records) for each group with one key.
  template <class Use>
  static void for_each_group(std::span<const SortRecord> records, Use&& use) {
    for (size_t begin = 0; begin < records.size();) {
      size_t end = begin + 1;
      while (end < records.size() && records[end].key == records[begin].key) ++end;
      use(records.subspan(begin, end - begin));
      begin = end;
    }
  }

  std::vector<Item> items_;
  OwnedTables t_;
  WordReader reader_;
  WordReader::Scratch scratch_;
  std::vector<uint32_t> words_;
  std::map<std::string, StringPlace> names_;
  std::map<Hash128, uint32_t> numbers_;  // of parts, by their words
  std::vector<std::vector<uint32_t>> part_items_;
};

}  // namespace

EvaluationIndex build_index(std::vector<Item> items) {
  if (items.empty()) throw ConfigError("the evaluation sets hold no items");
  const auto owned = std::make_shared<const OwnedTables>(Builder(std::move(items)).build());
  return EvaluationIndex({.words = owned->words,
                          .shared = owned->shared,
                          .runs = owned->runs,
                          .lists = owned->lists,
                          .places = owned->places,
                          .slots = owned->slots,
                          .filter = owned->filter,
                          .parts = owned->parts,
                          .part_items = owned->part_items,
                          .items = owned->items,
                          .strings = owned->strings},
                         owned, "the index");
}

}  // namespace sluice::decontaminate
