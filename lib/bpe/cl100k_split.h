// The splits of cl100k and llama3, and with digits = 1 those of qwen2:
//
//   (?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,digits}|
//    ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
#pragma once

#include "bpe/ascii_words.h"
#include "bpe/split_scanner.h"

namespace sluice::bpe {

class Cl100kSplit {
 public:
  Cl100kSplit(std::string_view text, const CategoryTable& categories, unsigned digits)
      : scan_(text, categories), digits_(digits), words_(text) {}

  // The end of the piece that begins at `at`, which is not the end of the text: called for each
  // piece in turn.
  const char* next(const char* at) {
    const char* word = words_.next(at);
    return word != nullptr ? word : next_of_any_kind(at);
  }

 private:
  const char* next_of_any_kind(const char* at) const;

  SplitScanner scan_;
  unsigned digits_;
  AsciiWords<AsciiWordRules{.punctuation_joins = true}> words_;
};

}  // namespace sluice::bpe
