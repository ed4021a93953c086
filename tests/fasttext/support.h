// What the tests of fasttext share: fastText's own library as trainer and as oracle, and texts.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fasttext/model.h"

namespace fasttext {
class FastText;
}

namespace sluice::fasttext::test {

// Options of `fasttext supervised`, by its names; small, so that training takes no time.
struct Training {
  Loss loss = Loss::softmax;
  int dim = 12;
  int word_ngrams = 1;
  int minn = 2;
  int maxn = 4;
  int bucket = 3000;
  int epoch = 3;
  uint32_t labels = 8;
};

// Options of `fasttext quantize`.
struct Quantisation {
  bool norms = false;    // -qnorm
  bool output = false;   // -qout; needs 256 labels
  bool retrain = false;  // -retrain
  size_t cutoff = 0;     // -cutoff: input rows that are kept
  size_t dsub = 2;       // dimensions of a piece
};

// Where a model's file has some of its options.
inline constexpr size_t kModelOption = 8 + 7 * 4;
inline constexpr size_t kBucketOption = 8 + 8 * 4;
inline constexpr size_t kEntryCounts = 8 + 12 * 4 + 8;

// The model's bytes, as fastText writes them.
std::string trained(const Training& training);
std::string trained(const Training& training, const Quantisation& quantisation);

// fastText's library with one model.
class Oracle {
 public:
  explicit Oracle(std::string_view model);
  ~Oracle();

  struct Answer {
    std::string label;
    double score;
  };
  // Of the text as one line that ends in a newline, its own newlines replaced by spaces.
  std::vector<Answer> predict(std::string_view text, int k, float threshold = 0) const;

 private:
  std::unique_ptr<::fasttext::FastText> library_;
};

// A line of training: words of a made language, in the alphabet of one of several scripts.
std::string made_text(uint32_t language, size_t words, uint64_t seed);

// Texts of all kinds: made ones, mixed ones, and what breaks programs (empty, separators alone,
// NUL, control characters, bytes that are no UTF-8, words of any length, labels, `</s>`, new
// words).
std::vector<std::string> odd_texts(uint64_t seed, size_t count);

// How two runners of one model compare.
struct Comparison {
  size_t texts = 0;
  size_t other_labels = 0;        // texts whose best label is another
  double largest_difference = 0;  // of scores of the same label

  // The best label of each text, and the scores of the best k.
  void add(const Model& model, const Oracle& oracle, std::string_view text, size_t k,
           Scratch& scratch);
};
// Compares the best label and the best 5 on all texts.
Comparison compare(std::string_view bytes, const std::vector<std::string>& texts,
                   const Model::Options& options = {});
// Tighter than what is promised (1e-4), so that what is forgotten in few places is seen.
testing::AssertionResult agrees(const Comparison& comparison);

// The folder that SLUICE_MODELS names (scripts/install-test-models makes it).
std::optional<std::string> models_folder();
std::string read_file(const std::string& path);

}  // namespace sluice::fasttext::test
