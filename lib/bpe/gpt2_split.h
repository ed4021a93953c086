// The splits of GPT-2, also r50k and p50k:
//
//   's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
#pragma once

#include "bpe/ascii_words.h"
#include "bpe/split_scanner.h"

namespace sluice::bpe {

class Gpt2Split {
 public:
  Gpt2Split(std::string_view text, const CategoryTable& categories)
      : scan_(text, categories), words_(text) {}

  // The end of the piece that begins at `at`, which is not the end of the text: called for each
  // piece in turn.
  const char* next(const char* at) {
    const char* word = words_.next(at);
    return word != nullptr ? word : next_of_any_kind(at);
  }

 private:
  const char* next_of_any_kind(const char* at) const;

  SplitScanner scan_;
  AsciiWords<AsciiWordRules{}> words_;
};

}  // namespace sluice::bpe
