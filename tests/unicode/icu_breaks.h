// Word segments and sentences as ICU finds them in a whole text, to compare ours with.
//
//   IcuBreaks icu;
//   icu.words("It's.");                       // {"It's", true}, {".", false}
//   icu.count_sentences("It's. Is it? ");     // 2
//
// ICU is given UTF-16: in UTF-8 its dictionaries take bytes for letters where they judge whether a
// run is long enough to be divided.
#pragma once

#include <unicode/brkiter.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::test {

struct WordPart {
  std::string text;
  bool word = false;

  friend bool operator==(const WordPart&, const WordPart&) = default;
};

class IcuBreaks {
 public:
  IcuBreaks() {
    UErrorCode status = U_ZERO_ERROR;
    words_.reset(icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), status));
    sentences_.reset(icu::BreakIterator::createSentenceInstance(icu::Locale::getRoot(), status));
    if (U_FAILURE(status)) throw std::runtime_error(u_errorName(status));
  }

  std::vector<WordPart> words(std::string_view text) {
    std::vector<WordPart> parts;
    each(*words_, text, [&](const icu::UnicodeString& part) {
      parts.push_back({utf8(part), words_->getRuleStatus() >= UBRK_WORD_NUMBER});
    });
    return parts;
  }

  // Those with anything but white space.
  uint64_t count_sentences(std::string_view text) {
    uint64_t sentences = 0;
    each(*sentences_, text, [&](const icu::UnicodeString& part) {
      bool is_blank = true;
      for (int32_t i = 0; i < part.length(); ++i) is_blank &= u_isUWhiteSpace(part[i]) != 0;
      sentences += is_blank ? 0 : 1;
    });
    return sentences;
  }

 private:
  template <class See>
  static void each(icu::BreakIterator& breaks, std::string_view text, See&& see) {
    const icu::UnicodeString units =
        icu::UnicodeString::fromUTF8({text.data(), static_cast<int32_t>(text.size())});
    breaks.setText(units);
    int32_t begin = 0;
    for (int32_t end = breaks.next(); end != icu::BreakIterator::DONE; end = breaks.next()) {
      see(units.tempSubStringBetween(begin, end));
      begin = end;
    }
  }

  static std::string utf8(const icu::UnicodeString& text) {
    std::string bytes;
    text.toUTF8String(bytes);
    return bytes;
  }

  std::unique_ptr<icu::BreakIterator> words_;
  std::unique_ptr<icu::BreakIterator> sentences_;
};

}  // namespace sluice::test
