#include "unicode/unspaced.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <bitset>
#include <cstdint>
#include <memory>

namespace sluice {
namespace {

constexpr char32_t kCodePoints = 0x110000;
using Set = std::bitset<kCodePoints>;

bool belongs(UChar32 code_point) {
  if (u_getIntPropertyValue(code_point, UCHAR_LINE_BREAK) == U_LB_COMPLEX_CONTEXT) return true;
  const bool letter_or_mark = (U_GET_GC_MASK(code_point) & (U_GC_L_MASK | U_GC_M_MASK)) != 0;
  return letter_or_mark && (uscript_hasScript(code_point, USCRIPT_HAN) ||
                            uscript_hasScript(code_point, USCRIPT_HIRAGANA) ||
                            uscript_hasScript(code_point, USCRIPT_KATAKANA));
}

std::unique_ptr<const Set> make_set() {
  auto set = std::make_unique<Set>();
  for (char32_t code_point = kFirstUnspaced; code_point < kCodePoints; ++code_point) {
    if (belongs(static_cast<UChar32>(code_point))) set->set(code_point);
  }
  return set;
}

}  // namespace

bool is_unspaced(char32_t code_point) {
  static const std::unique_ptr<const Set> set = make_set();
  return set->test(code_point);
}

}  // namespace sluice
