// Learns the identifier's rows and weights by stochastic gradient descent, as fastText does (Joulin
// et al. 2016): the mean of a text's rows, a linear layer, a softmax over the labels of its script.
//
//   const Learned learned = learn(corpus, {.examples = 10'000'000});
//
// Then a resolver for each group of languages that are easily mixed up (confusable.h). One thread,
// no function of the mathematics library whose last bit varies: the same options give the same
// bits.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "langid/model.h"
#include "langid/scoring.h"
#include "training/langid/corpus.h"
#include "training/langid/examples.h"

namespace sluice::training {

struct LearningOptions {
  uint64_t examples = 20'000'000;
  uint64_t resolver_examples = 1'500'000;  // for each of them
  double rate = 1;                         // at the begin; it falls to 0 linearly
  ExampleOptions examples_as;
};

// Weights of single features between a few labels (langid::Model::Resolver).
struct LearnedResolver {
  using Vector = std::array<float, langid::Model::Resolver::kMostLabels>;
  std::vector<uint32_t> labels;  // the corpus's numbers, ascending
  std::vector<Vector> rows;
};

struct Learned {
  using Vector = std::array<float, langid::kDimension>;
  uint32_t row_bits = 0;
  std::vector<Vector> rows;
  std::vector<Vector> weights;  // of each of the corpus's labels
  std::vector<float> biases;
  std::array<float, langid::Model::kSymbolLevels> symbol_biases{};
  std::vector<LearnedResolver> resolvers;
};

Learned learn(const Corpus& corpus, const LearningOptions& options);

}  // namespace sluice::training
