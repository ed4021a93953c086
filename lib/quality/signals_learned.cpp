// Signals of learned classifiers.
//
//   model = "model.bin"
//   label = "__label__hq"
#include <cmath>
#include <string>

#include "quality/classifier.h"
#include "quality/signal.h"
#include "quality/signal_families.h"

namespace sluice::quality {
namespace {

using Made = std::unique_ptr<const Signal>;

std::unique_ptr<const Classifier> classifier_of(Record& parameters, const Setting& setting) {
  std::string model;
  std::string label;
  if (!parameters.text("model", model) || model.empty()) {
    parameters.fail_at("model", "'model' is missing: a file");
  }
  if (!parameters.text("label", label)) {
    parameters.fail_at("label", "'label' is missing: one of the model's");
  }
  return parameters.blaming("model", [&] {
    return std::make_unique<const Classifier>(setting.model(model), model, label);
  });
}

Made make_fasttext(Record& parameters, const Setting& setting) {
  return signal_of([classifier = classifier_of(parameters, setting)](Analysis& analysis) {
    return classifier->score(analysis.text());
  });
}

// Score and draw together: what is not above 1 is dropped.
Made make_fasttext_pareto(Record& parameters, const Setting& setting) {
  double alpha = 3;
  uint64_t seed = setting.seed;
  parameters.number("alpha", alpha);
  parameters.count("seed", seed);
  if (alpha <= 0) parameters.fail_at("alpha", "'alpha' must be above 0");
  return signal_of([classifier = classifier_of(parameters, setting), alpha,
                    seed](Analysis& analysis) -> std::optional<double> {
    const std::optional<double> score = classifier->score(analysis.text());
    if (!score) return std::nullopt;
    constexpr double kUnits = 1e6;  // of both, which their sum in binary may miss
    return std::round((*score + pareto_draw(analysis.facts().id, seed, alpha)) * kUnits) / kUnits;
  });
}

constexpr SignalKind kKinds[] = {
    {"fasttext", Scale::fraction, "Probability of 'label' by the fastText model 'model'.",
     make_fasttext, kShare},
    {"fasttext_pareto", Scale::fraction,
     "That, and a draw of the Pareto distribution with shape 'alpha': above 1, NeMo keeps.",
     make_fasttext_pareto},
};

}  // namespace

std::span<const SignalKind> learned_signals() { return kKinds; }

}  // namespace sluice::quality
