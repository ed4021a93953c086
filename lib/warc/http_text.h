// Bytes of HTTP headers: classes of bytes, trimming, lines and lists; on top of base/ascii.h.
#pragma once

#include <string_view>

#include "base/ascii.h"

namespace sluice::warc {

constexpr bool is_http_space(char byte) {
  return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

// RFC 9110, section 5.6.2: what names, methods and the parts of media types are made of.
constexpr bool is_token_byte(char byte) {
  const char lower = to_lower(byte);
  return (lower >= 'a' && lower <= 'z') || is_digit(byte) ||
         std::string_view("!#$%&'*+-.^_`|~").find(byte) != std::string_view::npos;
}

constexpr std::string_view trim_left(std::string_view text) {
  while (!text.empty() && is_http_space(text.front())) text.remove_prefix(1);
  return text;
}

constexpr std::string_view trim_right(std::string_view text) {
  while (!text.empty() && is_http_space(text.back())) text.remove_suffix(1);
  return text;
}

constexpr std::string_view trim(std::string_view text) { return trim_right(trim_left(text)); }

// Takes the next line off `rest`, which must not be empty. The line's end, "\n" with any "\r"
// before it, is no part of it.
constexpr std::string_view take_line(std::string_view& rest) {
  const size_t feed = rest.find('\n');
  std::string_view line = rest.substr(0, feed);
  rest.remove_prefix(feed == std::string_view::npos ? rest.size() : feed + 1);
  while (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

// Takes the next element of a comma-separated list off `rest`, trimmed; it may be empty.
constexpr std::string_view take_element(std::string_view& rest) {
  const size_t comma = rest.find(',');
  const std::string_view element = rest.substr(0, comma);
  rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
  return trim(element);
}

}  // namespace sluice::warc
