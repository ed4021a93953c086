// Quality as a fastText classifier has learned it (fasttext/model.h), and sampling by it.
//
//   const Classifier classifier(model_bytes, "model.bin", "__label__hq");
//   classifier.score(text)                         // 0.018…: the probability of the label
//   score + pareto_draw(id, seed, 9) > 1           // whether a document is kept
//
// A text is one line to fastText: newlines are spaces, as DCLM (361714b) and NeMo Curator
// (ecd5c579) make them. Of a model with two labels the score is that of the best label, or what
// that leaves of 1 (both sources do so); of others, the probability that the model gives the label.
// Short texts are barely told apart: look at scores beside lengths before choosing a threshold.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/pool.h"
#include "fasttext/model.h"

namespace sluice::quality {

class Classifier {
 public:
  // `model`: the file's bytes, which must outlive this. `label`: as the model spells it, or without
  // "__label__". Throws ConfigError on what is no model, and where it has no such label.
  Classifier(std::string_view model, const std::string& path, std::string_view label);

  // 0..1, a multiple of 1e-6. Nothing for a text of which the model knows nothing. Any thread.
  std::optional<double> score(std::string_view text) const;

 private:
  fasttext::Model model_;
  uint32_t label_;
  mutable Pool<fasttext::Scratch> scratch_;
};

// A draw of the Pareto distribution of the second kind (Lomax) with this shape (> 0), as
// numpy.random.pareto makes them: (1 - u)^(-1/alpha) - 1, where u in [0, 1) is the hash of the
// document's id under the seed. So the draw of a document is the same in any order and on every
// machine; it is a multiple of 1e-6, and at most 1e6.
//
// Brown et al. 2020 (GPT-3, appendix A) and NeMo Curator's FastTextQualityFilter keep a document if
// the draw exceeds 1 - score (alpha 9 and 3): good ones mostly, and some of all others.
double pareto_draw(std::string_view id, uint64_t seed, double alpha);

}  // namespace sluice::quality
