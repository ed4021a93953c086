// How often each pre-token occurs in a corpus: what training and the curve of sizes work on.
//
//   WordCounts words({.pre_tokenizer = PreTokenizer::cl100k});
//   words.add(text);                                    // one a thread, then
//   all.merge(words);                                   // in any order: addition commutes
//
// Memory: 32 to 64 bytes a distinct word (24 more while the table grows), and the bytes of those
// longer than 8. Counts are 64 bits wide and stay at the highest value rather than wrap.
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
  friend bool operator==(const WordCount&, const WordCount&) = default;
};

class WordCounts {
 public:
  explicit WordCounts(const Splitter::Options& options);
  ~WordCounts();
  WordCounts(WordCounts&&) noexcept;
  WordCounts& operator=(WordCounts&&) noexcept;

  void add(std::string_view text);  // valid UTF-8
  // One pre-token; nothing if it is empty or the count 0. Any bytes, at most 4 GiB (ConfigError).
  void add_word(std::string_view word, uint64_t count);
  // Adds what the other has counted. Throws ConfigError if it was split by another pre-tokenizer.
  void merge(const WordCounts& other);

  const Splitter::Options& splitting() const;

  uint64_t distinct() const;
  uint64_t total() const;  // words, repeats counted
  uint64_t bytes() const;  // of all words, repeats counted: of the text added
  uint64_t memory_bytes() const;
  // Every distinct word once, by falling count (equal ones in no order that means anything); views
  // that live until this changes.
  std::vector<WordCount> by_count() const;
  // The same sorted by bytes, for what must not depend on the order of adding.
  std::vector<WordCount> sorted() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sluice::bpe
