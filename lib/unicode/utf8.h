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

namespace sluice {

// Offset of the first byte at which no well-formed sequence begins, or text.size() if all is valid.
// A sequence that is cut short counts from its first byte: "a\xE2\x82" gives 1.
size_t find_invalid_utf8(std::string_view text);

inline bool is_valid_utf8(std::string_view text) { return find_invalid_utf8(text) == text.size(); }

struct CodePoint {
  char32_t value = 0;
  uint32_t size = 0;  // bytes, 1..4; 0 if no well-formed sequence begins there
};

// The code point that begins at `at` (< text.size()).
CodePoint decode_utf8(std::string_view text, size_t at);

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

inline bool is_surrogate(char32_t code_unit) { return code_unit >= 0xD800 && code_unit < 0xE000; }

}  // namespace sluice
