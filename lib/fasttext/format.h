// The file format of fastText's models, `.bin` and `.ftz`: what lies where, checked.
//
// Numbers are little-endian and stand side by side, without padding:
//
//   i32 magic 793712314, i32 version (11 or 12)
//   i32 dim, ws, epoch, minCount, neg, wordNgrams, loss, model, bucket, minn, maxn, lrUpdateRate;
//   f64 t
//   i32 entries, words, labels; i64 tokens; i64 prune pairs (-1: not pruned)
//   entries, words first: NUL-terminated string, i64 count, i8 type (0 word, 1 label)
//   prune pairs: i32 bucket, i32 row behind those of the words
//   u8 quantised, input matrix; u8 quantised, output matrix (quantised only if both say so)
//   matrix, dense: i64 rows, i64 columns, f32[rows * columns]
//   matrix, quantised: u8 with norms, i64 rows, i64 columns, i32 codes, u8[codes], quantiser; with
//     norms: u8[rows], quantiser of one dimension
//   quantiser: i32 dim, sub-quantisers, dimensions of each, of the last; f32[dim * 256]
//
//   const ModelFile file = read_model_file(bytes, "lid.176.ftz");
//
// What comes out are views of the bytes. Everything that later code relies on is checked here (each
// size against the bytes that are there, rows against the buckets that lead to them), without
// touching the weights of dense matrices, so that a mapped file of gigabytes is read in no time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "fasttext/matrix.h"

namespace sluice::fasttext {

enum class Loss : int32_t {
  hierarchical_softmax = 1,  // "hs"
  negative_sampling = 2,     // "ns"
  softmax = 3,
  one_vs_all = 4,  // "ova"
};

struct ModelFile {
  uint32_t dim = 0;          // of the hidden layer
  uint32_t word_ngrams = 1;  // words of the longest n-gram of words
  Loss loss = Loss::softmax;
  uint32_t buckets = 0;   // of hashed n-grams; 0 if there are none
  uint32_t shortest = 0;  // characters of n-grams within words; with `longest` 0 there are none
  uint32_t longest = 0;

  uint32_t words = 0;
  uint32_t labels = 0;
  std::string_view dictionary;   // the entries' bytes: those of the words, then those of the labels
  std::vector<uint32_t> starts;  // of each entry in `dictionary`, and its end

  bool pruned = false;
  std::string_view prune_pairs;  // 8 bytes each

  Matrix input;   // a row a word, then a row a bucket (or those that pruning left)
  Matrix output;  // a row a label

  // Of an entry: a word's number, or `words` and a label's.
  std::string_view text(uint32_t entry) const {
    return dictionary.substr(starts[entry], starts[entry + 1] - starts[entry] - kEntryTail);
  }
  int64_t count(uint32_t entry) const {
    return load<int64_t>(dictionary.data() + starts[entry + 1] - kEntryTail + 1);
  }

  static constexpr uint32_t kEntryTail = 1 + sizeof(int64_t) + 1;  // NUL, count, type
};

// `bytes` must outlive what is returned. Throws ConfigError, which opens with `name`, on whatever
// is no supervised model: it says what, at which byte, and what would be right. Time and memory: of
// the dictionary; never more than in proportion to the size of `bytes`.
ModelFile read_model_file(std::string_view bytes, std::string_view name);

}  // namespace sluice::fasttext
