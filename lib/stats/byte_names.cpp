#include "stats/byte_names.h"

#include <charconv>

#include "unicode/utf8.h"

namespace sluice::stats {
namespace {

constexpr std::string_view kMark = "bytes:";

void append_escaped(std::string& text, char byte) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto value = static_cast<unsigned char>(byte);
  text.append({'%', kDigits[value >> 4], kDigits[value & 0xF]});
}

}  // namespace

std::string text_of_name(std::string_view name) {
  if (is_valid_utf8(name) && !name.starts_with(kMark)) return std::string(name);
  std::string text(kMark);
  for (size_t at = 0; at < name.size();) {
    const size_t size = decode_utf8(name, at).size;
    if (size == 0 || name[at] == '%') {
      append_escaped(text, name[at++]);
    } else {
      text.append(name.substr(at, size));
      at += size;
    }
  }
  return text;
}

std::optional<std::string> name_of_text(std::string_view text) {
  if (!text.starts_with(kMark)) return std::string(text);
  std::string name;
  for (size_t at = kMark.size(); at < text.size(); ++at) {
    if (text[at] != '%') {
      name.push_back(text[at]);
      continue;
    }
    const std::string_view digits = text.substr(at + 1, 2);
    unsigned value = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    if (error != std::errc() || digits.size() != 2 || end != digits.data() + digits.size()) {
      return std::nullopt;
    }
    name.push_back(static_cast<char>(value));
    at += digits.size();
  }
  return name;
}

}  // namespace sluice::stats
