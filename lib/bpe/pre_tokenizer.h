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

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "bpe/cl100k_split.h"
#include "bpe/deepseek_v3_split.h"
#include "bpe/gpt2_split.h"
#include "bpe/metaspace_split.h"
#include "bpe/o200k_split.h"
#include "bpe/split_scanner.h"
#include "bpe/whitespace_split.h"
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
  // those of the whole, whatever follows: before a space between two letters, or before a letter
  // that stands behind a line end (for gpt2 and whitespace, one without white space before it).
  // 0 if there is none, and for pre-tokenizers that know no such place (bytes, metaspace). What is
  // no UTF-8 is no letter. kCutContext bytes on each side of a place decide whether it is one.
  static constexpr size_t kCutContext = 8;
  size_t safe_cut(std::string_view text, size_t at) const;

 private:
  template <class Split, class Use>
  static void split_by(Split split, std::string_view text, Use& use) {
    const char* at = text.data();
    for (const char* const end = at + text.size(); at != end;) {
      const char* const next = split.next(at);
      use(std::string_view(at, static_cast<size_t>(next - at)));
      at = next;
    }
  }

  Options options_;
  const CategoryTable* categories_;
};

template <class Use>
void Splitter::split(std::string_view text, Use&& use) const {
  switch (options_.pre_tokenizer) {
    case PreTokenizer::bytes:
      if (!text.empty()) {
        use(text);
      }
      return;
    case PreTokenizer::whitespace:
      return split_by(WhitespaceSplit(text, *categories_), text, use);
    case PreTokenizer::metaspace:
      return split_by(MetaspaceSplit(text), text, use);
    case PreTokenizer::gpt2:
      return split_by(Gpt2Split(text, *categories_), text, use);
    case PreTokenizer::cl100k:
      return split_by(Cl100kSplit(text, *categories_, 3), text, use);
    case PreTokenizer::o200k:
      return split_by(O200kSplit(text, *categories_), text, use);
    case PreTokenizer::qwen2:
      return split_by(Cl100kSplit(text, *categories_, 1), text, use);
    case PreTokenizer::deepseek_v3:
      return split_by(DeepseekV3Split(text, *categories_), text, use);
  }
}

}  // namespace sluice::bpe
