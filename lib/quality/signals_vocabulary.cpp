// What the words of a text are: how many are different, in capitals, symbols; the longest.
//
// Sources: dolma 669f534 (taggers/gopher.py: symbol_to_word_ratio), NeMo Curator ecd5c579
// (SymbolsToWordsFilter, LongWordFilter), RedPajama-Data 6d2cee9 (RPS_Doc_Frac_Unique_Words,
// RPS_Doc_Unigram_Entropy, RPS_Doc_Frac_All_Caps_Words).
#include <algorithm>
#include <cmath>

#include "quality/scratch.h"
#include "quality/signal_families.h"
#include "unicode/letter_case.h"

namespace sluice::quality {
namespace {

using Made = std::unique_ptr<const Signal>;

// The share of words of which `is` is true.
template <class Is>
Made fraction_of(const WordDefinition& words, Is is) {
  return signal_of([words, is](Analysis& analysis) {
    const std::span<const Word> all = analysis.words(words);
    const std::string_view text = analysis.text();
    const auto count = std::count_if(all.begin(), all.end(),
                                     [&](const Word& word) { return is(word.of(text), word); });
    return share(static_cast<uint64_t>(count), all.size());
  });
}

Made make_unique_words(Record& parameters, const Setting& setting) {
  return signal_of([words = words_of(parameters, setting)](Analysis& analysis) {
    const std::span<const uint32_t> ids = analysis.word_ids(words);
    const auto last = std::max_element(ids.begin(), ids.end());
    return share(ids.empty() ? 0 : uint64_t{*last} + 1, ids.size());
  });
}

// The sum of -p log p over the different words, in nats.
Made make_entropy(Record& parameters, const Setting& setting) {
  return signal_of(
      [words = words_of(parameters, setting)](Analysis& analysis) -> std::optional<double> {
        const std::span<const uint32_t> ids = analysis.word_ids(words);
        if (ids.empty()) return std::nullopt;
        thread_local std::vector<uint32_t> kept;
        std::vector<uint32_t>& counts = emptied(kept);
        counts.resize(uint64_t{*std::max_element(ids.begin(), ids.end())} + 1);
        for (const uint32_t id : ids) ++counts[id];
        double entropy = 0;
        for (const uint32_t count : counts) {
          const double p = count / static_cast<double>(ids.size());
          entropy -= p * std::log(p);
        }
        // To eight decimals, as the source stores it, and as logarithms agree on all machines; one
        // word alone gives -0.
        constexpr double kUnits = 1e8;
        return std::max(std::round(entropy * kUnits) / kUnits, 0.0);
      });
}

// Python's str.isupper: "A1" is upper, "1" is not.
Made make_upper_words(Record& parameters, const Setting& setting) {
  return fraction_of(words_of(parameters, setting),
                     [](std::string_view word, const Word&) { return is_upper_word(word); });
}

Made make_words_holding(Record& parameters, const Setting& setting) {
  return fraction_of(words_of(parameters, setting),
                     [of = list_of(parameters)](std::string_view word, const Word&) {
                       return std::any_of(of.begin(), of.end(), [word](const std::string& part) {
                         return word.find(part) != std::string_view::npos;
                       });
                     });
}

uint64_t runs_of_hashes(std::string_view word) {
  uint64_t runs = 0;
  for (size_t i = 0; i < word.size(); ++i) {
    if (word[i] == '#' && (i == 0 || word[i - 1] != '#')) ++runs;
  }
  return runs;
}

// A word is a symbol if it is one of "of", or if its runs of '#' are more than half as many as its
// characters: so that "#" is one, and "##" is none.
Made make_hash_words(Record& parameters, const Setting& setting) {
  return fraction_of(words_of(parameters, setting),
                     [of = list_of(parameters)](std::string_view word, const Word& about) {
                       return 2 * runs_of_hashes(word) > about.length ||
                              std::find(of.begin(), of.end(), word) != of.end();
                     });
}

Made make_longest_word(Record& parameters, const Setting& setting) {
  return signal_of(
      [words = words_of(parameters, setting)](Analysis& analysis) -> std::optional<double> {
        const std::span<const Word> all = analysis.words(words);
        if (all.empty()) return std::nullopt;
        uint32_t longest = 0;
        for (const Word& word : all) longest = std::max(longest, word.length);
        return longest;
      });
}

constexpr SignalKind kKinds[] = {
    {"unique_words_fraction", Scale::fraction, "Different words, of all.", make_unique_words,
     kShare},
    {"word_entropy", Scale::length, "Entropy of the distribution of words, in nats.", make_entropy},
    {"upper_words_fraction", Scale::fraction, "Words in capitals, of all words.", make_upper_words,
     kShare},
    {"words_holding_fraction", Scale::fraction, "Words that hold one of 'of', of all words.",
     make_words_holding, kShare},
    {"hash_words_fraction", Scale::fraction, "Words that are '#' or one of 'of', of all words.",
     make_hash_words, kShare},
    {"longest_word", Scale::count, "Code points of the longest word.", make_longest_word},
};

}  // namespace

std::span<const SignalKind> vocabulary_signals() { return kKinds; }

}  // namespace sluice::quality
