#include <array>

#include "unicode/break_classes.h"
#include "unicode/segments.h"
#include "unicode/utf8.h"

namespace sluice {
namespace {

// ASCII at which a sentence may end, and all that is not ASCII.
constexpr std::array<bool, 256> kStops = [] {
  std::array<bool, 256> stops{};
  for (const char stop : {'.', '!', '?', '\r', '\n'}) stops[static_cast<uint8_t>(stop)] = true;
  for (size_t byte = 0x80; byte < stops.size(); ++byte) stops[byte] = true;
  return stops;
}();

// Walks the text by its classes, SB3 to SB998 of the annex. Between the places where a sentence may
// end nothing needs a look.
class Sentences {
 public:
  explicit Sentences(std::string_view text) : text_(text) {}

  uint64_t count() {
    uint64_t sentences = 0;
    for (size_t at = skip_white_space(0); at < text_.size(); at = skip_white_space(at)) {
      ++sentences;
      at = end_of_sentence(at);
    }
    return sentences;
  }

 private:
  struct Character {
    SentenceClass value = SentenceClass::other;
    size_t end = 0;
  };

  Character read(size_t at) const {
    const CodePoint next = decode_utf8(text_, at);
    if (next.size == 0) return {SentenceClass::other, at + 1};
    return {classes_.sentence(next.value), at + next.size};
  }

  // White space is what separates and spaces; breaks between these make no sentence.
  size_t skip_white_space(size_t at) const {
    while (at < text_.size()) {
      const Character next = read(at);
      if (next.value != SentenceClass::space && !is_separator(next.value)) break;
      at = next.end;
    }
    return at;
  }

  static bool is_separator(SentenceClass value) {
    return value == SentenceClass::cr || value == SentenceClass::lf ||
           value == SentenceClass::separator;
  }
  static bool is_terminator(SentenceClass value) {
    return value == SentenceClass::full_stop || value == SentenceClass::terminator;
  }
  static bool is_cased(SentenceClass value) {
    return value == SentenceClass::lower || value == SentenceClass::upper;
  }

  size_t end_of_sentence(size_t at) const {
    while (at < text_.size()) {
      if (!kStops[static_cast<uint8_t>(text_[at])]) {
        ++at;
        continue;
      }
      const Character next = read(at);
      if (is_separator(next.value)) return next.end;  // SB4; SB3 is white space
      if (!is_terminator(next.value)) {
        at = next.end;
        continue;
      }
      const Ending ending = judge(at, next);
      if (ending.is_end) return ending.at;
      at = ending.at;
    }
    return at;
  }

  struct Ending {
    bool is_end = false;
    size_t at = 0;  // where the sentence ends, or up to where it does not
  };

  // Of a terminator.
  Ending judge(size_t at, const Character& terminator) const {
    const bool is_full_stop = terminator.value == SentenceClass::full_stop;
    size_t end = skip(SentenceClass::extend, terminator.end);
    if (is_full_stop && end < text_.size()) {
      const SentenceClass next = read(end).value;
      if (next == SentenceClass::numeric) return {false, end};                              // SB6
      if (next == SentenceClass::upper && is_cased(class_before(at))) return {false, end};  // SB7
    }
    end = skip(SentenceClass::close, end);  // SB9
    end = skip(SentenceClass::space, end);  // SB10
    if (end == text_.size()) return {true, end};

    const Character next = read(end);
    if (is_separator(next.value)) return {true, next.end};
    if (is_full_stop && is_lower_ahead(end)) return {false, end};  // SB8
    const bool goes_on = next.value == SentenceClass::continues || is_terminator(next.value);
    return {!goes_on, end};  // SB8a, SB11
  }

  // Past all of this class, and past what extends each of them (SB5).
  size_t skip(SentenceClass value, size_t at) const {
    while (at < text_.size()) {
      const Character next = read(at);
      if (next.value != value && next.value != SentenceClass::extend) break;
      at = next.end;
    }
    return at;
  }

  // Ends at the next terminator at the latest, so that no two full stops look at the same text.
  bool is_lower_ahead(size_t at) const {
    while (at < text_.size()) {
      const Character next = read(at);
      if (next.value == SentenceClass::lower) return true;
      if (next.value == SentenceClass::upper || next.value == SentenceClass::other_letter ||
          is_separator(next.value) || is_terminator(next.value)) {
        return false;
      }
      at = next.end;
    }
    return false;
  }

  SentenceClass class_before(size_t at) const {
    while (at > 0) {
      at = character_boundary(text_, at - 1);
      const SentenceClass value = read(at).value;
      if (value != SentenceClass::extend) return value;
    }
    return SentenceClass::other;
  }

  std::string_view text_;
  const BreakClasses& classes_ = BreakClasses::get();
};

}  // namespace

uint64_t Segmenter::count_sentences(std::string_view text) { return Sentences(text).count(); }

}  // namespace sluice
