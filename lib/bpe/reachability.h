// Tokens that no text can give: rows of the embedding that are lost, whatever the corpus.
//
//   for (const Unreachable& lost : unreachable_tokens(vocabulary, encoder)) …
//
// A vocabulary comes to hold such tokens when it is trained with one pre-tokenizer and used with
// another, or is put together from several (Land and Bartolo 2024, arXiv:2405.05417). What is told
// here is told on good grounds, but need not be all: a token that is not listed may still lose
// against its neighbours in every text.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "bpe/encoder.h"
#include "bpe/vocabulary.h"

namespace sluice::bpe {

enum class Unreachability : uint8_t {
  not_text,   // no valid UTF-8 holds its bytes
  cut_apart,  // the pre-tokenizer cuts it, alone and in each of some thirty surroundings
  merged,     // encoding its bytes gives other tokens
};
std::string_view name_of(Unreachability why);  // "not text", …

struct Unreachable {
  TokenId id = 0;
  Unreachability why = Unreachability::not_text;
  friend bool operator==(const Unreachable&, const Unreachable&) = default;
};

// By id; the first reason that holds. SentencePiece's tokens of single bytes and its unknown token
// are no tokens of text and left out. `encoder`: the vocabulary's. O(bytes of the vocabulary),
// times some hundred for a token that is cut.
//
// merged is proof: where a text gives a token by merging, the same merges give it from its own
// bytes.
std::vector<Unreachable> unreachable_tokens(const Vocabulary& vocabulary, const Encoder& encoder);

}  // namespace sluice::bpe
