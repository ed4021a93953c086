#include "extract/characters.h"

#include <algorithm>
#include <array>

#include "unicode/utf8.h"

namespace sluice::extract {
namespace {

constexpr char32_t kNonJoiner = 0x200C;
constexpr char32_t kJoiner = 0x200D;

struct Range {
  char32_t first;
  char32_t last;
};

template <size_t size>
bool is_in(const std::array<Range, size>& ranges, char32_t code_point) {
  return std::any_of(ranges.begin(), ranges.end(), [&](const Range& range) {
    return code_point >= range.first && code_point <= range.last;
  });
}

// Letters and marks of scripts in which a joiner changes what is read.
constexpr std::array<Range, 13> kJoiningScripts = {{
    {0x0620, 0x06FF},  // Arabic
    {0x0700, 0x08FF},  // Syriac, Thaana, N'Ko, Mandaic, more Arabic
    {0x0900, 0x0DFF},  // Devanagari to Sinhala
    {0x0E80, 0x0FFF},  // Lao, Tibetan
    {0x1000, 0x109F},  // Myanmar
    {0x1780, 0x18AF},  // Khmer, Mongolian
    {0x1900, 0x1CFF},  // Limbu to Vedic
    {0xA800, 0xA8FF},  // Syloti Nagri to Devanagari Extended
    {0xA900, 0xAAFF},  // Kayah Li to Meetei Mayek Extensions
    {0xABC0, 0xABFF},  // Meetei Mayek
    {0xFB50, 0xFDFF},  // Arabic presentation forms
    {0xFE70, 0xFEFC},
    {0x10A00, 0x11FFF},  // Kharoshthi, Manichaean, Brahmi and its descendants
}};

constexpr std::array<Range, 5> kEmoji = {{
    {0x2190, 0x21FF},  // arrows, in "head shaking"
    {0x2600, 0x27BF},  // gender signs, hearts
    {0x2B00, 0x2BFF},  // squares
    {0xFE0F, 0xFE0F},  // drawn as emoji: the selector stands between sign and joiner
    {0x1F000, 0x1FAFF},
}};

CharacterKind kind_of(char32_t code_point) {
  if (code_point == '\n') return CharacterKind::line_end;
  if (code_point == ' ' || (code_point >= '\t' && code_point <= '\r')) return CharacterKind::space;
  if (code_point < 0xA0) {
    if (code_point == 0x85) return CharacterKind::line_end;
    const bool control = code_point < 0x20 || code_point >= 0x7F;
    return control ? CharacterKind::removed : CharacterKind::shown;
  }
  if (code_point == 0xA0) return CharacterKind::space;
  if (code_point == 0xAD) return CharacterKind::removed;
  if (code_point < 0x1680) return CharacterKind::shown;
  if (code_point == 0x1680) return CharacterKind::space;
  if (code_point == 0x180E) return CharacterKind::removed;
  if (code_point < 0x2000) return CharacterKind::shown;
  if (code_point <= 0x206F) {
    if (code_point <= 0x200A || code_point == 0x202F || code_point == 0x205F) {
      return CharacterKind::space;
    }
    if (code_point == kNonJoiner || code_point == kJoiner) return CharacterKind::joiner;
    if (code_point <= 0x200F) return CharacterKind::removed;
    if (code_point == 0x2028 || code_point == 0x2029) return CharacterKind::line_end;
    if (code_point >= 0x202A && code_point <= 0x202E) return CharacterKind::removed;
    return code_point >= 0x2060 ? CharacterKind::removed : CharacterKind::shown;
  }
  if (code_point == 0x3000) return CharacterKind::space;
  if (code_point == 0xFEFF) return CharacterKind::removed;
  return CharacterKind::shown;
}

}  // namespace

Character next_character(std::string_view text, size_t at) {
  const CodePoint next = decode_utf8(text, at);
  if (next.size == 0) return {0, 1, CharacterKind::removed};
  return {next.value, next.size, kind_of(next.value)};
}

bool joins(char32_t joiner, char32_t before, char32_t behind) {
  if (is_in(kJoiningScripts, before) && is_in(kJoiningScripts, behind)) return true;
  return joiner == kJoiner && is_in(kEmoji, before) && is_in(kEmoji, behind);
}

char32_t last_code_point(std::string_view text) {
  if (text.empty()) return 0;
  return decode_utf8(text, character_boundary(text, text.size() - 1)).value;
}

}  // namespace sluice::extract
