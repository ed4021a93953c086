// What `compare` found out, and how it is told: a table, JSON, [vocab] candidates for the report, a
// chart.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bpe/comparison.h"
#include "bpe/size_curve.h"
#include "chart/chart.h"
#include "sizing/formulas.h"

namespace sluice::bpe_tool {

// A vocabulary, or one size of it, on the text.
struct Compared {
  std::string name;
  std::string label;  // name@digest of the whole vocabulary
  uint64_t size = 0;
  uint64_t tokens = 0;
};

struct ComparedVocabulary : Compared {
  double renyi_efficiency = 0;
  uint64_t unused = 0;
  uint64_t under_trained = 0;
  std::map<std::string, double> premiums;  // by language, on parallel text
  std::optional<bpe::SizeCurve> curve;     // all its sizes on the text
};

// A model whose vocabulary is still open: 12 L d^2 parameters in its layers (Kaplan et al. 2020,
// arXiv:2001.08361, rough: attention of full width and feed-forward of four times the width).
struct OpenModel {
  double layers = 0;
  double width = 0;
  bool tied = false;

  static constexpr sizing::Label kLabel = sizing::Label::rough;
  double layer_parameters() const { return 12 * layers * width * width; }
};

struct Results {
  bpe::ComparedCounts total;
  bpe::Comparison::Groups by_language;  // tokens in the order of `vocabularies`
  bpe::Comparison::Groups by_source;
  double held_out = 0;
  uint64_t under_trained_below = 0;
  size_t reference = 0;  // index of the vocabulary that NSL is relative to
  std::vector<ComparedVocabulary> vocabularies;
  std::vector<Compared> sizes;  // of the curves, those that are listed
  std::optional<OpenModel> model;
};

// What a size costs a model, and how it compares: the derived numbers of one line.
struct Derived {
  double bytes_per_token = 0;
  double tokens_per_word = 0;
  double nsl = 0;
  double vocabulary_parameters = 0;  // of `model`, as all below
  double head_share = 0;             // of the weights' training FLOPs
  double flops_per_byte = 0;         // 6 N(V) a byte of text
};
Derived derive(const Results& results, const Compared& compared);

std::string as_table(const Results& results);
std::string as_json(const Results& results);
std::string as_candidates(const Results& results);  // TOML
chart::LineChart as_chart(const Results& results);

}  // namespace sluice::bpe_tool
