// Character encodings of the web, by the names and labels of the WHATWG Encoding Standard
// (https://encoding.spec.whatwg.org, section 4.2).
//
//   encoding_of_label(" ISO-8859-1 ")      // Encoding::windows_1252: so the web means it
//   name_of(Encoding::windows_1252)        // "windows-1252"
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice::html {

enum class Encoding : uint8_t {
  none,  // no encoding, or one that the standard does not know
  utf_8,
  ibm866,
  iso_8859_2,
  iso_8859_3,
  iso_8859_4,
  iso_8859_5,
  iso_8859_6,
  iso_8859_7,
  iso_8859_8,
  iso_8859_8_i,
  iso_8859_10,
  iso_8859_13,
  iso_8859_14,
  iso_8859_15,
  iso_8859_16,
  koi8_r,
  koi8_u,
  macintosh,
  windows_874,
  windows_1250,
  windows_1251,
  windows_1252,
  windows_1253,
  windows_1254,
  windows_1255,
  windows_1256,
  windows_1257,
  windows_1258,
  x_mac_cyrillic,
  x_user_defined,
  gbk,
  gb18030,
  big5,
  euc_jp,
  iso_2022_jp,
  shift_jis,
  euc_kr,
  replacement,  // labels that are known and whose text browsers refuse to decode
  utf_16be,
  utf_16le,
};
inline constexpr size_t kEncodings = 41;

// As the standard spells it, "UTF-8", "Shift_JIS"; "" for none.
std::string_view name_of(Encoding encoding);

// "Get an encoding": by any of the 228 labels, without case and white space around it.
Encoding encoding_of_label(std::string_view label);

// Each byte is a character (and those below 0x80 are ASCII).
bool is_single_byte(Encoding encoding);

inline bool is_utf_16(Encoding encoding) {
  return encoding == Encoding::utf_16be || encoding == Encoding::utf_16le;
}

}  // namespace sluice::html
