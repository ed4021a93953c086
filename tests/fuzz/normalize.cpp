// Normal form C: of valid text it is valid, its own normal form and what is_nfc() says; stray bytes
// do no harm.
#include "unicode/normalize.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "unicode/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sluice;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::string once;
  to_nfc(text, once);
  std::string twice;
  to_nfc(once, twice);
  if (twice != once || !is_nfc(once)) __builtin_trap();
  if (is_nfc(text) != (text == once)) __builtin_trap();
  if (is_valid_utf8(text) != is_valid_utf8(once)) __builtin_trap();
  std::string buffer;
  if (nfc_view(text, buffer) != once) __builtin_trap();
  return 0;
}
