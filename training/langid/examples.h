// Draws examples to learn from: a stretch of words from some source of some label, both drawn with
// the damped probability of their size, of a length that is uniform in its logarithm.
//
//   Examples examples(corpus, labels, options);
//   const size_t label = examples.next(rows, symbol_level);   // and the rows of its features
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "training/langid/corpus.h"
#include "training/langid/random.h"

namespace sluice::training {

struct ExampleOptions {
  uint32_t row_bits = 16;
  double least_letters = 5;
  double most_letters = 300;
  uint64_t seed = 1;
};

// Draws indices with the probability of given weights.
class Lottery {
 public:
  void add(double weight) { sums_.push_back((sums_.empty() ? 0 : sums_.back()) + weight); }
  double sum() const { return sums_.empty() ? 0 : sums_.back(); }
  size_t draw(Random& random) const;

 private:
  std::vector<double> sums_;
};

class Examples {
 public:
  // Of these labels (the corpus's numbers), each as often as `weights` say. The corpus must outlive
  // the examples. Throws std::runtime_error if no label has both text and weight.
  Examples(const Corpus& corpus, std::span<const uint32_t> labels, std::span<const double> weights,
           const ExampleOptions& options);

  // Fills `rows`, which may stay empty; returns an index into `labels`.
  size_t next(std::vector<uint32_t>& rows, size_t& symbol_level);

  Random& random() { return random_; }

 private:
  const Corpus& corpus_;
  ExampleOptions options_;
  double length_range_;  // of logarithms
  Random random_;
  Lottery labels_;
  std::vector<const TrainingLabel*> of_label_;
  std::vector<Lottery> sources_;
};

}  // namespace sluice::training
