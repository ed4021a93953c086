// General categories and White_Space of all code points, by Unicode version.
//
// The tables are generated from Unicode's data and compiled in (scripts/generate-unicode-tables),
// so that a pre-tokenizer splits the same way on every machine, whatever ICU the system has.
//
//   const CategoryTable& table = CategoryTable::of(UnicodeVersion::v16_0);
//   table.is(U'é', kLetters);           // true
//   table.category(U'é');               // GeneralCategory::Ll
//
// Thread-safe; a table is built on first use (about a millisecond) and lives until the program
// ends.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace sluice {

enum class UnicodeVersion : uint8_t { v15_0, v16_0, v17_0 };

std::string_view name_of(UnicodeVersion version);                            // "16.0"
std::optional<UnicodeVersion> parse_unicode_version(std::string_view name);  // "16.0"

// Unicode 16.0, table 4-4, in its order; Cn is what is not assigned.
enum class GeneralCategory : uint8_t {
  Lu,
  Ll,
  Lt,
  Lm,
  Lo,
  Mn,
  Mc,
  Me,
  Nd,
  Nl,
  No,
  Pc,
  Pd,
  Ps,
  Pe,
  Pi,
  Pf,
  Po,
  Sm,
  Sc,
  Sk,
  So,
  Zs,
  Zl,
  Zp,
  Cc,
  Cf,
  Cs,
  Co,
  Cn
};

// Sets of categories, as masks: one bit a category, and one for White_Space.
using CategorySet = uint32_t;
constexpr CategorySet set_of(GeneralCategory category) {
  return CategorySet{1} << static_cast<unsigned>(category);
}
template <class... More>
constexpr CategorySet set_of(GeneralCategory first, More... more) {
  return (set_of(first) | ... | set_of(more));
}
inline constexpr CategorySet kWhiteSpace = CategorySet{1} << 31;  // \s: the White_Space property
inline constexpr CategorySet kLetters =                           // \p{L}
    set_of(GeneralCategory::Lu, GeneralCategory::Ll, GeneralCategory::Lt, GeneralCategory::Lm,
           GeneralCategory::Lo);
inline constexpr CategorySet kMarks =  // \p{M}
    set_of(GeneralCategory::Mn, GeneralCategory::Mc, GeneralCategory::Me);
inline constexpr CategorySet kNumbers =  // \p{N}
    set_of(GeneralCategory::Nd, GeneralCategory::Nl, GeneralCategory::No);
inline constexpr CategorySet kPunctuation =  // \p{P}
    set_of(GeneralCategory::Pc, GeneralCategory::Pd, GeneralCategory::Ps, GeneralCategory::Pe,
           GeneralCategory::Pi, GeneralCategory::Pf, GeneralCategory::Po);
inline constexpr CategorySet kSymbols =  // \p{S}
    set_of(GeneralCategory::Sm, GeneralCategory::Sc, GeneralCategory::Sk, GeneralCategory::So);

class CategoryTable {
 public:
  static const CategoryTable& of(UnicodeVersion version);

  UnicodeVersion version() const { return version_; }
  GeneralCategory category(char32_t code_point) const {
    return static_cast<GeneralCategory>(bytes_[code_point] & 0x1F);
  }
  // The bit of its category, and kWhiteSpace where it is white space. `code_point` <= U+10FFFF.
  CategorySet sets(char32_t code_point) const {
    const uint8_t byte = bytes_[code_point];
    return CategorySet{1} << (byte & 0x1F) | CategorySet{byte & 0x80u} << 24;
  }
  bool is(char32_t code_point, CategorySet set) const { return (sets(code_point) & set) != 0; }

 private:
  explicit CategoryTable(UnicodeVersion version);

  UnicodeVersion version_;
  std::unique_ptr<uint8_t[]>
      bytes_;  // one a code point: category, and 0x80 where it is white space
};

}  // namespace sluice
