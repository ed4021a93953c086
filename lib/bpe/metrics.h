// Measures by which vocabularies are compared. Pure functions of counts.
//
//   bytes_per_token(4'200, 1'000);                    // 4.2
//   fertility(1'300, 1'000);                          // 1.3
//   renyi_efficiency(counts, vocabulary.size());      // 0.43, say
//
// Where the divisor is 0 (a text without words) there is no value, and the result is not a number,
// so that it neither ranks first nor hides in a mean; print it as "-", and as null in JSON.
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
//
// `counts`: how often each entry occurs, zeros included or not; `size`: entries of the vocabulary,
// at least as many as occur. Order 1 is Shannon's entropy, the limit; order 0 counts the entries
// that occur. Not a number without tokens or with less than two entries. Throws ConfigError if
// alpha is negative or not finite.
double renyi_efficiency(std::span<const uint64_t> counts, uint64_t size, double alpha = 2.5);

}  // namespace sluice::bpe
