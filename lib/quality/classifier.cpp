#include "quality/classifier.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "base/error.h"
#include "base/hash.h"
#include "base/suggest.h"

namespace sluice::quality {
namespace {

constexpr double kUnits = 1e6;

double rounded(double value) { return std::round(value * kUnits) / kUnits; }

uint32_t label_of(const fasttext::Model& model, const std::string& path, std::string_view name) {
  std::vector<std::string_view> labels;
  for (uint32_t label = 0; label < model.labels(); ++label) {
    const std::string_view spelled = model.label(label);
    if (spelled == name || fasttext::without_prefix(spelled) == name) return label;
    labels.push_back(spelled);
  }
  constexpr size_t kShown = 4;
  std::string known;
  for (size_t i = 0; i < std::min(kShown, labels.size()); ++i) {
    known += (i == 0 ? "" : ", ") + std::string(labels[i]);
  }
  throw ConfigError(path + ": has no label '" + std::string(name) + "'" +
                    did_you_mean(name, labels) + " (it has " + known +
                    (labels.size() > kShown ? ", …)" : ")"));
}

}  // namespace

Classifier::Classifier(std::string_view model, const std::string& path, std::string_view label)
    : model_(model, path),
      label_(label_of(model_, path, label)),
      scratch_([this] { return std::make_unique<fasttext::Scratch>(model_); }) {}

std::optional<double> Classifier::score(std::string_view text) const {
  const bool is_pair = model_.labels() == 2;
  return scratch_.with([&](fasttext::Scratch& scratch) -> std::optional<double> {
    const auto predictions = model_.predict(text, is_pair ? 1 : model_.labels(), 0, scratch);
    if (predictions.empty()) return std::nullopt;
    const auto found = std::ranges::find(predictions, label_, &fasttext::Prediction::label);
    const double score = found != predictions.end() ? found->score
                         : is_pair                  ? rounded(1 - predictions.front().score)
                                                    : 0;
    return std::clamp(score, 0.0, 1.0);
  });
}

double pareto_draw(std::string_view id, uint64_t seed, double alpha) {
  constexpr double kMost = 1e6;
  const double u = unit_interval(hash64(id, seed));
  // std::pow may differ between machines in the last bits, far below what is rounded.
  return std::min(rounded(std::pow(1 - u, -1 / alpha) - 1), kMost);
}

}  // namespace sluice::quality
