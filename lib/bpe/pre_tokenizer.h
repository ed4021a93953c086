// Pre-tokenizers: where a byte-pair encoding may never join, given by the field's regular
// expressions and carried out by hand-written state machines.
//
//   const Splitter splitter({PreTokenizer::cl100k});
//   splitter.split("It's 1234 words", [](std::string_view piece) { … });
//   //  "It" "'s" " " "123" "4" " words"
//
// The pieces are not empty, follow one another and cover the text. Thread-safe: a Splitter is
// immutable. Linear in the text: every byte is looked at a bounded number of times.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "unicode/general_category.h"

namespace sluice::bpe {

enum class PreTokenizer : uint8_t {
  bytes,       // none: the text is one piece
  whitespace,  // ` ?\S+|\s+(?!\S)|\s+`
  metaspace,   // SentencePiece: before each U+2581 that follows something else
  gpt2,        // also r50k and p50k
  cl100k,      // also llama3
  o200k,
  qwen2,        // cl100k with single digits; its vocabularies normalise to NFC first
  deepseek_v3,  // three splits in a row: numbers, runs of CJK and kana, the rest
};

std::string_view name_of(PreTokenizer pre_tokenizer);
std::optional<PreTokenizer> parse_pre_tokenizer(std::string_view name);
// For messages: the names, in the order of the enumeration.
std::span<const std::string_view> pre_tokenizer_names();

// The regular expressions, one a split, as tokenizer.json spells them; none for bytes and
// metaspace. (Rust's `regex` and Oniguruma read them alike.)
std::span<const std::string_view> patterns_of(PreTokenizer pre_tokenizer);
// The pre-tokenizer whose splits these are, in any of the spellings that published tokenizers use
// (tiktoken's possessive ones among them); nothing if there is none: it is never approximated.
std::optional<PreTokenizer> recognise(std::span<const std::string_view> patterns);

class Splitter {
 public:
  struct Options {
    PreTokenizer pre_tokenizer = PreTokenizer::cl100k;
    UnicodeVersion unicode = UnicodeVersion::v16_0;
  };
  explicit Splitter(const Options& options);

  // Calls use(std::string_view) for each piece of `text`, which must be valid UTF-8, in order.
  template <class Use>
  void split(std::string_view text, Use&& use) const;

  // The largest place <= `at` at which the text may be cut so that the pieces of both parts are
  // those of the whole, whatever follows: before an ASCII letter that stands behind a line end.
  // 0 if there is none, and for pre-tokenizers that know no such place (bytes, metaspace).
  size_t safe_cut(std::string_view text, size_t at) const;

 private:
  Options options_;
  const CategoryTable* categories_;
};

}  // namespace sluice::bpe
