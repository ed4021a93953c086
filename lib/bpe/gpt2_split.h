// The splits of GPT-2, also r50k and p50k:
//
//   's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
#pragma once

#include "bpe/split_scanner.h"

namespace sluice::bpe {

class Gpt2Split {
 public:
  explicit Gpt2Split(const SplitScanner& scan) : scan_(scan) {}

  // The end of the piece that begins at `at`, which is not the end of the text.
  const char* next(const char* at) const {
    const char* word = scan_.short_word(at, kPrefixes);
    return word != nullptr ? word : next_of_any_kind(at);
  }

 private:
  const char* next_of_any_kind(const char* at) const;

  static constexpr SplitScanner::Prefixes kPrefixes = [] {
    SplitScanner::Prefixes prefixes{};
    prefixes[' '] = true;
    return prefixes;
  }();

  SplitScanner scan_;
};

}  // namespace sluice::bpe
