// UTF-8 as Unicode defines it (Table 3-7): no overlong forms, no surrogates, nothing above
// U+10FFFF.
//
//   if (const size_t at = find_invalid_utf8(text); at != text.size()) …   // bad from byte `at` on
//   for (size_t at = 0; at < text.size();) {
//     const CodePoint next = decode_utf8(text, at);
//     at += next.size;
//   }
//
// Validation runs at memory speed on valid text (vector code chosen at run time); the offset of a
// fault is then found a character at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/buffer.h"

namespace sluice {

// Offset of the first byte at which no well-formed sequence begins, or text.size() if all is valid.
// A sequence that is cut short counts from its first byte: "a\xE2\x82" gives 1.
size_t find_invalid_utf8(std::string_view text);

inline bool is_valid_utf8(std::string_view text) { return find_invalid_utf8(text) == text.size(); }

// Appends `bytes` with each maximal subpart of an ill-formed sequence replaced by U+FFFD (Unicode,
// section 3.9, "U+FFFD Substitution of Maximal Subparts"; so does the Encoding Standard), and
// returns how many that were. Linear in the size, however much of it is ill-formed.
uint64_t append_as_utf8(std::string_view bytes, Buffer& out);

// Offset of the first byte from 0x80 on, or text.size().
size_t find_non_ascii(std::string_view text);

// How many well-formed sequences of several bytes there are, and how many U+FFFD
// append_as_utf8() would put.
struct Utf8Census {
  uint64_t multibyte = 0;
  uint64_t invalid = 0;
};
Utf8Census count_utf8(std::string_view bytes);

inline bool is_surrogate(char32_t code_unit) { return code_unit >= 0xD800 && code_unit < 0xE000; }

// Whether a byte is one of a character's behind its first.
constexpr bool continues_character(char byte) {
  return (static_cast<uint8_t>(byte) & 0xC0) == 0x80;
}

// The last place up to `at` where a character begins or the text ends.
inline size_t character_boundary(std::string_view text, size_t at) {
  if (at >= text.size()) return text.size();
  while (at > 0 && continues_character(text[at])) --at;
  return at;
}

struct CodePoint {
  char32_t value = 0;
  uint32_t size = 0;  // bytes, 1..4; 0 if no well-formed sequence begins there
};

// The code point that begins at `at` (< text.size()).
inline CodePoint decode_utf8(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[at + i]); };
  const auto tail = [&](size_t i, int shift) { return char32_t{byte(i) & 0x3Fu} << shift; };
  const auto continues = [&](size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const size_t left = text.size() - at;
  const uint8_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xC2 || left < 2 || !continues(1)) return {};
  if (lead < 0xE0) return {(lead & 0x1Fu) << 6 | tail(1, 0), 2};

  if (left < 3 || !continues(2)) return {};
  if (lead < 0xF0) {
    const char32_t value = (lead & 0x0Fu) << 12 | tail(1, 6) | tail(2, 0);
    return value < 0x800 || is_surrogate(value) ? CodePoint{} : CodePoint{value, 3};
  }

  if (lead > 0xF4 || left < 4 || !continues(3)) return {};
  const char32_t value = (lead & 0x07u) << 18 | tail(1, 12) | tail(2, 6) | tail(3, 0);
  return value < 0x10000 || value > 0x10FFFF ? CodePoint{} : CodePoint{value, 4};
}

// Writes a code point (no surrogate, at most U+10FFFF) and returns its size, 1..4 bytes. All four
// bytes of `out` may be written to.
inline size_t encode_utf8(char32_t code_point, char* out) {
  const auto tail = [code_point](int shift) {
    return static_cast<char>(0x80 | ((code_point >> shift) & 0x3F));
  };
  if (code_point < 0x80) {
    out[0] = static_cast<char>(code_point);
    return 1;
  }
  if (code_point < 0x800) {
    out[0] = static_cast<char>(0xC0 | (code_point >> 6));
    out[1] = tail(0);
    return 2;
  }
  if (code_point < 0x10000) {
    out[0] = static_cast<char>(0xE0 | (code_point >> 12));
    out[1] = tail(6);
    out[2] = tail(0);
    return 3;
  }
  out[0] = static_cast<char>(0xF0 | (code_point >> 18));
  out[1] = tail(12);
  out[2] = tail(6);
  out[3] = tail(0);
  return 4;
}

// The bytes that encode_utf8() writes: 1..4.
inline size_t utf8_size(char32_t code_point) {
  return code_point < 0x80 ? 1 : code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
}

}  // namespace sluice
