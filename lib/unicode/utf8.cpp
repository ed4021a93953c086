#include "unicode/utf8.h"

#include <simdjson.h>

namespace sluice {
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
