#include "langid/segments.h"

#include <algorithm>
#include <array>

#include "langid/features.h"
#include "langid/repetition.h"
#include "langid/scoring.h"
#include "langid/softmax.h"
#include "unicode/normalize.h"

namespace sluice::langid {
namespace {

// The mean of the rows of the script's words, in units of 1 / kMeanUnit.
std::array<int16_t, kDimension> mean_of(const Model& model, uint8_t script, uint64_t letters_of_it,
                                        WindowScratch& scratch) {
  const bool unspaced = model.scripts()[script].unspaced;
  scratch.rows.resize(most_features(letters_of_it, scratch.words.size()));
  size_t size = 0;
  Repetition repetition;
  for (const Word& word : scratch.words) {
    if (word.script != script) continue;
    const auto letters = scratch.words.letters(word);
    if (!repetition.is_new(letters)) continue;
    for_each_feature(letters, unspaced,
                     [&](uint32_t feature) { scratch.rows[size++] = model.row_of(feature); });
  }
  scratch.rows.resize(size);
  RowSum sum{};
  add_rows(model.rows(), scratch.rows, sum);
  const double share = Model::kMeanUnit / static_cast<double>(scratch.rows.size());
  std::array<int16_t, kDimension> mean;
  std::ranges::transform(sum, mean.begin(), [share](int32_t value) {
    return static_cast<int16_t>(static_cast<int32_t>(value * share));
  });
  return mean;
}

// The languages that have a chance, by their scores: probabilities as of a softmax.
void add_likely(const Model& model, const Model::Script& script, double sharpness,
                const WindowScratch& scratch, std::vector<Likely>& likely) {
  constexpr double kLeast = -10;  // nats below the best
  const auto scores = std::span(scratch.scores).first(script.labels);
  const int32_t best = *std::ranges::max_element(scores);
  const double unit = model.unit() * sharpness;
  const double least = best + kLeast / unit;
  const size_t begin = likely.size();
  double sum = 0;
  for (size_t i = 0; i < scores.size(); ++i) {
    if (scores[i] < least) continue;
    const double weight = decay(static_cast<double>(scores[i] - best) * unit);
    likely.push_back({static_cast<uint32_t>(script.first + i), weight});
    sum += weight;
  }
  for (Likely& one : std::span(likely).subspan(begin)) one.probability /= sum;
}

// Divides anew what the languages of the resolver of the likeliest one have together.
void resolve(const Model& model, double sharpness, const WindowScratch& scratch,
             std::span<Likely> likely) {
  const auto best = std::ranges::max_element(likely, {}, &Likely::probability);
  const Model::Resolver* resolver = model.resolver_of(best->label);
  if (resolver == nullptr) return;
  std::array<int32_t, Model::Resolver::kMostLabels> sums{};
  for (const uint32_t row : scratch.rows) {
    const auto& values = resolver->rows[row >> Model::kResolverShift];
    for (size_t i = 0; i < values.size(); ++i) sums[i] += values[i];
  }
  const double unit = resolver->unit / static_cast<double>(scratch.rows.size()) * sharpness;
  const int32_t most = *std::ranges::max_element(std::span(sums).first(resolver->labels.size()));
  double before = 0;
  double after = 0;
  const auto each_of_them = [&](const auto& use) {
    for (Likely& one : likely) {
      const auto found = std::ranges::lower_bound(resolver->labels, one.label);
      if (found == resolver->labels.end() || *found != one.label) continue;
      use(one, sums[static_cast<size_t>(found - resolver->labels.begin())]);
    }
  };
  each_of_them([&](Likely& one, int32_t sum) {
    before += one.probability;
    one.probability *= decay(static_cast<double>(sum - most) * unit);
    after += one.probability;
  });
  if (!(after > 0)) return;
  each_of_them([&](Likely& one, int32_t) { one.probability *= before / after; });
}

void judge_script(const Model& model, uint8_t number, const ScriptCount& count,
                  WindowScratch& scratch, Segments& segments) {
  const Model::Script& script = model.scripts()[number];
  const uint64_t weight = count.letters * (script.unspaced ? kUnspacedWeight : 1);
  const size_t begin = segments.likely.size();
  if (script.labels == 1) {
    segments.likely.push_back({static_cast<uint32_t>(script.first), 1});
  } else {
    score_labels(script.weights, mean_of(model, number, count.letters, scratch), scratch.scores);
    for (size_t i = 0; i < script.labels; ++i) {
      scratch.scores[i] += model.label(script.first + i).bias;
    }
    if (script.no_language) {
      scratch.scores[*script.no_language] +=
          model.symbol_bias(symbol_level(count.symbols, count.letters));
    }
    const double sharpness = model.sharpness(weight);
    add_likely(model, script, sharpness, scratch, segments.likely);
    resolve(model, sharpness, scratch, std::span(segments.likely).subspan(begin));
  }
  segments.list.push_back({weight, begin, segments.likely.size()});
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
  std::vector<ScriptCount>& counts = scratch.counts;
  counts.assign(model.scripts().size(), {});
  uint64_t all = 0;
  for (const Word& word : scratch.words) {
    counts[word.script].letters += word.length;
    counts[word.script].symbols += word.symbols;
    all += word.length;
  }
  if (!scratch.words.empty()) {
    counts[scratch.words[scratch.words.size() - 1].script].symbols += behind;
  }
  for (size_t script = 0; script < counts.size(); ++script) {
    const ScriptCount& count = counts[script];
    if (count.letters * 5 < all || count.letters == 0) continue;
    if (model.scripts()[script].labels == 0) continue;
    judge_script(model, static_cast<uint8_t>(script), count, scratch, segments);
  }
}

}  // namespace sluice::langid
