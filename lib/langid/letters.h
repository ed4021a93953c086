// What the identifier makes of a character: a letter of some script, folded to one form of it, or
// nothing to look at.
//
//   const Letter letter = letters[U'É'];   // kind letter, script Latn's number, folded U'é'
//
// Folded: simple case folding, compatibility forms of one character (full-width, Arabic
// presentation forms), and Greek without accents, as capitals are written, so that a text and its
// ALL-CAPS form look alike. Scripts are numbered by the model (model.h); kana and Bopomofo count as
// Han, as one text mixes them.
//
// The table is part of the model and was made with it (training/langid/letters.h), so that the
// answers do not depend on the machine's Unicode version.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sluice::langid {

enum class LetterKind : uint8_t {
  other,       // ends a word
  ignored,     // as if it were not there: joiners, tatweel, Arabic and Hebrew points
  apostrophe,  // between two letters a letter, U+0027; otherwise ends a word
  mark,        // combines with any script's letter, U+0300 to U+036F
  letter,
};

struct Letter {
  LetterKind kind = LetterKind::other;
  uint8_t script = 0;
  char32_t folded = 0;
};

class LetterTable {
 public:
  static constexpr size_t kPage = 256;
  static constexpr size_t kPages = 0x110000 / kPage;

  // One entry in the table's second stage; `folded` 0 stands for the character itself, so that
  // stretches without case share a page.
  static constexpr uint32_t pack(Letter letter) {
    return letter.folded | uint32_t{letter.script} << 24 | static_cast<uint32_t>(letter.kind) << 21;
  }

  LetterTable() = default;
  // `pages`: for each kPage code points the number of their page; `entries`: the pages. Both must
  // outlive the table; every number must be one of a page there is.
  LetterTable(std::span<const uint16_t> pages, std::span<const uint32_t> entries)
      : pages_(pages), entries_(entries) {}

  Letter operator[](char32_t code_point) const {
    const uint32_t entry = entries_[pages_[code_point / kPage] * kPage + code_point % kPage];
    const char32_t folded = entry & 0x1FFFFF;
    return {static_cast<LetterKind>(entry >> 21 & 7), static_cast<uint8_t>(entry >> 24),
            folded == 0 ? code_point : folded};
  }

 private:
  std::span<const uint16_t> pages_;
  std::span<const uint32_t> entries_;
};

}  // namespace sluice::langid
