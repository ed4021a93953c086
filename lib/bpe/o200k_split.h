// The splits of o200k, where words end before a capital that follows a small letter:
//
//   [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|…|'d)?|
//   [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|…|'d)?|
//   \p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+
#pragma once

#include "bpe/split_scanner.h"

namespace sluice::bpe {

class O200kSplit {
 public:
  explicit O200kSplit(const SplitScanner& scan) : scan_(scan) {}

  // The end of the piece that begins at `at`, which is not the end of the text.
  const char* next(const char* at) const {
    const char* word = short_word(at);
    return word != nullptr ? word : next_of_any_kind(at);
  }

 private:
  // SplitScanner::short_word(), up to a capital behind a small letter; null before an apostrophe.
  const char* short_word(const char* at) const {
    if (!scan_.has_block(at)) {
      return nullptr;
    }
    const AsciiBlock block = ascii_block(at);
    const unsigned prefix = kPrefixes[static_cast<unsigned char>(*at)];
    const uint32_t small = block.letters & block.small;
    const uint32_t word = (block.letters & ~(small << 1 & ~small)) | prefix;
    const auto size = static_cast<unsigned>(std::countr_one(word));
    const uint32_t unknown = block.high | 1u << AsciiBlock::kSize;
    return size > prefix && (unknown >> size & 1) == 0 && at[size] != '\'' ? at + size : nullptr;
  }
  const char* next_of_any_kind(const char* at) const;

  // The letters of a word, without what may stand before and after them.
  struct Letters {
    const char* end;            // where they began, if there are none
    bool by_first_alternative;  // else by the second, or there are none
  };
  Letters letters(const char* at) const;

  static constexpr SplitScanner::Prefixes kPrefixes = [] {
    SplitScanner::Prefixes prefixes{};
    for (unsigned c = 0; c < 0x80; ++c) {
      const bool letter_or_digit = (c | 0x20) - 'a' < 26 || c - '0' < 10;
      prefixes[c] = !letter_or_digit && c != '\r' && c != '\n';
    }
    return prefixes;
  }();

  SplitScanner scan_;
};

}  // namespace sluice::bpe
