// What a corpus makes of a vocabulary: entries that it never uses, or too seldom to train; and what
// the vocabulary looks like by itself.
//
//   const Usage usage = usage_of(vocabulary, counts, /*least=*/100);
//   usage.unused.size();                     // rows of the embedding that no text touches
//   longest_tokens(vocabulary, 20);          // often what a crawl repeats: rules, markup
//   bytes_with_tokens(vocabulary).all();     // any text can be encoded
//
// An entry is an id with a token of its own: neither a gap nor an added token, which texts hold
// only where someone puts it. Entries that are hardly ever trained keep nearly their initial
// vectors ("glitch tokens": Land and Bartolo 2024, arXiv:2405.05417). Which tokens no text can give
// is told by reachability.h.
#pragma once

#include <bitset>
#include <cstdint>
#include <span>
#include <vector>

#include "bpe/vocabulary.h"

namespace sluice::bpe {

struct Usage {
  uint64_t entries = 0;                // unused, under-trained, and the rest
  std::vector<TokenId> unused;         // by id
  std::vector<TokenId> under_trained;  // used less than `least` times; by count, then by id
};

// `counts`: by id, how often each occurs in the corpus; ids past its end do not occur. A `least` of
// 0 or 1 calls nothing under-trained.
Usage usage_of(const Vocabulary& vocabulary, std::span<const uint64_t> counts, uint64_t least);

// The `most` entries of the most bytes, longest first, of equals the smaller id.
std::vector<TokenId> longest_tokens(const Vocabulary& vocabulary, size_t most);

// The bytes that can be encoded whatever stands beside them: those that are tokens. SentencePiece's
// vocabularies have all if they fall back to bytes, else those of ASCII characters that they have.
std::bitset<256> bytes_with_tokens(const Vocabulary& vocabulary);

}  // namespace sluice::bpe
