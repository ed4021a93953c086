#include "quality/ngram_shares.h"

#include <algorithm>

#include "quality/characters.h"
#include "quality/scratch.h"
#include "quality/signal.h"

namespace sluice::quality {
namespace {

uint64_t characters_of(std::span<const Word> words) {
  uint64_t characters = 0;
  for (const Word& word : words) characters += word.length;
  return characters;
}

// What the manners of counting say where there are fewer than n words.
std::optional<double> of_few_words(NgramCounting counting) {
  switch (counting) {
    case NgramCounting::dolma:
      return std::nullopt;
    case NgramCounting::nemo:
      return 1;
    default:
      return 0;
  }
}

// The code points of the longest of the n-grams that are there `count` times.
uint64_t longest_top(Repetition& repetition, uint32_t n, uint32_t count, size_t words) {
  thread_local std::vector<uint32_t> kept;
  std::vector<uint32_t>& counts = emptied(kept);  // at the first position
  counts.resize(words);
  uint64_t longest = 0;
  for (const Repeat& repeat : repetition.repeats(n)) {
    if (++counts[repeat.first] != count) continue;
    longest = std::max(longest, repetition.characters(repeat.first, n));
  }
  return longest;
}

// Code points of the repeated n-grams over those of all, a word as often as n-grams hold it.
std::optional<double> share_of_occurrences(std::span<const Word> words, uint32_t n,
                                           std::span<const Repeat> repeats) {
  uint64_t window = characters_of(words.first(n - 1));
  uint64_t all = 0;
  uint64_t repeated = 0;
  auto next = repeats.begin();
  for (uint32_t i = 0; i + n <= words.size(); ++i) {
    window += words[i + n - 1].length;
    all += window;
    if (next != repeats.end() && next->position == i) {
      repeated += window;
      ++next;
    }
    window -= words[i].length;
  }
  return share(repeated, all);
}

// Code points of words that a repeated n-gram holds.
uint64_t covered_characters(std::span<const Word> words, uint32_t n,
                            std::span<const Repeat> repeats) {
  uint64_t characters = 0;
  uint32_t done = 0;
  for (const Repeat& repeat : repeats) {
    const uint32_t begin = std::max(done, repeat.position);
    done = repeat.position + n;
    characters += characters_of(words.subspan(begin, done - begin));
  }
  return characters;
}

// Code points of second and later occurrences where no counted one covers them, with spaces.
uint64_t later_characters(std::span<const Word> words, uint32_t n,
                          std::span<const Repeat> repeats) {
  uint64_t characters = 0;
  uint32_t done = 0;
  for (const Repeat& repeat : repeats) {
    if (repeat.first == repeat.position) continue;
    const uint32_t begin = std::max(done, repeat.position);
    done = repeat.position + n;
    characters += characters_of(words.subspan(begin, done - begin));
    characters += std::min(done - begin, n - 1);
  }
  return characters;
}

}  // namespace

std::optional<double> top_ngram_share(Analysis& analysis, const WordDefinition& definition,
                                      uint32_t n, NgramCounting counting) {
  const std::span<const Word> words = analysis.words(definition);
  if (words.size() < n) return of_few_words(counting);
  Repetition& repetition = analysis.repetition(definition);
  const Ngram top = repetition.top(n);
  if (counting == NgramCounting::nemo) {
    thread_local std::string kept;
    std::string& joined = emptied(kept);
    for (const Word& word : words.subspan(top.position, n)) {
      if (!joined.empty()) joined.push_back(' ');
      joined.append(word.of(analysis.text()));
    }
    return share(analysis.occurrences(joined) * count_code_points(joined), analysis.code_points());
  }
  if (top.count == 1 && counting != NgramCounting::dolma) return 0;
  const uint64_t characters = counting == NgramCounting::dclm
                                  ? longest_top(repetition, n, top.count, words.size())
                                  : repetition.characters(top.position, n);
  return share(top.count * characters, characters_of(words));
}

std::optional<double> duplicate_ngrams_share(Analysis& analysis, const WordDefinition& definition,
                                             uint32_t n, NgramCounting counting) {
  const std::span<const Word> words = analysis.words(definition);
  if (words.size() < n) return of_few_words(counting);
  const std::span<const Repeat> repeats = analysis.repetition(definition).repeats(n);
  switch (counting) {
    case NgramCounting::dolma:
      return share_of_occurrences(words, n, repeats);
    case NgramCounting::nemo:
      return share(later_characters(words, n, repeats), analysis.code_points());
    default:
      return share(covered_characters(words, n, repeats), characters_of(words));
  }
}

}  // namespace sluice::quality
