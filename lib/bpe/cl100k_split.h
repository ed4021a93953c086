// The splits of cl100k and llama3, and with digits = 1 those of qwen2:
//
//   (?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,digits}|
//    ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
#pragma once

#include "bpe/split_scanner.h"

namespace sluice::bpe {

class Cl100kSplit {
 public:
  Cl100kSplit(const SplitScanner& scan, unsigned digits) : scan_(scan), digits_(digits) {}

  // The end of the piece that begins at `at`, which is not the end of the text.
  const char* next(const char* at) const {
    const char* word = scan_.short_word(at, kPrefixes);
    return word != nullptr ? word : next_of_any_kind(at);
  }

 private:
  const char* next_of_any_kind(const char* at) const;

  // Not the apostrophe: a contraction comes before the word that it may begin.
  static constexpr SplitScanner::Prefixes kPrefixes = [] {
    SplitScanner::Prefixes prefixes{};
    for (unsigned c = 0; c < 0x80; ++c) {
      const bool letter_or_digit = (c | 0x20) - 'a' < 26 || c - '0' < 10;
      prefixes[c] = !letter_or_digit && c != '\r' && c != '\n' && c != '\'';
    }
    return prefixes;
  }();

  SplitScanner scan_;
  unsigned digits_;
};

}  // namespace sluice::bpe
