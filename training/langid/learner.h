// Learns the identifier's rows and weights by stochastic gradient descent, as fastText does (Joulin
// et al. 2016): the mean of a text's rows, a linear layer, a softmax over the labels of its script.
//
//   const Learned learned = learn(corpus, {.examples = 10'000'000});
//
// An example is a stretch of words from some source of some label, both drawn with the damped
// probability of their size, of a length that is uniform in its logarithm. One thread, no function
// of the mathematics library: the same options give the same bits.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "langid/model.h"
#include "langid/scoring.h"
#include "training/langid/corpus.h"

namespace sluice::training {

struct LearningOptions {
  uint32_t row_bits = 16;
  uint64_t examples = 10'000'000;
  double rate = 1;           // at the begin; it falls to 0 linearly
  double least_letters = 5;  // of an example
  double most_letters = 300;
  uint64_t seed = 1;
};

struct Learned {
  using Vector = std::array<float, langid::kDimension>;
  uint32_t row_bits = 0;
  std::vector<Vector> rows;
  std::vector<Vector> weights;  // of each of the corpus's labels
  std::vector<float> biases;
  std::array<float, langid::Model::kSymbolLevels> symbol_biases{};
};

Learned learn(const Corpus& corpus, const LearningOptions& options);

}  // namespace sluice::training
