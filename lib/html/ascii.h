// Classes of ASCII characters as the HTML standard names them. Internal to html.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice::html {

constexpr bool is_letter(char c) { return (static_cast<uint8_t>(c) | 0x20u) - 'a' < 26u; }
constexpr bool is_digit(char c) { return static_cast<uint8_t>(c) - unsigned{'0'} < 10u; }
constexpr bool is_upper(char c) { return static_cast<uint8_t>(c) - unsigned{'A'} < 26u; }
constexpr bool is_alphanumeric(char c) { return is_letter(c) || is_digit(c); }
constexpr char to_lower(char c) { return is_upper(c) ? static_cast<char>(c | 0x20) : c; }

// Space, tab, line feed, form feed, carriage return.
constexpr bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

// Value of a hexadecimal digit, or -1.
constexpr int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  const char lower = to_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// `lower` is in lower case.
constexpr bool equals_ignoring_case(std::string_view any, std::string_view lower) {
  if (any.size() != lower.size()) return false;
  for (size_t i = 0; i < any.size(); ++i) {
    if (to_lower(any[i]) != lower[i]) return false;
  }
  return true;
}

constexpr bool starts_with_ignoring_case(std::string_view any, std::string_view lower) {
  return any.size() >= lower.size() && equals_ignoring_case(any.substr(0, lower.size()), lower);
}

}  // namespace sluice::html
