#include "training/langid/learner.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>

#include "langid/features.h"
#include "langid/repetition.h"
#include "langid/segments.h"
#include "langid/softmax.h"
#include "training/langid/random.h"

namespace sluice::training {
namespace {

using Vector = Learned::Vector;

// In this order whatever the vectors' width: eight sums, then their sum.
float dot(const Vector& one, const Vector& other) {
  std::array<float, 8> sums{};
  for (size_t d = 0; d < one.size(); d += sums.size()) {
    for (size_t i = 0; i < sums.size(); ++i) sums[i] += one[d + i] * other[d + i];
  }
  float sum = 0;
  for (const float part : sums) sum += part;
  return sum;
}

void add_scaled(Vector& to, const Vector& what, float factor) {
  for (size_t d = 0; d < to.size(); ++d) to[d] += what[d] * factor;
}

// Draws indices with the probability of given weights.
class Lottery {
 public:
  void add(double weight) { sums_.push_back((sums_.empty() ? 0 : sums_.back()) + weight); }
  size_t draw(Random& random) const {
    const double ticket = random.unit() * sums_.back();
    const auto drawn = std::ranges::upper_bound(sums_, ticket) - sums_.begin();
    return std::min(static_cast<size_t>(drawn), sums_.size() - 1);
  }

 private:
  std::vector<double> sums_;
};

// The square root, which IEEE 754 defines to the last bit, is all that damping needs.
double damped(double size) { return std::sqrt(std::sqrt(size)); }

class Examples {
 public:
  Examples(const Corpus& corpus, const LearningOptions& options)
      : corpus_(corpus), options_(options), random_(options.seed) {
    constexpr double kEnough = 3e6;  // letters
    std::vector<size_t> of_script(256);
    for (const TrainingLabel& label : corpus.labels) ++of_script[label.script];
    for (const TrainingLabel& label : corpus.labels) {
      const auto size = std::min(static_cast<double>(label.letters), kEnough);
      labels_.add(of_script[label.script] > 1 ? damped(size) : 0);
      Lottery& sources = sources_.emplace_back();
      for (const TrainingSource& source : label.sources) {
        sources.add(std::sqrt(static_cast<double>(source.words.size())));
      }
    }
  }

  // Fills `rows`; returns the label's number.
  size_t next(std::vector<uint32_t>& rows, size_t& symbol_level) {
    const size_t number = labels_.draw(random_);
    const TrainingLabel& label = corpus_.labels[number];
    const TrainingSource& source = label.sources[sources_[number].draw(random_)];
    const double span = options_.most_letters / options_.least_letters;
    const double wanted = options_.most_letters *
                          langid::decay(-random_.unit() * natural_logarithm(span));
    const bool unspaced = corpus_.letter_pages.scripts[label.script] == "Hani";
    rows.clear();
    uint64_t letters = 0;
    uint64_t symbols = 0;
    const uint32_t shift = 32 - options_.row_bits;
    langid::Repetition repetition;
    for (size_t at = random_.next() % source.words.size();
         at < source.words.size() && static_cast<double>(letters) < wanted; ++at) {
      const TrainingWord& word = source.words[at];
      letters += word.length;
      symbols += word.symbols;
      const auto of_word = corpus_.letters_of(word);
      if (!repetition.is_new(of_word)) continue;
      langid::for_each_feature(of_word, unspaced, [&](uint32_t feature) {
        rows.push_back(feature >> shift);
      });
    }
    symbol_level = langid::symbol_level(symbols, letters);
    return number;
  }

  Random& random() { return random_; }

 private:
  const Corpus& corpus_;
  LearningOptions options_;
  Random random_;
  Lottery labels_;
  std::vector<Lottery> sources_;
};

class Learner {
 public:
  Learner(const Corpus& corpus, const LearningOptions& options)
      : corpus_(corpus), options_(options), examples_(corpus, options) {
    learned_.row_bits = options.row_bits;
    learned_.rows.resize(size_t{1} << options.row_bits);
    learned_.weights.resize(corpus.labels.size());
    learned_.biases.resize(corpus.labels.size());
    for (Vector& row : learned_.rows) {
      for (float& value : row) {
        value = static_cast<float>((examples_.random().unit() * 2 - 1) / langid::kDimension);
      }
    }
    // Labels are in order of script.
    for (size_t i = 0; i < corpus.labels.size(); ++i) {
      const auto script = corpus.labels[i].script;
      ranges_.resize(std::max<size_t>(ranges_.size(), script + size_t{1}));
      if (ranges_[script].count++ == 0) ranges_[script].first = i;
      if (corpus.labels[i].language == langid::undetermined()) no_language_ = i;
    }
  }

  Learned run() {
    constexpr uint64_t kReport = 1'000'000;
    for (uint64_t i = 0; i < options_.examples; ++i) {
      step(options_.rate *
           (1 - static_cast<double>(i) / static_cast<double>(options_.examples)));
      if ((i + 1) % kReport == 0) {
        std::fprintf(stderr, "%llu examples, of the last million %.2f %% right\n",
                     static_cast<unsigned long long>(i + 1), 100.0 * right_ / kReport);
        right_ = 0;
      }
    }
    return std::move(learned_);
  }

 private:
  struct Range {
    size_t first = 0;
    size_t count = 0;
  };

  void step(double rate) {
    size_t symbol_level = 0;
    const size_t truth = examples_.next(rows_, symbol_level);
    if (rows_.empty()) return;
    Vector mean{};
    for (const uint32_t row : rows_) add_scaled(mean, learned_.rows[row], 1);
    const float share = 1 / static_cast<float>(rows_.size());
    for (float& value : mean) value *= share;

    const Range range = ranges_[corpus_.labels[truth].script];
    likely_.resize(range.count);
    for (size_t i = 0; i < range.count; ++i) {
      const size_t label = range.first + i;
      likely_[i] = dot(learned_.weights[label], mean) + learned_.biases[label] +
                   (label == no_language_ ? learned_.symbol_biases[symbol_level] : 0);
    }
    langid::softmax(likely_);
    const auto best = std::ranges::max_element(likely_) - likely_.begin();
    right_ += range.first + static_cast<size_t>(best) == truth ? 1 : 0;

    constexpr float kBiasRate = 0.1F;
    constexpr float kTooSmall = 1e-7F;
    Vector gradient{};
    for (size_t i = 0; i < range.count; ++i) {
      const size_t label = range.first + i;
      const auto error = static_cast<float>((label == truth ? 1 : 0) - likely_[i]);
      if (std::abs(error) < kTooSmall) continue;
      const float by = static_cast<float>(rate) * error;
      add_scaled(gradient, learned_.weights[label], by);
      add_scaled(learned_.weights[label], mean, by);
      learned_.biases[label] += by * kBiasRate;
      if (label == no_language_) learned_.symbol_biases[symbol_level] += by * kBiasRate;
    }
    for (const uint32_t row : rows_) add_scaled(learned_.rows[row], gradient, share);
  }

  const Corpus& corpus_;
  LearningOptions options_;
  Examples examples_;
  Learned learned_;
  std::vector<Range> ranges_;  // of the labels of each script
  size_t no_language_ = SIZE_MAX;
  std::vector<uint32_t> rows_;
  std::vector<double> likely_;
  uint64_t right_ = 0;
};

}  // namespace

Learned learn(const Corpus& corpus, const LearningOptions& options) {
  return Learner(corpus, options).run();
}

}  // namespace sluice::training
