#include "langid/segments.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/exponential.h"
#include "langid/features.h"
#include "langid/repetition.h"
#include "langid/scoring.h"
#include "unicode/normalize.h"

namespace sluice::langid {
namespace {

// Calls use(letters, hash) for each word of the script that counts.
template <class Use>
void for_each_word(const Words& words, uint8_t script, Use&& use) {
  Repetition repetition;
  for (const Word& word : words) {
    if (word.script != script) continue;
    const auto letters = words.letters(word);
    const uint32_t hash = word_hash(letters);
    if (repetition.is_new(hash)) use(letters, hash);
  }
}

// Adds the rows of one word's features; returns how many.
uint32_t add_word(const Model& model, std::span<const char32_t> letters, bool unspaced,
                  std::vector<uint32_t>& rows, RowSum& sum) {
  rows.resize(most_features(letters.size()));
  size_t size = 0;
  for_each_feature(letters, unspaced,
                   [&](uint32_t feature) { rows[size++] = model.row_of(feature); });
  add_rows(model.rows(), std::span(rows).first(size), sum);
  return static_cast<uint32_t>(size);
}

uint32_t add_cached(const Model& model, std::span<const char32_t> letters, uint32_t hash,
                    WindowScratch& scratch, RowSum& sum) {
  WordCache::Entry& entry = scratch.cache.place(hash);
  if (!WordCache::holds(entry, letters)) {
    RowSum of_word{};
    entry.features = add_word(model, letters, false, scratch.rows, of_word);
    entry.length = static_cast<uint32_t>(letters.size());
    std::ranges::copy(letters, entry.letters.begin());
    std::ranges::transform(of_word, entry.sum.begin(),
                           [](int32_t value) { return static_cast<int16_t>(value); });
  }
  for (size_t d = 0; d < kDimension; ++d) sum[d] += entry.sum[d];
  return entry.features;
}

struct Mean {
  std::array<int16_t, kDimension> rows;  // in units of 1 / kMeanUnit
  uint64_t letters = 0;                  // of the words that count
};

Mean mean_of(const Model& model, uint8_t script, WindowScratch& scratch) {
  const bool unspaced = model.scripts()[script].unspaced;
  RowSum sum{};
  uint64_t features = 0;
  Mean mean;
  for_each_word(scratch.words, script, [&](std::span<const char32_t> letters, uint32_t hash) {
    features += unspaced || letters.size() > WordCache::kLongest
                    ? add_word(model, letters, unspaced, scratch.rows, sum)
                    : add_cached(model, letters, hash, scratch, sum);
    mean.letters += letters.size();
  });
  const double share = Model::kMeanUnit / static_cast<double>(features);
  std::ranges::transform(sum, mean.rows.begin(), [share](int32_t value) {
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
    const double weight = exponential(static_cast<double>(scores[i] - best) * unit);
    likely.push_back({static_cast<uint32_t>(script.first + i), weight});
    sum += weight;
  }
  for (Likely& one : std::span(likely).subspan(begin)) one.probability /= sum;
}

// Divides anew what the languages of the resolver of the likeliest one have together, unless there
// is next to nothing to divide.
void resolve(const Model& model, uint8_t script, double sharpness, const Words& words,
             std::span<Likely> likely) {
  constexpr double kNextToAll = 0.999;
  const auto best = std::ranges::max_element(likely, {}, &Likely::probability);
  const Model::Resolver* resolver = model.resolver_of(best->label);
  if (resolver == nullptr) return;
  const auto each_of_them = [&](const auto& use) {
    for (Likely& one : likely) {
      const auto found = std::ranges::lower_bound(resolver->labels, one.label);
      if (found == resolver->labels.end() || *found != one.label) continue;
      use(one.probability, static_cast<size_t>(found - resolver->labels.begin()));
    }
  };
  double before = 0;
  each_of_them([&](double probability, size_t) { before += probability; });
  if (best->probability > kNextToAll * before) return;

  std::array<int32_t, Model::Resolver::kMostLabels> sums{};
  uint64_t features = 0;
  for_each_word(words, script, [&](std::span<const char32_t> letters, uint32_t) {
    for_each_feature(letters, model.scripts()[script].unspaced, [&](uint32_t feature) {
      const auto& row = resolver->rows[model.row_of(feature) >> Model::kResolverShift];
      for (size_t i = 0; i < row.size(); ++i) sums[i] += row[i];
      ++features;
    });
  });
  const double unit = resolver->unit / static_cast<double>(features) * sharpness;
  int32_t most = std::numeric_limits<int32_t>::min();
  each_of_them([&](double, size_t i) { most = std::max(most, sums[i]); });
  double after = 0;
  each_of_them([&](double& probability, size_t i) {
    probability *= exponential(static_cast<double>(sums[i] - most) * unit);
    after += probability;
  });
  each_of_them([&](double& probability, size_t) { probability *= before / after; });
}

void judge_script(const Model& model, uint8_t number, const ScriptCount& count,
                  WindowScratch& scratch, Segments& segments) {
  const Model::Script& script = model.scripts()[number];
  const uint64_t weight = count.letters * (script.unspaced ? kUnspacedWeight : 1);
  const size_t begin = segments.likely.size();
  uint64_t letters = count.letters;
  if (script.labels == 1) {
    segments.likely.push_back({static_cast<uint32_t>(script.first), 1});
  } else {
    const Mean mean = mean_of(model, number, scratch);
    score_labels(script.weights, mean.rows, scratch.scores);
    for (size_t i = 0; i < script.labels; ++i) {
      scratch.scores[i] += model.label(script.first + i).bias;
    }
    if (script.no_language) {
      scratch.scores[*script.no_language] +=
          model.symbol_bias(symbol_level(count.symbols, count.letters));
    }
    letters = mean.letters;
    const double sharpness = model.sharpness(letters);
    add_likely(model, script, sharpness, scratch, segments.likely);
    resolve(model, number, sharpness, scratch.words, std::span(segments.likely).subspan(begin));
  }
  segments.list.push_back({weight, letters, begin, segments.likely.size()});
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
