// Memory that predictions are made in, so that none is allocated for each text.
//
//   Scratch scratch(model);             // one a thread, of one model
//   model.predict(text, 1, 0, scratch);
//
// It also keeps the sums of the words it met last, since most words of a text are among few: what
// is predicted does not depend on which are there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/large_pages.h"

namespace sluice::fasttext {

class Model;

struct Prediction {
  uint32_t label = 0;  // Model::label()
  double score = 0;    // probability, a multiple of 1e-6
};

// Sums of the input rows of words, in as many slots as fit kBytes; a word has one slot that it may
// be in.
class WordSums {
 public:
  static constexpr size_t kLongest = 54;  // bytes of a word that can be kept
  static constexpr size_t kBytes = size_t{1} << 20;

  struct Slot {
    uint32_t hash = 0;
    uint32_t rows = 0;
    uint8_t size = 0;  // of the word; 0: free
    bool is_word = false;
    char word[kLongest] = {};

    bool holds(std::string_view text, uint32_t its_hash) const {
      return hash == its_hash && size == text.size() &&
             std::memcmp(word, text.data(), text.size()) == 0;
    }
    // `text` is at most kLongest bytes long.
    void put(std::string_view text, uint32_t its_hash) {
      hash = its_hash;
      size = static_cast<uint8_t>(text.size());
      std::memcpy(word, text.data(), text.size());
    }
  };

  explicit WordSums(size_t dim);

  // Where a word may be.
  size_t place(uint32_t hash) const { return (hash * 0x9E3779B97F4A7C15u >> 32) & mask_; }
  Slot& slot(size_t place) { return slots_[place]; }
  float* sum(size_t place) { return sums_.data() + place * dim_; }

 private:
  size_t dim_;
  size_t mask_;
  std::vector<Slot, LargePageAllocator<Slot>> slots_;
  std::vector<float, LargePageAllocator<float>> sums_;
};

class Scratch {
 public:
  explicit Scratch(const Model& model);

 private:
  friend class Model;
  friend class OutputLayer;
  friend class RowSum;

  struct Candidate {
    double value;
    uint32_t label;
  };
  struct Visit {
    double score;
    uint32_t node;
  };

  static constexpr size_t kRows = 256;

  WordSums words_;
  std::vector<float> hidden_;
  std::vector<float> long_word_;  // the sum of one that is not kept
  std::vector<float> outputs_;
  uint32_t rows_[kRows];  // to be added up
  std::vector<int32_t> hashes_;
  std::string bracketed_;
  std::vector<Candidate> best_;
  std::vector<Visit> visits_;
  std::vector<Prediction> predictions_;
};

}  // namespace sluice::fasttext
