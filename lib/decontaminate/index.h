// The index of evaluation sets: which runs of words occur in which part of which item.
//
//   const EvaluationIndex index = build_index(items);          // in memory
//   write_index(index, out); …
//   const EvaluationIndex mapped = open_index("evals.index");  // shared by all that map it
//   index.find(words.data(), hash_of_run(words.data()), [&](uint32_t place) { … });
//
// Parts (questions, answers, passages) with the same words are one, so that a question that stands
// in several sets, or a passage that many questions are asked about, is indexed once. All words of
// all parts stand one behind the other; a place is where one of them stands. Every run of
// kAnchorWords words is in a hash table, behind a filter of bits that most texts never get past:
// nothing is sampled, and what is found is compared word by word, so that nothing is found wrongly
// but with a probability of 2^-192.
//
// Not in the table are runs of fewer than three different words ("0 0 0 0 0 0"), and those of more
// than kMostParts parts: what so many items share tells none of them.
//
// Boilerplate. Words within runs of kBoilerplateWords words that several items of one set share
// tell less of each of them: they weigh 1/2 where two items share them, 1/3 of three, and nothing
// from four items on. So an instruction that a set repeats never makes a document look like one of
// its items.
//
// Memory: about 36 bytes a word of the sets, and their text; a fourth of that is looked at often.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/mix_bits.h"
#include "decontaminate/item.h"
#include "io/output.h"

namespace sluice::decontaminate {

inline constexpr uint32_t kAnchorWords = 6;
inline constexpr uint32_t kMostParts = 64;
inline constexpr uint32_t kBoilerplateWords = 8;
inline constexpr uint32_t kMostShared = 3;  // parts; what more of them share is boilerplate
inline constexpr uint32_t kFullWeight = 255;
inline constexpr uint32_t kNone = UINT32_MAX;

// Runs of words as values of a polynomial, so that the next one costs two products.
inline constexpr uint64_t kRunStep = 0xB7E151628AED2A6B;  // odd: the bits of e behind its point
constexpr uint64_t hash_of_run(const uint32_t* words, uint32_t count = kAnchorWords) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < count; ++i) sum = sum * kRunStep + words[i];
  return mix_bits(sum);
}

// Of fixed size, as they lie in the file.
struct PartRecord {
  uint32_t first_word = 0;  // place of its first word
  uint32_t words = 0;
  uint32_t text = 0;  // where its text begins in EvaluationIndex::strings
  uint32_t text_bytes = 0;
  uint32_t first_item = 0;  // in part_items
  uint32_t items = 0;       // that it is a part of
};

// Where a string lies in EvaluationIndex::strings.
struct StringPlace {
  uint32_t begin = 0;
  uint32_t bytes = 0;
};

struct ItemRecord {
  StringPlace set;
  StringPlace split;
  StringPlace id;
  std::array<uint32_t, kRoles> parts = {kNone, kNone, kNone};  // by Role
  // Question and answer one behind the other, where each has fewer than 8 words, and so perhaps no
  // run that tells it, and both together have as many or more.
  uint32_t whole = kNone;
};

struct TableSlot {
  uint32_t tag = 0;  // the upper half of the run's hash
  uint32_t run = 0;  // its number + 1; 0: empty
};

// All tables, as they lie in memory or in a file.
struct IndexTables {
  std::span<const uint32_t> words;  // 32 bits of each word's hash
  // By place: how many parts of one set have the run of kBoilerplateWords that begins there, up to
  // 255; 0 where none begins, or one of fewer than three different words.
  std::span<const uint8_t> shared;
  std::span<const uint32_t> runs;        // by place: the number of the run that begins there
  std::span<const uint32_t> lists;       // by run: where its places begin; one more at the end
  std::span<const uint32_t> places;      // of runs
  std::span<const TableSlot> slots;      // a power of two
  std::span<const uint64_t> filter;      // a power of two
  std::span<const PartRecord> parts;     // by first_word
  std::span<const uint32_t> part_items;  // numbers of items
  std::span<const ItemRecord> items;     // by set, split, id
  std::span<const char> strings;
};

class EvaluationIndex {
 public:
  // What keeps the tables alive is `owner`. Throws ConfigError, "`name`: …", where they do not fit
  // each other: whatever they hold, the functions below then stay within them.
  EvaluationIndex(const IndexTables& tables, std::shared_ptr<const void> owner,
                  const std::string& name);

  const IndexTables& tables() const { return tables_; }
  // Of all tables: the same for the same sets, whatever order or files they came in.
  const Hash128& fingerprint() const { return fingerprint_; }
  size_t runs() const { return tables_.lists.size() - 1; }
  // Of each word, by boilerplate: 0..kFullWeight, the mean over the runs that it is in.
  std::span<const uint8_t> weights() const { return weights_; }
  // Whether so many words from a place on, all of one part, hold a run that is no boilerplate.
  bool holds_own_run(uint32_t place, uint32_t words) const;

  std::string_view string(StringPlace place) const {
    return {tables_.strings.data() + place.begin, place.bytes};
  }
  std::string_view text(uint32_t part) const {
    const PartRecord& record = tables_.parts[part];
    return string({record.text, record.text_bytes});
  }
  std::span<const uint32_t> words_of(uint32_t part) const {
    const PartRecord& record = tables_.parts[part];
    return tables_.words.subspan(record.first_word, record.words);
  }
  std::span<const uint32_t> items_of(uint32_t part) const {
    const PartRecord& record = tables_.parts[part];
    return tables_.part_items.subspan(record.first_item, record.items);
  }
  // The part that a place is in. Time: O(log parts).
  uint32_t part_at(uint32_t place) const;

  // Whether a run of this hash may be in the table; wrongly so for one in some hundred.
  bool may_hold(uint64_t hash) const {
    const uint64_t bits = uint64_t{1} << (hash & 63) | uint64_t{1} << (hash >> 6 & 63);
    return (tables_.filter[hash >> 12 & filter_mask_] & bits) == bits;
  }
  void prefetch(uint64_t hash) const {
    __builtin_prefetch(&tables_.filter[hash >> 12 & filter_mask_]);
  }
  // The run that these words are, or kNone. `words`: kAnchorWords of them; `hash`: theirs.
  uint32_t find(const uint32_t* words, uint64_t hash) const;
  // Where a run stands, ascending; none of what has no list.
  std::span<const uint32_t> places_of(uint32_t run) const {
    return tables_.places.subspan(tables_.lists[run], tables_.lists[run + 1] - tables_.lists[run]);
  }

 private:
  void check(const std::string& name) const;
  void weigh(const PartRecord& part);
  void check_runs(const std::string& name) const;
  void check_strings(const std::string& name) const;

  IndexTables tables_;
  std::shared_ptr<const void> owner_;
  std::vector<uint8_t> weights_;
  uint64_t filter_mask_ = 0;
  uint64_t slot_mask_ = 0;
  Hash128 fingerprint_;
};

// The order of items does not matter; of equal ones one is kept. Of different ones with one id in
// one split, the second is called "id~2", and so on, by their texts. Throws ConfigError if there
// are none, or more words than 2^31. Time: some seconds for 10^7 words.
EvaluationIndex build_index(std::vector<Item> items);

// An index file (docs/formats.md). `out` is no stream. Throws IoError.
void write_index(const EvaluationIndex& index, io::OutputFile& out);
// Maps it. Throws IoError where it is damaged, ConfigError where it is something else.
EvaluationIndex open_index(const std::string& path);
// Bytes that outlive it; `name` is for messages.
EvaluationIndex open_index(std::string_view bytes, const std::string& name);

}  // namespace sluice::decontaminate
