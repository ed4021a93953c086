// What normal form C asks of a code point: its combining class, its canonical decomposition, the
// composite that it makes with another, and what NFC's quick check says of it (UAX #15, section 9).
//
//   const NormalizationTable& table = NormalizationTable::get();
//   table.find(U'\u0301').combining_class();     // 230
//   table.compose(U'e', U'\u0301');              // U'é'
//
// Thread-safe; built on first use (some 100 microseconds) and kept until the program ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sluice {

class NormalizationTable {
 public:
  static const NormalizationTable& get();

  // A code point's properties in 32 bits.
  class Entry {
   public:
    // Nothing before it in a text can change with it or combine with it, so that a text may be
    // normalised in parts that begin with such code points.
    bool is_stable() const { return (bits_ & 0x3FF) == 0; }
    uint8_t combining_class() const { return static_cast<uint8_t>(bits_); }
    bool is_never_in_nfc() const { return (bits_ & kNo) != 0; }
    bool may_compose_back() const { return (bits_ & kMaybe) != 0; }  // with what is before it
    // For all but Hangul syllables.
    bool decomposes() const { return bits_ >> kDecompositionShift != 0; }

   private:
    friend class NormalizationTable;
    static constexpr uint32_t kNo = 0x100;
    static constexpr uint32_t kMaybe = 0x200;
    static constexpr int kDecompositionShift = 10;  // above: one past its place in decompositions_

    uint32_t bits_ = 0;
  };
  // `code_point` <= U+10FFFF.
  Entry find(char32_t code_point) const {
    return entries_[size_t{block_of_[code_point >> kBlockShift]} << kBlockShift |
                    (code_point & kBlockMask)];
  }

  // The whole canonical decomposition, in canonical order; of an entry that decomposes().
  std::span<const char32_t> decomposition(Entry entry) const;

  // The primary composite of the two, or 0. For all but Hangul.
  char32_t compose(char32_t first, char32_t second) const;

 private:
  static constexpr int kBlockShift = 6;  // as many code points as share all bytes of UTF-8 but one
  static constexpr char32_t kBlockMask = (1 << kBlockShift) - 1;
  static constexpr size_t kBlocks = 0x110000 >> kBlockShift;
  static constexpr int kSlotBits = 12;  // slots for over four times the composites
  static constexpr size_t kSlots = size_t{1} << kSlotBits;

  struct Composite {
    char32_t first = 0;
    char32_t second = 0;
    char32_t composed = 0;  // 0: the slot is empty
  };

  NormalizationTable();
  Entry& entry(char32_t code_point);
  void add_composites();
  void add_decompositions();
  static size_t slot_of(char32_t first, char32_t second) {
    return (first * 0x9E3779B1u + second * 0x85EBCA6Bu) >> (32 - kSlotBits);
  }

  std::vector<uint16_t> block_of_;        // of each 64 code points; 0 where there is nothing to say
  std::vector<Entry> entries_;            // 64 a block
  std::vector<char32_t> decompositions_;  // each: its length, its code points
  std::vector<Composite> composites_;     // a hash table with linear probing
};

}  // namespace sluice
