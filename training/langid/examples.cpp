#include "training/langid/examples.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/exponential.h"
#include "langid/features.h"
#include "langid/repetition.h"
#include "langid/segments.h"

namespace sluice::training {

size_t Lottery::draw(Random& random) const {
  const double ticket = random.unit() * sums_.back();
  const auto drawn = std::ranges::upper_bound(sums_, ticket) - sums_.begin();
  return std::min(static_cast<size_t>(drawn), sums_.size() - 1);
}

Examples::Examples(const Corpus& corpus, std::span<const uint32_t> labels,
                   std::span<const double> weights, const ExampleOptions& options)
    : corpus_(corpus),
      options_(options),
      length_range_(natural_logarithm(options.most_letters / options.least_letters)),
      random_(options.seed) {
  for (size_t i = 0; i < labels.size(); ++i) {
    const TrainingLabel& label = corpus.labels[labels[i]];
    labels_.add(label.sources.empty() ? 0 : weights[i]);
    of_label_.push_back(&label);
    Lottery& sources = sources_.emplace_back();
    for (const TrainingSource& source : label.sources) {
      sources.add(std::sqrt(static_cast<double>(source.words.size())));
    }
  }
  if (!(labels_.sum() > 0)) throw std::runtime_error("no script has two languages to tell apart");
}

size_t Examples::next(std::vector<uint32_t>& rows, size_t& symbol_level) {
  const size_t drawn = labels_.draw(random_);
  const TrainingLabel& label = *of_label_[drawn];
  const TrainingSource& source = label.sources[sources_[drawn].draw(random_)];
  const double wanted = options_.most_letters * exponential(-random_.unit() * length_range_);
  const bool unspaced = corpus_.letter_pages.scripts[label.script] == "Hani";
  const uint32_t shift = 32 - options_.row_bits;
  rows.clear();
  uint64_t letters = 0;
  uint64_t symbols = 0;
  langid::Repetition repetition;
  for (size_t at = random_.next() % source.words.size();
       at < source.words.size() && static_cast<double>(letters) < wanted; ++at) {
    const TrainingWord& word = source.words[at];
    letters += word.length;
    symbols += word.symbols;
    const auto of_word = corpus_.letters_of(word);
    if (!repetition.is_new(langid::word_hash(of_word))) continue;
    langid::for_each_feature(of_word, unspaced,
                             [&](uint32_t feature) { rows.push_back(feature >> shift); });
  }
  symbol_level = langid::symbol_level(symbols, letters);
  return drawn;
}

}  // namespace sluice::training
