// Tokens that no text can give: rows of the embedding that are lost, whatever the corpus.
//
//   for (const Unreachable& lost : unreachable_tokens(vocabulary)) …
//
// A vocabulary comes to hold such tokens when it is trained with one pre-tokenizer and used with
// another, or is put together from several (Land and Bartolo 2024, arXiv:2405.05417). What is told
// here is told on good grounds, but need not be all: a token that is not listed may still lose
// against its neighbours in every text.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "bpe/vocabulary.h"

namespace sluice::bpe {

enum class Unreachability : uint8_t {
  not_text,   // no valid UTF-8 holds its bytes
  cut_apart,  // the pre-tokenizer cuts it, alone and in each of some thirty surroundings
};
std::string_view name_of(Unreachability why);  // "not text", …

struct Unreachable {
  TokenId id = 0;
  Unreachability why = Unreachability::not_text;
  friend bool operator==(const Unreachable&, const Unreachable&) = default;
};

// By id. SentencePiece's tokens of single bytes and its unknown token are no tokens of text and left
// out. O(bytes of the vocabulary), times some hundred for a token that is cut.
std::vector<Unreachable> unreachable_tokens(const Vocabulary& vocabulary);

}  // namespace sluice::bpe
