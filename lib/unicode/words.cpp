#include "unicode/words.h"

#include <unicode/ubrk.h>
#include <unicode/utext.h>

#include <memory>
#include <stdexcept>
#include <string>

namespace sluice {
namespace {

struct CloseBreaks {
  void operator()(UBreakIterator* breaks) const { ubrk_close(breaks); }
};
using Breaks = std::unique_ptr<UBreakIterator, CloseBreaks>;

struct CloseText {
  void operator()(UText* text) const { utext_close(text); }
};

void check(UErrorCode status) {
  if (U_FAILURE(status)) {
    throw std::runtime_error(std::string("ICU's word boundaries: ") + u_errorName(status));
  }
}

Breaks open_word_breaks() {
  UErrorCode status = U_ZERO_ERROR;
  Breaks breaks(ubrk_open(UBRK_WORD, "", nullptr, 0, &status));
  check(status);
  return breaks;
}

// Rules are read once; a clone shares them and costs little.
Breaks clone_word_breaks() {
  static const Breaks first = open_word_breaks();
  UErrorCode status = U_ZERO_ERROR;
  Breaks breaks(ubrk_clone(first.get(), &status));
  check(status);
  return breaks;
}

}  // namespace

uint64_t count_words(std::string_view text) {
  thread_local const Breaks breaks = clone_word_breaks();
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<UText, CloseText> bytes(
      utext_openUTF8(nullptr, text.data(), static_cast<int64_t>(text.size()), &status));
  ubrk_setUText(breaks.get(), bytes.get(), &status);
  check(status);
  uint64_t words = 0;
  while (ubrk_next(breaks.get()) != UBRK_DONE) {
    if (ubrk_getRuleStatus(breaks.get()) >= UBRK_WORD_NUMBER) ++words;
  }
  return words;
}

}  // namespace sluice
