// The splits of deepseek_v3, three in a row, each within the pieces of the one before, where text
// between matches is a piece too:
//
//   \p{N}{1,3}
//   [一-龥぀-ゟ゠-ヿ]+                                    U+4E00-9FA5, U+3040-30FF
//   [!-/:-@\[-`{-~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|
//    \s*[\r\n]+|\s+(?!\S)|\s+
#pragma once

#include "bpe/ascii_words.h"
#include "bpe/split_scanner.h"

namespace sluice::bpe {

class DeepseekV3Split {
 public:
  DeepseekV3Split(std::string_view text, const CategoryTable& categories)
      : text_end_(text.data() + text.size()),
        categories_(&categories),
        segment_(text.data(), text_end_, categories),
        words_(text) {}

  // The end of the piece that begins at `at`, which is not the end of the text: called for each
  // piece in turn, from the first.
  const char* next(const char* at) {
    if (at == segment_.end()) {
      begin_segment(at);
    }
    const char* word = words_.next(at);
    return word != nullptr ? word : next_of_any_kind(at);
  }

 private:
  // A segment is a piece of the first two splits: the third sees its end as that of the text.
  void begin_segment(const char* at);
  const char* next_of_any_kind(const char* at) const;
  bool begins_match(const char* at) const;

  const char* text_end_;
  const CategoryTable* categories_;
  SplitScanner segment_;
  AsciiWords<AsciiWordRules{.punctuation_joins = true}> words_;
};

}  // namespace sluice::bpe
