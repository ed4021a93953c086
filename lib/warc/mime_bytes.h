// Byte classes of the WHATWG MIME Sniffing standard (section 3). Internal to warc.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace sluice::warc {

// A byte that no text holds: control characters but for white space, form feed and escape.
constexpr bool is_binary_data(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  return value <= 0x08 || value == 0x0b || (value >= 0x0e && value <= 0x1a) ||
         (value >= 0x1c && value <= 0x1f);
}

constexpr bool has_binary_data(std::string_view bytes) {
  return std::any_of(bytes.begin(), bytes.end(), is_binary_data);
}

constexpr bool is_whitespace(char byte) {
  return byte == '\t' || byte == '\n' || byte == '\f' || byte == '\r' || byte == ' ';
}

constexpr bool is_tag_terminating(char byte) { return byte == ' ' || byte == '>'; }

}  // namespace sluice::warc
