#include "langid/segments.h"

#include <algorithm>
#include <array>

#include "langid/features.h"
#include "langid/scoring.h"
#include "langid/softmax.h"
#include "unicode/normalize.h"

namespace sluice::langid {
namespace {

struct ScriptCount {
  uint64_t letters = 0;
  uint64_t symbols = 0;
};

// The mean of the rows of the script's words, in units of 1 / kMeanUnit.
std::array<int16_t, kDimension> mean_of(const Model& model, uint8_t script,
                                        WindowScratch& scratch) {
  const bool unspaced = model.scripts()[script].unspaced;
  scratch.rows.clear();
  for (const Word& word : scratch.words) {
    if (word.script != script) continue;
    for_each_feature(scratch.words.letters(word), unspaced, [&](uint32_t feature) {
      scratch.rows.push_back(model.row_of(feature));
    });
  }
  RowSum sum{};
  add_rows(model.rows(), scratch.rows, sum);
  const auto count = static_cast<int64_t>(scratch.rows.size());
  std::array<int16_t, kDimension> mean;
  std::ranges::transform(sum, mean.begin(), [count](int32_t value) {
    return static_cast<int16_t>(int64_t{value} * Model::kMeanUnit / count);
  });
  return mean;
}

void judge_script(const Model& model, uint8_t number, const ScriptCount& count,
                  WindowScratch& scratch, Segments& segments) {
  const Model::Script& script = model.scripts()[number];
  const uint64_t weight = count.letters * (script.unspaced ? kUnspacedWeight : 1);
  segments.list.push_back({number, weight, segments.probabilities.size()});
  segments.probabilities.resize(segments.probabilities.size() + script.labels, 1);
  if (script.labels == 1) return;
  const auto mean = mean_of(model, number, scratch);
  scratch.scores.resize(script.labels);
  score_labels(model.weights(script), mean, scratch.scores);
  const std::span<double> values =
      std::span(segments.probabilities).last(script.labels);
  const double sharpness = model.sharpness(weight);
  const double if_no_language = model.symbol_bias(symbol_level(count.symbols, count.letters));
  for (size_t i = 0; i < script.labels; ++i) {
    const Model::Label& label = model.label(script.first + i);
    const double symbols = label.language == undetermined() ? if_no_language : 0;
    values[i] = (scratch.scores[i] * model.unit() + label.bias + symbols) * sharpness;
  }
  softmax(values);
}

}  // namespace

size_t symbol_level(uint64_t symbols, uint64_t letters) {
  const uint64_t all = std::max<uint64_t>(symbols + letters, 1);
  return std::min<size_t>(symbols * Model::kSymbolLevels / all, Model::kSymbolLevels - 1);
}

void judge_window(const Model& model, std::string_view window, WindowScratch& scratch,
                  Segments& segments) {
  scratch.words.clear();
  const uint32_t behind =
      split_words(model.letters(), nfc_view(window, scratch.normalized), scratch.words);
  std::array<ScriptCount, 256> counts{};
  uint64_t all = 0;
  for (const Word& word : scratch.words) {
    counts[word.script].letters += word.length;
    counts[word.script].symbols += word.symbols;
    all += word.length;
  }
  if (!scratch.words.empty()) {
    counts[scratch.words[scratch.words.size() - 1].script].symbols += behind;
  }
  for (size_t script = 0; script < model.scripts().size(); ++script) {
    const ScriptCount& count = counts[script];
    if (count.letters * 5 < all || count.letters == 0) continue;
    if (model.scripts()[script].labels == 0) continue;
    judge_script(model, static_cast<uint8_t>(script), count, scratch, segments);
  }
}

}  // namespace sluice::langid
