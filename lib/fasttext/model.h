// Predicts labels of texts with a supervised fastText model (Joulin, Grave, Bojanowski, Mikolov
// 2017, "Bag of Tricks for Efficient Text Classification"): lid.176, GlotLID, OpenLID, quality
// classifiers, whatever `fasttext supervised` or `fasttext quantize` wrote.
//
//   const io::MappedFile file("lid.176.ftz");
//   const Model model(file.bytes(), "lid.176.ftz");
//   Scratch scratch(model);                                    // one a thread
//   for (const auto& [label, score] : model.predict("Wie geht es dir?", 1, 0, scratch)) {
//     without_prefix(model.label(label));                      // "de"; 0.99…
//   }
//
// A text's rows of the input matrix (those of its words, of the words' character n-grams and of
// n-grams of words, the n-grams by hash) are averaged, and the loss's output layer makes scores of
// that. Labels are those of fastText's own library (0.9.2), scores within 1e-4 of it.
//
// A text is one line. Newlines within it are spaces, as \t, \v, \f, \r and NUL are; and as of a
// line that ends in a newline (which `fasttext predict` reads, and without which it scores
// otherwise) its last word is `</s>`. So the empty text has a prediction. A word `</s>` ends the
// text, and words that begin with `__label__` and are not known count for nothing, as in fastText.
// Bytes need not be valid UTF-8.
//
// Versions 11 and 12, losses hs, ns, softmax and ova, dense or quantised with or without norms or
// output, pruned or not. The bytes are not copied: a mapped model of gigabytes is used at once,
// shared by all processes, and the process's own memory is that of the dictionary (16 to 28 bytes a
// word or label), of the output matrix and of what is decoded (Options). Immutable: one Model may
// be used by any number of threads. Additions are in fixed order, and no function of the
// mathematical library is called: a score has the same bits on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/large_pages.h"
#include "fasttext/dictionary.h"
#include "fasttext/format.h"
#include "fasttext/ngrams.h"
#include "fasttext/output.h"
#include "fasttext/scratch.h"

namespace sluice::fasttext {

class RowSum;

class Model {
 public:
  struct Options {
    // A quantised input matrix is decoded once, and an output matrix copied, if each takes no more
    // than this; otherwise rows are decoded or read as they are met, which is slower.
    uint64_t most_copied_bytes = uint64_t{64} << 20;
  };

  // `bytes` must outlive the model. `name`: of the file, for complaints. Throws ConfigError on what
  // is no such model (format.h). Time: that of the dictionary and of what is copied.
  Model(std::string_view bytes, std::string_view name, const Options& options);
  Model(std::string_view bytes, std::string_view name) : Model(bytes, name, Options()) {}

  uint32_t labels() const { return file_.labels; }
  // As the model spells it, "__label__de"; `label` < labels().
  std::string_view label(uint32_t label) const { return file_.text(file_.words + label); }
  uint32_t dim() const { return file_.dim; }

  // The best k labels with a probability of at least `threshold` (0..1), the best first; fewer, or
  // none, if no more reach it. With loss hs labels under 1e-5 are never given, with ns and ova
  // probabilities do not add up to 1. None for a text of which the model knows nothing.
  //
  // Valid until `scratch`, which must be made of this model, is used again. Scores may exceed 1 by
  // some 1e-5, as fastText's do; they are rounded to 1e-6, and `threshold` is compared with what
  // fastText adds left out.
  std::span<const Prediction> predict(std::string_view text, size_t k, double threshold,
                                      Scratch& scratch) const;

 private:
  friend class RowSum;

  void decode_input();
  void add_text(std::string_view text, RowSum& sum, Scratch& scratch) const;
  void add_word(std::string_view word, uint32_t hash, RowSum& sum, Scratch& scratch) const;
  bool add_rows_of(std::string_view word, uint32_t hash, RowSum& sum, Scratch& scratch) const;
  void add_pruned_ngrams(std::string_view bracketed, RowSum& sum) const;
  void add_ngrams_of_words(RowSum& sum, const Scratch& scratch) const;

  ModelFile file_;
  WordIndex words_;
  BucketRows buckets_;
  OutputLayer output_;
  std::vector<float, LargePageAllocator<float>> decoded_;
  const char* weights_ = nullptr;  // of rows of f32[dim], decoded or not; null: quantised
  bool keeps_word_sums_;
};

// "de" of "__label__de"; other labels as they are.
constexpr std::string_view without_prefix(std::string_view label) {
  return label.starts_with(kLabelPrefix) ? label.substr(kLabelPrefix.size()) : label;
}

}  // namespace sluice::fasttext
