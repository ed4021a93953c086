#include "fasttext/scratch.h"

#include <algorithm>
#include <bit>

#include "fasttext/model.h"
#include "fasttext/vectors.h"

namespace sluice::fasttext {

static_assert(sizeof(WordSums::Slot) == 64, "a slot is a line of the cache");

WordSums::WordSums(size_t dim) : dim_(dim) {
  const size_t fitting = kBytes / (sizeof(Slot) + dim * sizeof(float));
  const size_t slots = std::bit_floor(std::max(fitting, size_t{1}));
  mask_ = slots - 1;
  slots_.resize(slots);
  sums_.resize(slots * dim);
}

Scratch::Scratch(const Model& model)
    : words_(model.dim()),
      hidden_(padded(model.dim())),
      long_word_(model.dim()),
      outputs_(padded(model.labels())) {}

}  // namespace sluice::fasttext
