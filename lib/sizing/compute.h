// How many floating-point operations training takes: 6 N D, and the count that is exact.
//
//   training_flops(70e9, 1.4e12);                                    // 5.88e23 (Chinchilla)
//   flops_per_token(llama2_7b, 4096, Attention::causal);             // 42,863,689,728
//
// Units: FLOP (a multiply-add is two), tokens, parameters. Each function's comment opens with the
// formula's number in the report and its label: grounded (checked against a published figure),
// extrapolated (outside what it was fitted on), rough (a simplification known to be wrong).
#pragma once

#include <cstdint>
#include <span>

#include "sizing/model_shape.h"

namespace sluice::sizing {

// F1, grounded: C = 6 N D.
//
// One weight meets one token: a multiply and an add forward, 2; backward the gradients with respect
// to the input and to the weight, 2 each, 4. `parameters`: those that multiply each token (of a
// mixture of experts the active ones); `tokens`: processed, repeats counted. It leaves out
// attention's products of queries, keys and values, and counts the embedding, which multiplies
// nothing. Kaplan et al. 2020 (arXiv:2001.08361), Hoffmann et al. 2022 (arXiv:2203.15556); for
// Llama 3 405B it gives 3.7908e25 where the paper says 3.8e25.
double training_flops(double parameters, double tokens);

// Attention's products cost 12 L nh hd T a token if every position attends to every other (full:
// PaLM, arXiv:2204.02311, appendix B), and half of that if only to earlier ones (causal: what
// FlashAttention executes and Megatron-LM counts). A utilisation must say which one it uses.
enum class Attention : uint8_t { full, causal };

// F2, grounded: f = 6 M + 12 L nh hd T (full), 6 M + 6 L nh hd T (causal), FLOP a token to train.
//
// M: ParameterCount::matmul(). `context`: T, the sequence length, or mean_context() where attention
// does not cross documents.
double flops_per_token(const ModelShape& shape, double context, Attention attention);

// F2, grounded: attention's products relative to the weights', 12 L nh hd T / 6 M, or half of it:
// how much 6 N D misses at this context.
double attention_share(const ModelShape& shape, double context, Attention attention);

struct DocumentLength {
  double tokens = 0;     // of one document
  double documents = 0;  // that are so long
};

// F2, grounded: the T that a token meets when documents are packed into sequences of `sequence`
// tokens and attention does not cross them: sum(piece^2) / sum(len) over the pieces of documents.
//
// The stream of all documents is cut at each sequence's end, wherever in a document that falls: two
// tokens t apart are in one sequence with probability max(0, 1 - t / T). Summed over all pairs of a
// document, its pieces' squares are expected to be len^2 - len (len^2 - 1) / 3T for len <= T, and
// len T - (T^2 - 1) / 3 for longer ones. 0 without tokens.
double mean_context(std::span<const DocumentLength> lengths, double sequence);

}  // namespace sluice::sizing
