#include "unicode/scripts.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <string>

#include "unicode/utf8.h"

namespace sluice {

uint64_t count_in_script(std::string_view text, std::string_view script) {
  const int32_t wanted = u_getPropertyValueEnum(UCHAR_SCRIPT, std::string(script).c_str());
  if (wanted == UCHAR_INVALID_CODE) return 0;
  uint64_t count = 0;
  for (size_t at = 0; at < text.size();) {
    const CodePoint next = decode_utf8(text, at);
    UErrorCode error = U_ZERO_ERROR;
    if (uscript_getScript(static_cast<UChar32>(next.value), &error) == wanted) ++count;
    at += next.size;
  }
  return count;
}

}  // namespace sluice
