// Byte-pair encoding and training as their definitions say, without any cleverness: what the real
// ones are compared with.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bpe/vocabulary.h"
#include "bpe/word_counts.h"

namespace sluice::bpe {

// Of byte-level vocabularies. Bytes without a token are left out.
class NaiveBpe {
 public:
  explicit NaiveBpe(const Vocabulary& vocabulary);

  std::vector<TokenId> encode(std::string_view word) const;
  // Tokens of all words, times their counts.
  uint64_t count(const WordCounts& words) const;

 private:
  // What a pair becomes and how soon; nothing if it is not merged.
  const std::pair<uint64_t, TokenId>* merge_of(TokenId left, TokenId right) const;

  const Vocabulary& vocabulary_;
  std::unordered_map<std::string, TokenId> ids_;
  // Of pairs met so far, for rank; of all for merges. The rank is ~0 where there is no merge.
  mutable std::unordered_map<uint64_t, std::pair<uint64_t, TokenId>> merges_;
};

struct NaiveTraining {
  std::vector<Merge> merges;
  std::vector<uint64_t> counts;
  std::vector<std::string> tokens;
};

// Starts from `tokens` (single bytes); adds at most `merges` more. Counts all pairs anew each time.
NaiveTraining train_naively(const WordCounts& words, std::vector<std::string> tokens, size_t merges,
                            uint64_t min_frequency);

}  // namespace sluice::bpe
