// The hot path of most pre-tokenizers: where the ASCII words ahead end, for many words at once.
//
//   AsciiWords<kRules> words(text);
//   const char* end = words.next(at);     // null: a closer look is needed at this piece
//
// A window of text is turned into masks of its classes, bit i for byte i. As long as the text is
// letters, single spaces or joined punctuation between them, and ", " between words, the pieces'
// ends are bits that a few shifts find. What stands at the first byte that is none of these ends
// the word before it, unless it is beyond ASCII and may belong to it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "bpe/ascii_block.h"

namespace sluice::bpe {

// In what the patterns differ there.
struct AsciiWordRules {
  bool punctuation_joins = false;  // "(word" is one piece, as " word" is in all patterns
  bool cased = false;  // "wordWord" is two; "word's" one, so that it needs a closer look
};

template <AsciiWordRules kRules>
class AsciiWords {
 public:
  explicit AsciiWords(std::string_view text)
      : text_end_(text.data() + text.size()), window_(text.data()), window_end_(text.data()) {}

  // The end of the piece that begins at `at`; called for each piece of the text in turn.
  const char* next(const char* at) {
    if (ends_ == 0) {
      if (at == stop_ || !may_begin_words(at)) {
        return nullptr;
      }
      look(at);
      ends_ = word_ends();
      if (ends_ == 0) {
        return nullptr;
      }
    }
    const char* const end = window_ + std::countr_zero(ends_);
    ends_ &= ends_ - 1;
    return end;
  }

 private:
  static constexpr ptrdiff_t kWindow = 64;
  static constexpr ptrdiff_t kEnoughOfWindow = 40;  // bytes; below, a fresh one pays

  // Spares most texts beyond ASCII, numbers and white space the look at the window.
  bool may_begin_words(const char* at) const {
    const auto byte = [](char c) { return static_cast<unsigned char>(c); };
    return byte(*at) - unsigned{' '} < 0x5Fu && byte(*at) - unsigned{'0'} >= 10u &&
           (text_end_ - at < 2 || byte(at[1]) < 0x80);
  }

  // Makes `at` the beginning of the window.
  void look(const char* at) {
    if (window_end_ - at >= kEnoughOfWindow) {
      const ptrdiff_t passed = at - window_;
      letters_ >>= passed;
      small_ >>= passed;
      spaces_ >>= passed;
      punctuation_ >>= passed;
      unknown_ = ~(~unknown_ >> passed);
    } else if (text_end_ - at >= kWindow) {
      load(at);
      window_end_ = at + kWindow;
    } else {
      // What is behind the text ends words like white space.
      char tail[kWindow] = {};
      std::memcpy(tail, at, static_cast<size_t>(text_end_ - at));
      load(tail);
      window_end_ = text_end_;
    }
    window_ = at;
  }

  void load(const char* at) {
    letters_ = small_ = spaces_ = punctuation_ = unknown_ = 0;
    for (int i = 0; i < kWindow; i += AsciiBlock::kSize) {
      const AsciiBlock block = ascii_block(at + i);
      letters_ |= uint64_t{block.letters} << i;
      small_ |= uint64_t{block.small} << i;
      spaces_ |= uint64_t{block.spaces} << i;
      punctuation_ |= uint64_t{block.punctuation} << i;
      unknown_ |= uint64_t{kRules.cased ? block.high | block.apostrophes : block.high} << i;
    }
  }

  uint64_t word_ends() {
    // The piece that begins the window may begin with anything: as behind a letter.
    const uint64_t behind_letter = letters_ << 1 | 1;
    const uint64_t before_letter = letters_ >> 1;
    const uint64_t lone = punctuation_ & behind_letter & (spaces_ & before_letter) >> 1;  // ", "
    uint64_t starts = lone | (spaces_ & before_letter & (behind_letter | lone << 1));
    if constexpr (kRules.punctuation_joins) {
      starts |= punctuation_ & before_letter & behind_letter;
    }
    const uint64_t known = letters_ | starts;
    if constexpr (kRules.cased) {
      starts |= letters_ & ~small_ & (letters_ & small_) << 1;
    }
    const uint64_t stop = ~known & (known + 1);  // the first that is not known; 0 if all are
    stop_ = stop != 0 ? window_ + std::countr_zero(stop) : nullptr;
    return ((starts & (stop - 1)) | (stop & ~unknown_)) & ~uint64_t{1};
  }

  const char* text_end_;
  const char* window_;  // where the masks begin
  const char* window_end_;
  const char* stop_ = nullptr;  // a piece that begins here needs a closer look for certain
  uint64_t ends_ = 0;           // of the pieces ahead
  uint64_t letters_ = 0;
  uint64_t small_ = 0;  // of the letters; other bits mean nothing
  uint64_t spaces_ = 0;
  uint64_t punctuation_ = 0;
  uint64_t unknown_ = 0;  // may belong to the word before it: beyond ASCII, behind the window
};

}  // namespace sluice::bpe
