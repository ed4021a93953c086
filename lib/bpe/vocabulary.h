// A byte-pair vocabulary: what the tokenizer files say, in one form.
//
//   Vocabulary vocabulary = read_tokenizer_json(bytes);   // vocabulary_formats.h
//   const Encoder encoder(vocabulary);                    // encoder.h
//
// Byte-level vocabularies (GPT-2 and after) hold their tokens as raw bytes here, whatever the file
// spells them as. SentencePiece's hold UTF-8 with U+2581 for the space, and 256 tokens <0x00> …
// <0xFF> for bytes of characters that they do not have (`byte_tokens`).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bpe/pre_tokenizer.h"

namespace sluice::bpe {

using TokenId = uint32_t;
inline constexpr TokenId kNoToken = ~TokenId{0};

// Limits, so that a pair and its rank pack into 64 bits (encoder.h).
inline constexpr size_t kMostTokens = size_t{1} << 21;
inline constexpr size_t kMostMerges = size_t{1} << 22;
inline constexpr size_t kLongestToken = size_t{1} << 16;  // bytes

// Two tokens that become the token of their concatenation. Its rank is its place in the list.
struct Merge {
  TokenId left = 0;
  TokenId right = 0;
  friend bool operator==(const Merge&, const Merge&) = default;
};

// Which pair is merged first.
enum class Semantics : uint8_t {
  rank,    // tiktoken: the pair whose concatenation is the token with the lowest id
  merges,  // Hugging Face: the pair that stands first in the list of merges
};

enum class Normalizer : uint8_t {
  none,
  nfc,
  metaspace,         // spaces become U+2581 (gemma)
  prefix_metaspace,  // … and one is put before the text (llama2)
};

// Matched in the text before all else. Special ones only when asked for (encoder.h).
struct AddedToken {
  TokenId id = 0;
  std::string content;
  bool special = true;
  bool single_word = false;  // only between non-word characters
  bool lstrip = false;       // takes the white space before it
  bool rstrip = false;       // … behind it
  bool normalized = false;   // matched in the normalised text, as which `content` is spelled
  friend bool operator==(const AddedToken&, const AddedToken&) = default;
};

struct Vocabulary {
  std::string name;  // for people and labels: "cl100k_base"
  // By id; empty where an id has no token of its own (gaps, and ids of added tokens that no text
  // becomes by merging).
  std::vector<std::string> tokens;
  Semantics semantics = Semantics::rank;
  std::vector<Merge> merges;  // only with Semantics::merges
  // A piece that is a token is that token, whatever the merges say. Always so with rank.
  bool ignore_merges = false;
  PreTokenizer pre_tokenizer = PreTokenizer::cl100k;
  UnicodeVersion unicode = UnicodeVersion::v16_0;
  Normalizer normalizer = Normalizer::none;
  std::vector<AddedToken> added;

  // SentencePiece alone: the tokens of single bytes, if it falls back to them; else characters that
  // it does not have become `unknown`, a run of them one if fused.
  bool byte_level = true;  // false: SentencePiece's kind
  std::optional<std::array<TokenId, 256>> byte_tokens;
  std::optional<TokenId> unknown;
  bool fuse_unknown = true;

  // One more than the highest id, added tokens included: what an embedding matrix has rows for.
  uint64_t size() const;
  // SHA-256 over all that decides ids (not the name), in one canonical order: the same vocabulary
  // read from two formats has one digest.
  std::string digest() const;
  // "name@<12 digits of digest>": what metadata.tokenizer holds.
  std::string label() const;
};

// Throws ConfigError with what is wrong: an id or token twice, a merge whose parts or result are no
// tokens, a byte-level vocabulary without one of the 256 bytes is fine, too many or too long.
void check(const Vocabulary& vocabulary);

}  // namespace sluice::bpe
