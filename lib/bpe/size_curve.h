// How many tokens a corpus has under every smaller size of a vocabulary, in one pass.
//
// A vocabulary cut to its first merges is a vocabulary too. Each applied merge saves one token, and
// a word's merges are applied in the order of their ranks; so, with D[r] the number of times that
// the merge of rank r is applied over the corpus, tokens(m merges) = bytes - D[0] - … - D[m - 1].
// That is exact where merges are canonical: each merge's parts were made by earlier merges, and the
// ranks applied along a word never decrease. Any vocabulary that a trainer made is so, and cl100k,
// o200k, gpt2 and qwen3; where a vocabulary is not, as Llama 3's, each size has to be encoded by
// itself.
//
//   const SizeCurve curve = size_curve(vocabulary, words);
//   curve.tokens_at(32'768);
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "bpe/vocabulary.h"
#include "bpe/word_counts.h"

namespace sluice::bpe {

struct SizeCurve {
  uint64_t smallest = 0;         // size without any merge: bytes (and special tokens before them)
  std::vector<uint64_t> tokens;  // [i]: with smallest + i entries

  uint64_t largest() const { return smallest + tokens.size() - 1; }
  // `size` is clamped to smallest … largest.
  uint64_t tokens_at(uint64_t size) const;
};

// Whether size_curve() can answer: the vocabulary is byte-level, every token longer than a byte has
// one merge whose parts come before it, and encoding the token gives that token.
bool is_canonical(const Vocabulary& vocabulary);

// Throws ConfigError if the vocabulary is not canonical. Bytes without a token count as none. Time
// is linear in the bytes of the distinct words, memory about 16 times these.
SizeCurve size_curve(const Vocabulary& vocabulary, const WordCounts& words);

// The vocabulary cut to `size` entries (added tokens left out): what the curve counts at that size.
Vocabulary cut_to(const Vocabulary& vocabulary, uint64_t size);

}  // namespace sluice::bpe
