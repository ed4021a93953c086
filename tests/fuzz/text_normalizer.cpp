// The one-pass normaliser: of valid text it makes valid text in form C, at most three times as
// long, that it leaves as it is; stray bytes do no harm.
#include "unicode/text_normalizer.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "unicode/normalize.h"
#include "unicode/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sluice;
  static const TextNormalizer usual({});
  static const std::array<TextNormalizer, 3> others = {
      TextNormalizer({.digits = true, .marks = Marks::drop_all}),
      TextNormalizer({.punctuation = Punctuation::keep, .marks = Marks::compose, .space = false}),
      TextNormalizer({.lower = false,
                      .punctuation = Punctuation::listed,
                      .listed = U"a…\n",
                      .marks = Marks::keep})};
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Buffer once;
  usual.normalize(text, once);
  if (once.size() > 3 * size) __builtin_trap();
  if (is_valid_utf8(text)) {
    if (!is_valid_utf8(once.view()) || !is_nfc(once.view())) __builtin_trap();
    Buffer twice;
    usual.normalize(once.view(), twice);
    if (twice.view() != once.view()) __builtin_trap();
  }
  for (const TextNormalizer& other : others) {
    Buffer out;
    other.normalize(text, out);
    if (out.size() > 3 * size) __builtin_trap();
    if (is_valid_utf8(text) && !is_valid_utf8(out.view())) __builtin_trap();
  }
  return 0;
}
