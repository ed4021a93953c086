#include "unicode/list_text.h"

#include <algorithm>
#include <string>

#include "base/error.h"
#include "unicode/utf8.h"

namespace sluice {

size_t find_no_list_text(std::string_view text) {
  return std::min(find_invalid_utf8(text), text.find('\0'));
}

std::string_view list_text(std::string_view content, std::string_view path) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  const size_t at = find_no_list_text(content);
  if (at != content.size()) {
    const auto line = 1 + std::ranges::count(content.substr(0, at), '\n');
    throw ConfigError(std::string(path) + ": line " + std::to_string(line) + ": not UTF-8");
  }
  if (content.starts_with(kByteOrderMark)) content.remove_prefix(kByteOrderMark.size());
  return content;
}

}  // namespace sluice
