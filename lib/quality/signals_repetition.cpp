// Repeated n-grams. As datatrove a649de79 has them (gopher_repetition_filter.py) where no parameter
// says otherwise: "counting" names the definitions of others (ngram_shares.h).
#include "quality/ngram_shares.h"
#include "quality/signal_families.h"

namespace sluice::quality {
namespace {

using Made = std::unique_ptr<const Signal>;

uint32_t n_of(Record& parameters, uint64_t least) {
  return static_cast<uint32_t>(count_of(parameters, "n", 0, least, Repetition::kLongest));
}

// Nothing: datatrove's.
std::optional<NgramCounting> counting_of(Record& parameters) {
  const size_t choice =
      choice_of(parameters, "counting", {"datatrove", "dolma", "redpajama", "dclm", "nemo"}, 0);
  if (choice == 0) return std::nullopt;
  return static_cast<NgramCounting>(choice - 1);
}

// The code points of the most frequent n-gram, times its count, over those of the text: the words
// joined by a space each ("separators"); an n-gram that is there once counts too ("once").
class TopNgram final : public Signal {
 public:
  TopNgram(Record& parameters, const Setting& setting)
      : words_(words_of(parameters, setting)),
        n_(n_of(parameters, 1)),
        separators_(flag_of(parameters, "separators", true)),
        once_(flag_of(parameters, "once", true)),
        counting_(counting_of(parameters)) {}

  std::optional<double> measure(Analysis& analysis) const override {
    if (counting_) return top_ngram_share(analysis, words_, n_, *counting_);
    Repetition& repetition = analysis.repetition(words_);
    const Ngram top = repetition.top(n_);
    if (top.count == 0) return std::nullopt;
    if (top.count == 1 && !once_) return 0;
    const uint64_t length = repetition.characters(top.position, n_) + (separators_ ? n_ - 1 : 0);
    return share(length * top.count, analysis.code_points());
  }

  std::string detail(Analysis& analysis) const override {
    const Ngram top = analysis.repetition(words_).top(n_);
    if (top.count == 0) return {};
    const std::span<const Word> words = analysis.words(words_);
    std::string phrase;
    for (const Word& word : words.subspan(top.position, n_)) {
      if (phrase.size() > kLongestPhrase) break;
      if (!phrase.empty()) phrase += ' ';
      phrase += word.of(analysis.text());
    }
    return phrase;
  }

 private:
  static constexpr size_t kLongestPhrase = 200;  // bytes after which no word is added

  WordDefinition words_;
  uint32_t n_;
  bool separators_;
  bool once_;
  std::optional<NgramCounting> counting_;
};

Made make_top_ngram(Record& parameters, const Setting& setting) {
  return std::make_unique<const TopNgram>(parameters, setting);
}

Made make_duplicate_ngrams(Record& parameters, const Setting& setting) {
  const std::optional<NgramCounting> counting = counting_of(parameters);
  if (counting) {
    return signal_of([words = words_of(parameters, setting), n = n_of(parameters, 1),
                      counting](Analysis& analysis) {
      return duplicate_ngrams_share(analysis, words, n, *counting);
    });
  }
  return signal_of(
      [words = words_of(parameters, setting), n = n_of(parameters, Repetition::kShortestJoined)](
          Analysis& analysis) -> std::optional<double> {
        if (analysis.words(words).size() < n) return std::nullopt;
        return share(analysis.repetition(words).duplicate_characters(n), analysis.code_points());
      });
}

constexpr SignalKind kKinds[] = {
    {"top_ngram_characters_fraction", Scale::fraction,
     "Code points of the most frequent n-gram of 'n' words.", make_top_ngram},
    {"duplicate_ngram_characters_fraction", Scale::fraction,
     "Code points of n-grams of 'n' words that were there before.", make_duplicate_ngrams},
};

}  // namespace

std::span<const SignalKind> repetition_signals() { return kKinds; }

}  // namespace sluice::quality
