// How often each pre-token occurs in a corpus: what training and the curve of sizes work on.
//
//   WordCounts words({.pre_tokenizer = PreTokenizer::cl100k});
//   words.add(text);                                    // one a thread, then
//   all.merge(words);                                   // in any order: addition commutes
//
// Memory: the distinct words' bytes, and 24 bytes (twice that while growing) each. Counts are 64
// bits wide.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "bpe/pre_tokenizer.h"

namespace sluice::bpe {

struct WordCount {
  std::string_view word;
  uint64_t count = 0;
};

class WordCounts {
 public:
  explicit WordCounts(const Splitter::Options& options);
  ~WordCounts();
  WordCounts(WordCounts&&) noexcept;

  void add(std::string_view text);  // valid UTF-8
  void add_word(std::string_view word, uint64_t count);
  void merge(const WordCounts& other);

  uint64_t distinct() const;
  uint64_t total() const;  // words, repeats counted
  uint64_t bytes() const;  // of text added
  uint64_t memory_bytes() const;
  // Sorted by bytes, so that what follows does not depend on the order of adding. Views of this.
  std::vector<WordCount> sorted() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sluice::bpe
