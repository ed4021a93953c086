// ASCII letters and digits, whatever the locale: what names in protocols and markup are made of.
// Bytes from 0x80 on are letters of nothing and compare as they are.
//
//   equals_ignoring_case("UTF-8", "utf-8")   // true
#pragma once

#include <algorithm>
#include <string_view>

namespace sluice {

constexpr bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

constexpr bool is_upper(char byte) { return byte >= 'A' && byte <= 'Z'; }

constexpr char to_lower(char byte) {
  return is_upper(byte) ? static_cast<char>(byte + ('a' - 'A')) : byte;
}

constexpr bool is_letter(char byte) { return to_lower(byte) >= 'a' && to_lower(byte) <= 'z'; }
constexpr bool is_alphanumeric(char byte) { return is_letter(byte) || is_digit(byte); }

// As HTML has it: space, tab, line feed, form feed, carriage return.
constexpr bool is_space(char byte) {
  return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r' || byte == '\f';
}

// 0..15, or -1 for what is no hexadecimal digit.
constexpr int hex_value(char byte) {
  if (is_digit(byte)) return byte - '0';
  const char lower = to_lower(byte);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

constexpr bool equals_ignoring_case(std::string_view one, std::string_view other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](char a, char b) { return to_lower(a) == to_lower(b); });
}

constexpr bool starts_ignoring_case(std::string_view text, std::string_view beginning) {
  return equals_ignoring_case(text.substr(0, beginning.size()), beginning);
}

}  // namespace sluice
