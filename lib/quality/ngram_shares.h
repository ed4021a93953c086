// Shares of a text that repeated n-grams of words take, by definitions other than datatrove's
// (repetition.h, signals_repetition.cpp).
//
//   top_ngram_share(analysis, words, 2, NgramCounting::dolma)
//   duplicate_ngrams_share(analysis, words, 5, NgramCounting::nemo)
//
// Both are linear in the text, and nothing where the source has no value.
#pragma once

#include <cstdint>
#include <optional>

#include "quality/analysis.h"

namespace sluice::quality {

enum class NgramCounting : uint8_t {
  // taggers/gopher.py (669f534): an n-gram's characters without spaces. The top one over all words'
  // characters, though it be there once; duplicates as the sum of all occurrences of n-grams that
  // are there again over that of all n-grams: overlapping ones count several times on both sides.
  // No value with fewer than n words.
  dolma,
  // quality_signals/repetitions.py (6d2cee9): over all words' characters. A top n-gram that is
  // there once is 0; duplicates are the words under any repeated n-gram, each once. With fewer than
  // n words, 0.
  redpajama,
  // content_filters.py (361714b): as redpajama, but of several n-grams at the top the longest.
  dclm,
  // Heuristic filters (ecd5c579), over the text's code points: the top n-gram joined by single
  // spaces is searched in the text, within words, too, and so not across lines; duplicates are
  // second and later occurrences where none that was counted covers them, with up to n-1 spaces.
  // With fewer than n words, 1.
  nemo,
};

std::optional<double> top_ngram_share(Analysis& analysis, const WordDefinition& definition,
                                      uint32_t n, NgramCounting counting);
std::optional<double> duplicate_ngrams_share(Analysis& analysis, const WordDefinition& definition,
                                             uint32_t n, NgramCounting counting);

}  // namespace sluice::quality
