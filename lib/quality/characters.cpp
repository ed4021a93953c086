#include "quality/characters.h"

#include <bit>
#include <cstddef>
#include <cstring>

#include "unicode/general_category.h"
#include "unicode/utf8.h"

namespace sluice::quality {
namespace {

constexpr char32_t kCodePoints = 0x110000;

struct Range {
  char32_t first;
  char32_t last;
};

constexpr Range kPunctuationMarks[] = {
    {0x0000, 0x0008}, {0x000B, 0x001F}, {0x0021, 0x002F}, {0x003A, 0x0040}, {0x005B, 0x0060},
    {0x007B, 0x009F}, {0x00AB, 0x00AB}, {0x00B4, 0x00B4}, {0x00BB, 0x00BB}, {0x2013, 0x2014},
    {0x2019, 0x2019}, {0x201C, 0x201E}, {0x2026, 0x2026}, {0x2236, 0x2236}, {0x2501, 0x2501},
    {0x25BA, 0x25BA}, {0x3001, 0x3002}, {0x3008, 0x300D}, {0x3010, 0x3011}, {0xFF01, 0xFF01},
    {0xFF05, 0xFF05}, {0xFF08, 0xFF09}, {0xFF0C, 0xFF0C}, {0xFF0E, 0xFF0E}, {0xFF11, 0xFF11},
    {0xFF1A, 0xFF1B}, {0xFF1F, 0xFF1F}, {0xFF5E, 0xFF5E},
};

constexpr Range kTerminalMarks[] = {
    {0x0021, 0x0021},   {0x002E, 0x002E},   {0x003F, 0x003F},   {0x0589, 0x0589},
    {0x061D, 0x061F},   {0x06D4, 0x06D4},   {0x0700, 0x0702},   {0x07F9, 0x07F9},
    {0x0837, 0x0837},   {0x0839, 0x0839},   {0x083D, 0x083E},   {0x0964, 0x0965},
    {0x104A, 0x104B},   {0x1362, 0x1362},   {0x1367, 0x1368},   {0x166E, 0x166E},
    {0x1735, 0x1736},   {0x17D4, 0x17D6},   {0x17D9, 0x17DA},   {0x1803, 0x1803},
    {0x1809, 0x1809},   {0x1944, 0x1945},   {0x1AA8, 0x1AAB},   {0x1B5A, 0x1B5B},
    {0x1B5E, 0x1B5F},   {0x1B7D, 0x1B7E},   {0x1C3B, 0x1C3C},   {0x1C7E, 0x1C7F},
    {0x203C, 0x203D},   {0x2047, 0x2049},   {0x2E2E, 0x2E2E},   {0x2E3C, 0x2E3C},
    {0x2E53, 0x2E54},   {0x3002, 0x3002},   {0xA4FF, 0xA4FF},   {0xA60E, 0xA60F},
    {0xA6F3, 0xA6F3},   {0xA6F7, 0xA6F7},   {0xA876, 0xA877},   {0xA8CE, 0xA8CF},
    {0xA92F, 0xA92F},   {0xA9C8, 0xA9C9},   {0xAA5D, 0xAA5F},   {0xAAF0, 0xAAF1},
    {0xABEB, 0xABEB},   {0xFE52, 0xFE52},   {0xFE56, 0xFE57},   {0xFF01, 0xFF01},
    {0xFF0E, 0xFF0E},   {0xFF1F, 0xFF1F},   {0xFF61, 0xFF61},   {0x10A56, 0x10A57},
    {0x10F55, 0x10F59}, {0x10F86, 0x10F89}, {0x11047, 0x11048}, {0x110BE, 0x110C1},
    {0x11141, 0x11143}, {0x111C5, 0x111C6}, {0x111CD, 0x111CD}, {0x111DE, 0x111DF},
    {0x11238, 0x11239}, {0x1123B, 0x1123C}, {0x112A9, 0x112A9}, {0x1144B, 0x1144C},
    {0x115C2, 0x115C3}, {0x115C9, 0x115D7}, {0x11641, 0x11642}, {0x1173C, 0x1173E},
    {0x11944, 0x11944}, {0x11946, 0x11946}, {0x11A42, 0x11A43}, {0x11A9B, 0x11A9C},
    {0x11C41, 0x11C42}, {0x11EF7, 0x11EF8}, {0x11F43, 0x11F44}, {0x16A6E, 0x16A6F},
    {0x16AF5, 0x16AF5}, {0x16B37, 0x16B38}, {0x16B44, 0x16B44}, {0x16E98, 0x16E98},
    {0x1BC9F, 0x1BC9F}, {0x1DA88, 0x1DA88},
};

// Python counts the information separators as white space, Unicode does not.
constexpr Range kSeparators[] = {{0x1C, 0x1F}};

}  // namespace

CharacterTable::CharacterTable() : classes_(std::make_unique<uint8_t[]>(kCodePoints)) {
  const CategoryTable& categories = CategoryTable::of(UnicodeVersion::v16_0);
  for (char32_t code_point = 0; code_point < kCodePoints; ++code_point) {
    const CategorySet sets = categories.sets(code_point);
    uint8_t& classes = classes_[code_point];
    if ((sets & kLetters) != 0) classes |= kLetter;
    if ((sets & kNumbers) != 0) classes |= kNumber;
    if ((sets & set_of(GeneralCategory::Nd)) != 0) classes |= kDigit;
    if ((sets & set_of(GeneralCategory::Lu)) != 0) classes |= kUpper;
    if ((sets & kWhiteSpace) != 0) classes |= kSpace;
    if (code_point < 0x80 && (sets & kLetters) != 0) classes |= kAsciiLetter;
  }
  const auto mark = [this](auto& ranges, Class which) {
    for (const Range& range : ranges) {
      for (char32_t at = range.first; at <= range.last; ++at) classes_[at] |= which;
    }
  };
  mark(kSeparators, kSpace);
  mark(kPunctuationMarks, kPunctuation);
  mark(kTerminalMarks, kTerminal);
}

const CharacterTable& CharacterTable::get() {
  static const CharacterTable table;
  return table;
}

bool is_punctuation(char32_t character) {
  return CharacterTable::get().is(character, CharacterTable::kPunctuation);
}

bool ends_line(char32_t character) {
  return CharacterTable::get().is(character, CharacterTable::kTerminal);
}

bool is_space(char32_t character) {
  return CharacterTable::get().is(character, CharacterTable::kSpace);
}

uint64_t count_code_points(std::string_view text) {
  uint64_t continuing = 0;
  size_t at = 0;
  for (uint64_t bytes; at + sizeof bytes <= text.size(); at += sizeof bytes) {
    std::memcpy(&bytes, text.data() + at, sizeof bytes);
    continuing += static_cast<uint64_t>(std::popcount(bytes & ~(bytes << 1) & 0x8080808080808080));
  }
  for (; at < text.size(); ++at) continuing += continues_character(text[at]) ? 1 : 0;
  return text.size() - continuing;
}

std::string_view strip_left(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    const CodePoint next = decode_utf8(text, at);
    if (!is_space(next.value)) break;
    at += next.size;
  }
  return text.substr(at);
}

std::string_view strip_right(std::string_view text) {
  while (!text.empty()) {
    const size_t last = character_boundary(text, text.size() - 1);
    if (!is_space(decode_utf8(text, last).value)) break;
    text = text.substr(0, last);
  }
  return text;
}

std::string_view strip(std::string_view text) { return strip_right(strip_left(text)); }

char32_t last_character(std::string_view text) {
  return decode_utf8(text, character_boundary(text, text.size() - 1)).value;
}

}  // namespace sluice::quality
