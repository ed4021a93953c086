// The merges of a vocabulary that makes each of its tokens in one way.
//
// Such a vocabulary may be cut at any id, and its merges be carried out one after the other over a
// whole text, in the order of ids, instead of word by word: the tokens are the same. For a token is
// always made of the same two parts (rank_merging.h), and these have lower ids.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "bpe/vocabulary.h"

namespace sluice::bpe {

struct CanonicalMerge {
  TokenId left = 0;
  TokenId right = 0;
  TokenId result = 0;  // higher than both
};

// kNoToken where a byte has no token.
std::array<TokenId, 256> byte_ids_of(const Vocabulary& vocabulary);

// By rising result, one for each token of more than a byte (but those of added tokens, which merges
// do not make). Nothing if the vocabulary is not byte-level, if a byte's id is higher than that of
// a longer token, if merges are not listed in the order of their results, or if the bytes of a
// token do not become that token, from just two parts, by the merges before it.
// O(n log n) for n bytes of all tokens.
std::optional<std::vector<CanonicalMerge>> canonical_merges(const Vocabulary& vocabulary);

}  // namespace sluice::bpe
