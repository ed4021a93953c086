// The splits of o200k, where words end before a capital that follows a small letter:
//
//   [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|…|'d)?|
//   [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|…|'d)?|
//   \p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+
#pragma once

#include "bpe/ascii_words.h"
#include "bpe/split_scanner.h"

namespace sluice::bpe {

class O200kSplit {
 public:
  O200kSplit(std::string_view text, const CategoryTable& categories)
      : scan_(text, categories), words_(text) {}

  // The end of the piece that begins at `at`, which is not the end of the text: called for each
  // piece in turn.
  const char* next(const char* at) {
    const char* word = words_.next(at);
    return word != nullptr ? word : next_of_any_kind(at);
  }

 private:
  const char* next_of_any_kind(const char* at) const;

  // The letters of a word, without what may stand before and after them.
  struct Letters {
    const char* end;            // where they began, if there are none
    bool by_first_alternative;  // else by the second, or there are none
  };
  Letters letters(const char* at) const;

  SplitScanner scan_;
  AsciiWords<AsciiWordRules{.punctuation_joins = true, .cased = true}> words_;
};

}  // namespace sluice::bpe
