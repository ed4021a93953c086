#include "unicode/letter_case.h"

#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include "base/ascii.h"
#include "unicode/utf8.h"

namespace sluice {
namespace {

UChar32 icu(char32_t character) { return static_cast<UChar32>(character); }

// str.islower and str.istitle of one character.
bool is_lowercase(char32_t character) {
  if (character < 0x80) return character >= U'a' && character <= U'z';
  return u_isULowercase(icu(character)) != 0;
}

bool is_titlecase(char32_t character) {
  return character >= 0x80 && u_charType(icu(character)) == U_TITLECASE_LETTER;
}

// ICU counts in int32_t; texts are cut below that, behind a line.
constexpr size_t kMostBytes = size_t{1} << 30;

size_t cut(std::string_view text) {
  if (text.size() <= kMostBytes) return text.size();
  const size_t line = text.rfind('\n', kMostBytes);
  return line == std::string_view::npos ? character_boundary(text, kMostBytes) : line + 1;
}

}  // namespace

void append_lower(std::string_view text, std::string& out) {
  if (find_non_ascii(text) == text.size()) {
    const size_t before = out.size();
    out.append(text);
    std::transform(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(),
                   out.begin() + static_cast<std::ptrdiff_t>(before),
                   [](char byte) { return to_lower(byte); });
    return;
  }
  while (!text.empty()) {
    const size_t size = cut(text);
    UErrorCode status = U_ZERO_ERROR;
    icu::StringByteSink<std::string> sink(&out);
    icu::CaseMap::utf8ToLower("", 0, icu::StringPiece(text.data(), static_cast<int32_t>(size)),
                              sink, nullptr, status);
    if (U_FAILURE(status)) {
      throw std::runtime_error(std::string("ICU's lower case: ") + u_errorName(status));
    }
    text.remove_prefix(size);
  }
}

bool is_uppercase(char32_t character) {
  if (character < 0x80) return is_upper(static_cast<char>(character));
  return u_isUUppercase(icu(character)) != 0;
}

bool is_numeric(char32_t character) {
  if (character < 0x80) return is_digit(static_cast<char>(character));
  return u_getIntPropertyValue(icu(character), UCHAR_NUMERIC_TYPE) != U_NT_NONE;
}

bool is_upper_word(std::string_view word) {
  bool upper = false;
  for (size_t at = 0; at < word.size();) {
    const CodePoint next = decode_utf8(word, at);
    if (is_lowercase(next.value) || is_titlecase(next.value)) return false;
    upper = upper || is_uppercase(next.value);
    at += std::max(next.size, 1u);
  }
  return upper;
}

}  // namespace sluice
