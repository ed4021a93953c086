// Words: how many, how long, of what. As datatrove a649de79 has them (gopher_quality_filter.py)
// where no parameter says otherwise.
#include <algorithm>
#include <bit>

#include "quality/characters.h"
#include "quality/fingerprint.h"
#include "quality/scratch.h"
#include "quality/signal_families.h"
#include "unicode/letter_case.h"

namespace sluice::quality {
namespace {

using Made = std::unique_ptr<const Signal>;

// "without_symbols": words that are all punctuation are not counted.
struct Counted {
  WordDefinition words;
  bool without_symbols = false;

  static Counted of(Record& parameters, const Setting& setting) {
    return {words_of(parameters, setting), flag_of(parameters, "without_symbols", false)};
  }

  uint64_t count(const WordTotals& totals) const {
    return totals.words - (without_symbols ? totals.symbols : 0);
  }
  uint64_t characters(const WordTotals& totals) const {
    return totals.characters - (without_symbols ? totals.symbol_characters : 0);
  }
};

Made make_word_count(Record& parameters, const Setting& setting) {
  return signal_of([counted = Counted::of(parameters, setting)](Analysis& analysis) {
    const uint64_t count = counted.without_symbols
                               ? counted.count(analysis.word_totals(counted.words))
                               : analysis.word_count(counted.words);
    return std::optional<double>(static_cast<double>(count));
  });
}

Made make_mean_length(Record& parameters, const Setting& setting) {
  return signal_of([counted = Counted::of(parameters, setting)](Analysis& analysis) {
    const WordTotals& totals = analysis.word_totals(counted.words);
    return share(counted.characters(totals), counted.count(totals));
  });
}

// The middle length; of an even number of words the mean of the two in the middle.
Made make_median_length(Record& parameters, const Setting& setting) {
  return signal_of(
      [counted = Counted::of(parameters, setting)](Analysis& analysis) -> std::optional<double> {
        thread_local std::vector<uint32_t> kept;
        std::vector<uint32_t>& lengths = emptied(kept);
        for (const Word& word : analysis.words(counted.words)) {
          if (!counted.without_symbols || !word.symbol) lengths.push_back(word.length);
        }
        if (lengths.empty()) return std::nullopt;
        const auto middle = lengths.begin() + static_cast<ptrdiff_t>(lengths.size() / 2);
        std::nth_element(lengths.begin(), middle, lengths.end());
        const double upper = *middle;
        if (lengths.size() % 2 != 0) return upper;
        return (upper + *std::max_element(lengths.begin(), middle)) / 2;
      });
}

// Occurrences in the text of each of "of", not overlapping, over all words.
Made make_occurrences(Record& parameters, const Setting& setting) {
  return signal_of(
      [words = words_of(parameters, setting), of = list_of(parameters)](Analysis& analysis) {
        uint64_t count = 0;
        for (const std::string& each : of) count += analysis.occurrences(each);
        return share(count, analysis.word_count(words));
      });
}

// "ascii": only A-Z and a-z are letters (RedPajama's reading). "invert": words without a letter.
Made make_alphabetic(Record& parameters, const Setting& setting) {
  return signal_of([words = words_of(parameters, setting),
                    ascii = flag_of(parameters, "ascii", false),
                    invert = flag_of(parameters, "invert", false)](Analysis& analysis) {
    const WordTotals& totals = analysis.word_totals(words);
    const uint64_t count = ascii ? totals.with_ascii_letter : totals.with_letter;
    return share(invert ? totals.words - count : count, totals.words);
  });
}

// A set of words that is asked about every word of a text: most are turned away by one bit.
class WordSet {
 public:
  explicit WordSet(std::vector<std::string> words) : words_(std::move(words)) {
    std::sort(words_.begin(), words_.end());
    words_.erase(std::unique(words_.begin(), words_.end()), words_.end());
    const size_t slots = std::bit_ceil(2 * words_.size() + 1);
    places_.resize(slots, kNone);
    hashes_.resize(slots, 0);
    filter_.resize(std::bit_ceil(slots / 2 + 1), 0);
    for (size_t i = 0; i < words_.size(); ++i) {
      const uint32_t hash = static_cast<uint32_t>(fingerprint(words_[i], 0, words_[i].size()));
      filter_[hash / 64 & (filter_.size() - 1)] |= uint64_t{1} << hash % 64;
      size_t at = hash;
      while (places_[at & (slots - 1)] != kNone) ++at;
      places_[at & (slots - 1)] = static_cast<uint32_t>(i);
      hashes_[at & (slots - 1)] = hash;
    }
  }

  size_t size() const { return words_.size(); }

  // False: it holds no word with this Word::hash.
  bool may_hold(uint32_t hash) const {
    return (filter_[hash / 64 & (filter_.size() - 1)] >> hash % 64 & 1) != 0;
  }

  static constexpr uint32_t kNone = UINT32_MAX;
  // The word's place, below size(), or kNone. `hash`: Word::hash of it.
  uint32_t find(uint32_t hash, std::string_view word) const {
    if (!may_hold(hash)) return kNone;
    for (size_t at = hash;; ++at) {
      const size_t slot = at & (places_.size() - 1);
      if (places_[slot] == kNone) return kNone;
      if (hashes_[slot] == hash && words_[places_[slot]] == word) return places_[slot];
    }
  }

 private:
  std::vector<std::string> words_;
  std::vector<uint32_t> places_;
  std::vector<uint32_t> hashes_;
  std::vector<uint64_t> filter_;
};

// The place of the word in lower case.
uint32_t find_in_any_case(const WordSet& set, std::string_view word) {
  thread_local std::string kept;
  std::string& lower = emptied(kept);
  append_lower(word, lower);
  return set.find(static_cast<uint32_t>(fingerprint(lower, 0, lower.size())), lower);
}

// "count": how many "distinct" words of the list are there, or all their "occurrences". "any_case":
// a list in lower case, whatever the case in the text.
Made make_stop_words(Record& parameters, const Setting& setting) {
  const bool distinct = choice_of(parameters, "count", {"distinct", "occurrences"}, 0) == 0;
  return signal_of([words = words_of(parameters, setting), set = WordSet(list_of(parameters)),
                    any_case = flag_of(parameters, "any_case", false),
                    distinct](Analysis& analysis) {
    const std::string_view text = analysis.text();
    thread_local std::vector<uint8_t> kept;
    std::vector<uint8_t>& met = emptied(kept);
    met.resize(set.size());
    uint64_t count = 0;
    for (const Word& word : analysis.words(words)) {
      if (!any_case && !set.may_hold(word.hash)) continue;
      const std::string_view spelt = word.of(text);
      const uint32_t place = any_case ? find_in_any_case(set, spelt) : set.find(word.hash, spelt);
      if (place == WordSet::kNone || (distinct && met[place] != 0)) continue;
      met[place] = 1;
      if (++count == set.size() && distinct) break;
    }
    return std::optional<double>(static_cast<double>(count));
  });
}

// "lists": files, a word a line.
Made make_listed_words(Record& parameters, const Setting& setting) {
  std::vector<std::string> listed;
  for (std::string_view list : lists_of(parameters, setting)) {
    while (!list.empty()) {
      const size_t end = std::min(list.find('\n'), list.size());
      const std::string_view word = strip(list.substr(0, end));
      if (!word.empty()) listed.emplace_back(word);
      list.remove_prefix(std::min(end + 1, list.size()));
    }
  }
  if (listed.empty()) refuse_lists(parameters);
  return signal_of([words = words_of(parameters, setting),
                    set = WordSet(std::move(listed))](Analysis& analysis) {
    uint64_t count = 0;
    for (const Word& word : analysis.words(words)) {
      if (set.find(word.hash, word.of(analysis.text())) != WordSet::kNone) ++count;
    }
    return share(count, analysis.word_count(words));
  });
}

constexpr SignalKind kKinds[] = {
    {"word_count", Scale::count, "Words; without_symbols: but those that are all punctuation.",
     make_word_count},
    {"mean_word_length", Scale::length, "Code points of a word, on average.", make_mean_length},
    {"median_word_length", Scale::length, "Code points of a word, in the middle of all.",
     make_median_length},
    {"occurrences_per_word", Scale::fraction, "How often the strings of 'of' are there, a word.",
     make_occurrences},
    {"alphabetic_words_fraction", Scale::fraction, "Words with a letter, of all words.",
     make_alphabetic, kShare},
    {"listed_words_fraction", Scale::fraction, "Words that 'lists' hold, of all words.",
     make_listed_words, kShare},
    {"stop_words", Scale::count, "Words of the list 'of' that are there.", make_stop_words},
};

}  // namespace

std::span<const SignalKind> word_signals() { return kKinds; }

}  // namespace sluice::quality
