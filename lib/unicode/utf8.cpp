#include "unicode/utf8.h"

#include <simdjson.h>

namespace sluice {
namespace {

bool is_continuation(unsigned char byte) { return (byte & 0xC0) == 0x80; }

}  // namespace

CodePoint decode_utf8(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) -> unsigned char {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0;
  };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xC2 || lead > 0xF4) return {};
  if (!is_continuation(byte(1))) return {};
  char32_t value = byte(1) & 0x3Fu;
  if (lead < 0xE0) return {((lead & 0x1Fu) << 6) | value, 2};

  if (!is_continuation(byte(2))) return {};
  value = (value << 6) | (byte(2) & 0x3Fu);
  if (lead < 0xF0) {
    value |= (lead & 0x0Fu) << 12;
    return value < 0x800 || is_surrogate(value) ? CodePoint{} : CodePoint{value, 3};
  }

  if (!is_continuation(byte(3))) return {};
  value = ((lead & 0x07u) << 18) | (value << 6) | (byte(3) & 0x3Fu);
  return value < 0x10000 || value > 0x10FFFF ? CodePoint{} : CodePoint{value, 4};
}

size_t find_invalid_utf8(std::string_view text) {
  if (simdjson::validate_utf8(text.data(), text.size())) return text.size();
  size_t at = 0;
  while (at < text.size()) {
    const CodePoint next = decode_utf8(text, at);
    if (next.size == 0) break;
    at += next.size;
  }
  return at;
}

}  // namespace sluice
