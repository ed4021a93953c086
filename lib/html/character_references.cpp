#include "html/character_references.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <vector>

#include "base/ascii.h"
#include "html/character_references_data.h"
#include "unicode/utf8.h"

namespace sluice::html {

namespace {

struct Named {
  const char* name;
  uint8_t name_size;
  bool bare;  // also stands without a semicolon
  uint8_t length;
  char bytes[8];
};

// The table by a hash of the names, with linear probing.
class NamedTable {
 public:
  NamedTable() : slots_(kSlots) {
    for (std::string_view rest = kNamedReferences; !rest.empty();) {
      const size_t mark = rest.find_first_of("=!");
      const size_t end = rest.find(' ');
      insert(rest.substr(0, mark), rest[mark] == '!', rest.substr(mark + 1, end - mark - 1));
      rest.remove_prefix(end + 1);
    }
  }

  const Named* find(std::string_view name) const {
    for (size_t at = hash(name);; ++at) {
      const Named& entry = slots_[at % kSlots];
      if (entry.name == nullptr) return nullptr;
      if (std::string_view(entry.name, entry.name_size) == name) return &entry;
    }
  }

 private:
  static constexpr size_t kSlots = 8192;

  static size_t hash(std::string_view name) {
    uint64_t hash = name.size();
    for (const char c : name) hash = hash * 0x9E3779B1u + static_cast<uint8_t>(c);
    return (hash ^ hash >> 15) % kSlots;
  }

  void insert(std::string_view name, bool bare, std::string_view points) {
    size_t at = hash(name) % kSlots;
    while (slots_[at].name != nullptr) at = (at + 1) % kSlots;
    Named& entry = slots_[at];
    entry.name = name.data();
    entry.name_size = static_cast<uint8_t>(name.size());
    entry.bare = bare;
    const char* p = points.data();
    const char* const end = p + points.size();
    while (p < end) {
      uint32_t point = 0;
      p = std::from_chars(p, end, point, 16).ptr + 1;
      entry.length = static_cast<uint8_t>(entry.length +
                                          encode_utf8(char32_t{point}, entry.bytes + entry.length));
    }
  }

  std::vector<Named> slots_;
};

constexpr size_t kLongestName = 31;      // CounterClockwiseContourIntegral
constexpr size_t kLongestBareName = 6;   // Aacute
constexpr size_t kShortestBareName = 2;  // gt

// Numbers 0x80 to 0x9F, as windows-1252 has them.
constexpr std::array<uint16_t, 32> kWindows1252 = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

char32_t fixed_up(uint32_t number) {
  if (number == 0 || number > 0x10FFFF || is_surrogate(char32_t{number})) return 0xFFFD;
  if (number >= 0x80 && number < 0xA0) return kWindows1252[number - 0x80];
  return number;
}

CharacterReference match_number(std::string_view text, size_t at) {
  size_t p = at + 2;
  const bool hex = p < text.size() && (text[p] == 'x' || text[p] == 'X');
  p += hex;
  const size_t digits = p;
  uint32_t number = 0;
  for (; p < text.size(); ++p) {
    const int digit = hex ? hex_value(text[p]) : is_digit(text[p]) ? text[p] - '0' : -1;
    if (digit < 0) break;
    // Stays beyond Unicode once it is there, however many digits follow.
    number = std::min(number * (hex ? 16 : 10) + static_cast<uint32_t>(digit), 0x110000u);
  }
  CharacterReference found;
  if (p == digits) return found;
  if (p < text.size() && text[p] == ';') ++p;
  found.size = p - at;
  found.length = encode_utf8(fixed_up(number), found.bytes);
  return found;
}

CharacterReference made(const Named& named, size_t size) {
  CharacterReference found;
  found.size = size;
  found.length = named.length;
  std::memcpy(found.bytes, named.bytes, sizeof found.bytes);
  return found;
}

}  // namespace

CharacterReference match_reference(std::string_view text, size_t at, bool in_attribute) {
  static const NamedTable table;
  if (at + 1 >= text.size()) return {};
  if (text[at + 1] == '#') return match_number(text, at);
  const size_t most = std::min(text.size(), at + 1 + kLongestName + 1);
  size_t end = at + 1;
  while (end < most && is_alphanumeric(text[end])) ++end;
  const std::string_view run = text.substr(at + 1, end - at - 1);
  if (end < text.size() && text[end] == ';') {
    if (const Named* named = table.find(run)) return made(*named, run.size() + 2);
  }
  for (size_t size = std::min(run.size(), kLongestBareName); size >= kShortestBareName; --size) {
    const Named* named = table.find(run.substr(0, size));
    if (named == nullptr || !named->bare) continue;
    const size_t behind = at + 1 + size;
    if (in_attribute && behind < text.size() &&
        (text[behind] == '=' || is_alphanumeric(text[behind]))) {
      return {};
    }
    return made(*named, size + 1);
  }
  return {};
}

void decode_references(std::string_view raw, std::string& out, bool in_attribute) {
  size_t done = 0;
  for (size_t at = raw.find('&'); at != raw.npos; at = raw.find('&', at)) {
    const CharacterReference found = match_reference(raw, at, in_attribute);
    if (found.size == 0) {
      ++at;
      continue;
    }
    out.append(raw, done, at - done);
    out.append(found.text());
    done = at += found.size;
  }
  out.append(raw, done);
}

}  // namespace sluice::html
