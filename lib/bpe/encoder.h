// Encoding: text to token ids, and back.
//
//   const Encoder encoder(vocabulary);
//   Encoder::Scratch scratch(encoder);                // one a thread
//   encoder.count("some text", scratch);              // as many ids as encode() gives, faster
//   encoder.encode("some text", scratch, ids);        // appends
//   encoder.decode(ids, bytes);                       // appends bytes, maybe half a character
//
// Exactly the ids of tiktoken (Semantics::rank) and of Hugging Face tokenizers (Semantics::merges),
// without a post-processor's additions. Bytes that are not UTF-8 are encoded as bytes: each run of
// them is a piece, and what is left out is only what the vocabulary has no token for. Thread-safe:
// an Encoder is immutable and may outlive its Vocabulary. Time is linear in the text, times log n
// within one piece, whatever the text. Memory: about 100 bytes a token, and a Scratch its cache.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bpe/vocabulary.h"

namespace sluice::bpe {

// What special tokens that stand in the text are. (Added tokens that are not special are always
// matched, as Hugging Face does.)
enum class SpecialText : uint8_t {
  plain,  // text like any other
  allow,  // the special token
  strip,  // left out
};

class Encoder {
 public:
  struct Options {
    SpecialText special = SpecialText::plain;
    size_t cache_bytes = size_t{32} << 20;  // words remembered, a thread
  };
  class Scratch;

  // Takes a tenth of a second for 100,000 tokens; `vocabulary` must pass check().
  explicit Encoder(const Vocabulary& vocabulary) : Encoder(vocabulary, Options()) {}
  Encoder(const Vocabulary& vocabulary, const Options& options);
  ~Encoder();
  Encoder(Encoder&&) noexcept;

  uint64_t count(std::string_view text, Scratch& scratch) const;
  void encode(std::string_view text, Scratch& scratch, std::vector<TokenId>& ids) const;
  // One piece, as the pre-tokenizer cuts them, without looking at added tokens.
  void encode_piece(std::string_view piece, Scratch& scratch, std::vector<TokenId>& ids) const;

  // Appends the tokens' bytes. Returns the index of the first id that the vocabulary does not have
  // (and stops there), or ids.size(). `ids` are a text's from its begin on: where the normaliser
  // puts a space before the text, one is taken off.
  size_t decode(std::span<const TokenId> ids, std::string& bytes) const;
  // A token's bytes; for SentencePiece what it stands for (U+2581 is a space). Empty: no such id.
  std::string_view token(TokenId id) const;
  // The added token of that content, or else the token that the vocabulary spells so.
  std::optional<TokenId> find(std::string_view token) const;

  // The first special token in the text from `from` on.
  struct SpecialMatch {
    size_t at = 0;
    size_t size = 0;
    TokenId id = 0;
  };
  std::optional<SpecialMatch> find_special(std::string_view text, size_t from = 0) const;

  // The largest place <= `at` where the text may be cut without changing its ids (as
  // Splitter::safe_cut, and no added token stands across it), 0 if there is none. Of a text that is
  // not all there, cut_context() bytes on each side of a place must be.
  size_t safe_cut(std::string_view text, size_t at) const;
  size_t cut_context() const;

  uint64_t size() const;  // Vocabulary::size()

 private:
  friend class Scratch;
  struct State;
  std::unique_ptr<State> state_;
};

// One thread's memory: the words seen, and room to work in.
class Encoder::Scratch {
 public:
  explicit Scratch(const Encoder& encoder);
  ~Scratch();
  Scratch(Scratch&&) noexcept;

  // Merge steps tried so far: what tests count in place of seconds.
  uint64_t steps() const;

 private:
  friend class Encoder;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sluice::bpe
