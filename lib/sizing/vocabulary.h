// What a vocabulary's size costs and gives: parameters, FLOPs, tokens, and the size that is best
// for a compute budget.
//
//   vocabulary_parameters(128'256, 4096, /*tied=*/false);      // 1,050,673,152
//   optimal_vocabulary(6'476'271'616, 4096);                   // 63,208 for Llama 2 7B's layers
//
// A larger vocabulary cuts the same text into fewer tokens (D falls) and adds rows to the embedding
// and unembedding (N grows); 6 N D of the two together decides. Loss a token cannot be compared
// between vocabularies, bits a byte can.
//
// Units: V entries, d the model's width, FLOP, bytes. Each comment opens with the formula's number
// in the report and its label (compute.h).
#pragma once

#include "sizing/formulas.h"

namespace sluice::sizing {

// F14, grounded: V d (tied) or 2 V d parameters in the vocabulary matrices.
double vocabulary_parameters(double vocabulary, double width, bool tied);

// F14, grounded: 6 V d FLOP a token to train the unembedding (the language-model head).
double head_flops_per_token(double vocabulary, double width);

// F14, grounded: the head's part of all weights' FLOPs, V d / M with M = `layer_matmul` + V d.
// `layer_matmul`: weights of the layers that multiply a token,
// ParameterCount::active_layer_matrices.
double head_share(double vocabulary, double width, double layer_matmul);

// F14, grounded: 4 s b V bytes of logits in 32 bits for `tokens` = s b positions, split over
// `tensor_parallel` devices.
double logits_bytes(double tokens, double vocabulary, double tensor_parallel = 1);

// F14, grounded: N(V) = N0 + (1 or 2) (V - V0) d parameters with another vocabulary.
double parameters_with(double parameters, double vocabulary, double new_vocabulary, double width,
                       bool tied);

// F14, grounded: tokens of a text under a vocabulary whose bytes a token were measured.
double tokens_of(double text_bytes, double bytes_per_token);

// F14, grounded: 6 N / (bytes a token) FLOP to train on a byte of text.
double training_flops_per_byte(double parameters, double bytes_per_token);

// F14, grounded: L / (ln 2 x bytes a token), from a loss in nats a token.
double bits_per_byte(double loss, double bytes_per_token);

// F25, grounded from 33e6 to 3e9 non-vocabulary parameters, extrapolated elsewhere: Nv = 3,145,728
// (Nnv / 33e6)^0.8353974 parameters are compute-optimal for the vocabulary.
//
// Nnv: parameters outside the vocabulary matrices. Fitted by Tao et al. 2024 (arXiv:2407.13623,
// derivative-based estimate) on models of 33e6 to 3e9 parameters with training data in proportion;
// a model trained on much more data than is compute-optimal favours a larger vocabulary still.
inline constexpr double kSmallestVocabularyFit = 33e6;
inline constexpr double kLargestVocabularyFit = 3e9;
Label optimal_vocabulary_label(double non_vocabulary_parameters);
double optimal_vocabulary_parameters(double non_vocabulary_parameters);

// … V = Nv / d entries, of one matrix.
double optimal_vocabulary(double non_vocabulary_parameters, double width);

}  // namespace sluice::sizing
