// Several vocabularies over one corpus: what threads count, and what comes of it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bpe/comparison.h"
#include "bpe/word_counts.h"
#include "cli/tokenizer.h"
#include "compare_results.h"
#include "corpus.h"
#include "document/id_sketch.h"

namespace sluice::bpe_tool {

struct Candidate {
  std::unique_ptr<cli::Tokenizer> tokenizer;
  bool curve = false;  // also at all its smaller sizes
};

// What one thread counts: tokens by every vocabulary, and the words of those with a curve.
class Measured {
 public:
  // `all` must outlive this.
  explicit Measured(const std::vector<Candidate>& all);

  void add(const Corpus::Piece& piece);
  void merge(const Measured& other);

  const bpe::Comparison& comparison() const { return comparison_; }
  const IdSketch& ids() const { return ids_; }
  // Of a candidate with a curve.
  const bpe::WordCounts& words(size_t candidate) const { return *words_[candidate]; }

 private:
  const std::vector<Candidate>& all_;
  bpe::Comparison comparison_;
  IdSketch ids_;
  std::vector<std::optional<bpe::WordCounts>> words_;  // by vocabulary, where it has a curve
  std::string normalised_;
};

std::unique_ptr<Measured> measure(Corpus& corpus, const pipeline::RunOptions& run,
                                  const std::vector<Candidate>& all);

// What is to be told of the measured, beside the counts.
struct ResultOptions {
  uint64_t under_trained = 0;
  std::vector<uint64_t> sizes;                  // of the curves; empty: powers of two
  std::map<std::string, std::string> parallel;  // text by language, English among them, or none
  std::optional<OpenModel> model;
  size_t reference = 0;
  double held_out = 0;
};

// `say`: takes lines for people on what was asked for and cannot be told.
Results results_of(const std::vector<Candidate>& candidates, const Measured& measured,
                   const ResultOptions& options,
                   const std::function<void(const std::string&)>& say);

}  // namespace sluice::bpe_tool
