#include "extract/text_counts.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "extract/characters.h"

namespace sluice::extract {
namespace {

// Each kind of byte is counted in eight bits of one number, so that a byte costs one addition.
enum Field : int {
  kBytes = 0,
  kCharacters = 8,
  kDigits = 16,
  kCapitals = 24,
  kSigns = 32,
  kLeads = 40
};
constexpr size_t kStretch = 255;  // bytes until the counters are full

constexpr bool is_space(unsigned char byte) {
  return byte == ' ' || (byte >= '\t' && byte <= '\r' && byte != '\v');
}

// Characters of other scripts that end or part sentences begin with one of these.
constexpr bool may_begin_sign(unsigned char byte) {
  return byte == 0xD8 || byte == 0xE0 || byte == 0xE2 || byte == 0xE3 || byte == 0xEF;
}

constexpr uint64_t addend_of(unsigned char byte) {
  if (is_space(byte)) return 0;
  const auto one = [](Field field) { return uint64_t{1} << field; };
  uint64_t addend = one(kBytes);
  if ((byte & 0xC0) != 0x80) addend += one(kCharacters);
  const bool digit = byte >= '0' && byte <= '9';
  const bool capital = byte >= 'A' && byte <= 'Z';
  const bool small = byte >= 'a' && byte <= 'z';
  if (digit) addend += one(kDigits);
  if (capital) addend += one(kCapitals);
  if (byte > ' ' && byte < 0x7F && !digit && !capital && !small) addend += one(kSigns);
  if (may_begin_sign(byte)) addend += one(kLeads);
  return addend;
}

constexpr std::array<uint64_t, 256> kAddends = [] {
  std::array<uint64_t, 256> addends{};
  for (size_t byte = 0; byte < 256; ++byte) {
    addends[byte] = addend_of(static_cast<unsigned char>(byte));
  }
  return addends;
}();

// Arabic comma, semicolon, question mark and full stop; danda; dashes, quotation marks and the
// ellipsis; ideographic comma and full stop, CJK brackets; full-width signs.
uint32_t count_other_signs(std::string_view text) {
  constexpr std::array<std::string_view, 6> kArabicAndDanda = {"\u060C", "\u061B", "\u061F",
                                                               "\u06D4", "\u0964", "\u0965"};
  uint32_t count = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!may_begin_sign(static_cast<unsigned char>(text[i]))) continue;
    const std::string_view rest = text.substr(i, 3);
    if (rest.starts_with("\xE2\x80") && rest.size() == 3) {
      const auto last = static_cast<unsigned char>(rest[2]);
      count += last >= 0x90 && last <= 0xA6;
    } else if (rest.starts_with("\xE3\x80") && rest.size() == 3) {
      const auto last = static_cast<unsigned char>(rest[2]);
      count += last >= 0x81 && last <= 0x91;
    } else if (rest.starts_with("\xEF\xBC") && rest.size() == 3) {
      const auto last = static_cast<unsigned char>(rest[2]);
      count += last <= 0x8F || (last >= 0x9A && last <= 0xA0);
    } else {
      count += std::any_of(kArabicAndDanda.begin(), kArabicAndDanda.end(),
                           [&](std::string_view sign) { return rest.starts_with(sign); });
    }
  }
  return count;
}

}  // namespace

void TextCounts::add(std::string_view text) {
  while (!text.empty()) {
    const std::string_view stretch = text.substr(0, kStretch);
    text.remove_prefix(stretch.size());
    uint64_t sums = 0;
    uint32_t starts = 0;
    uint32_t before = in_word ? 1 : 0;
    for (const char byte : stretch) {
      const uint64_t addend = kAddends[static_cast<unsigned char>(byte)];
      const auto shown = static_cast<uint32_t>(addend & 1);
      sums += addend;
      starts += shown & ~before;
      before = shown;
    }
    in_word = before != 0;
    const auto sum = [sums](Field field) { return static_cast<uint32_t>(sums >> field & 0xFF); };
    bytes += sum(kBytes);
    characters += sum(kCharacters);
    words += starts;
    digits += sum(kDigits);
    capitals += sum(kCapitals);
    punctuation += sum(kSigns);
    if (sum(kLeads) != 0) punctuation += count_other_signs(stretch);
  }
}

bool is_visible(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte <= ' ') {  // by far the most: what stands between two tags
      ++i;
      continue;
    }
    if (byte < 0x7F) return true;
    const Character character = next_character(text, i);
    if (character.kind == CharacterKind::shown) return true;
    i += character.size;
  }
  return false;
}

}  // namespace sluice::extract
