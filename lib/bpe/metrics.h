// Measures by which vocabularies are compared. Pure functions of counts.
#pragma once

#include <cstdint>
#include <span>

namespace sluice::bpe {

// Bytes of text a token: compression, and the ratio that turns text into training tokens.
double bytes_per_token(uint64_t bytes, uint64_t tokens);

// Tokens a word (Rust et al. 2021, arXiv:2012.15613); words as ICU's word break finds them.
double fertility(uint64_t tokens, uint64_t words);

// Tokens of the same content in another language, relative to English (Petrov et al. 2023,
// arXiv:2305.15425), on parallel text.
double premium(uint64_t tokens, uint64_t english_tokens);

// Normalised sequence length: tokens relative to a reference tokenizer's (Dagan et al. 2024,
// arXiv:2402.01035).
double normalised_sequence_length(uint64_t tokens, uint64_t reference_tokens);

// Renyi efficiency of the distribution of tokens (Zouhar et al. 2023, arXiv:2306.16842): the Renyi
// entropy of order alpha relative to its highest value, log(size). 0..1; shown, never ranked by.
// `counts`: how often each entry occurs, zeros included or not; `size`: entries of the vocabulary.
double renyi_efficiency(std::span<const uint64_t> counts, uint64_t size, double alpha = 2.5);

}  // namespace sluice::bpe
