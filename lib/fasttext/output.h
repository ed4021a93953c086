// From the hidden layer to labels and scores, by the loss that a model was trained with.
//
//   softmax    exp(x_i - max) / sum of those, over all labels
//   ns, ova    the logistic function of each label alone, from fastText's table of 513 values
//   hs         the product of the decisions on the way to a label (huffman.h)
//
// A score is what fastText prints: e^log(p + 1e-5), with the 1e-5 for each decision of hs. So it
// may exceed 1 by as much.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/large_pages.h"
#include "fasttext/format.h"
#include "fasttext/huffman.h"
#include "fasttext/scratch.h"

namespace sluice::fasttext {

class OutputLayer {
 public:
  // Copies the matrix, in the order it is used in, unless that takes more than `most_bytes`.
  OutputLayer(const ModelFile& file, uint64_t most_bytes);

  // Fills scratch.predictions_ from scratch.hidden_ (whose columns are padded with zeros to a
  // multiple of kBlock): at most k labels (1 or more) with a probability of at least `threshold`,
  // the best first. Empty if weights are no numbers. Time: O(labels * dim), with hs O(depth * dim)
  // for texts that are clear.
  void predict(const ModelFile& file, size_t k, double threshold, Scratch& scratch) const;

 private:
  void copy_rows(const ModelFile& file);
  void copy_blocks(const ModelFile& file);
  void multiply_all(const ModelFile& file, Scratch& scratch) const;
  float decision(const ModelFile& file, uint32_t row, const float* hidden) const;
  void walk(const ModelFile& file, size_t k, double least, Scratch& scratch) const;
  void look_up_logistic(uint32_t labels, Scratch& scratch) const;
  void normalise(uint32_t labels, Scratch& scratch) const;
  void choose(uint32_t labels, size_t k, Scratch& scratch) const;

  Loss loss_;
  HuffmanTree tree_;
  std::array<float, 513> logistic_{};
  size_t padded_columns_;
  // Of hs: rows with padded columns; else in blocks of kBlock rows (vectors.h).
  std::vector<float, LargePageAllocator<float>> weights_;
};

}  // namespace sluice::fasttext
