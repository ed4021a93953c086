// Training a byte-pair vocabulary (Gage 1994; Sennrich, Haddow, Birch 2016), byte-level as GPT-2's.
//
//   const Trained trained = train(words, {.vocab_size = 65536});
//
// At each step the pair of neighbouring tokens with the highest count becomes a token; of equal
// counts the pair with the smaller (left id, right id). That is Hugging Face's BpeTrainer, merge
// for merge, but for its counts of 32 bits, which overflow on large corpora, and for two kinds of
// token that are never made: the text of a special token, which would turn into it wherever a
// document spells it, and more than kLongestToken bytes. The result is a function of the counted
// words alone.
//
// One thread. Memory beside the words: about 12 bytes for each byte of a distinct word.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bpe/vocabulary.h"
#include "bpe/word_counts.h"

namespace sluice::bpe {

struct TrainerOptions {
  uint64_t vocab_size = 65'536;  // special tokens included
  uint64_t min_frequency = 2;    // pairs that occur less often are not merged (1 or more)
  // false: only the bytes that occur get tokens (Hugging Face without an initial alphabet), and
  // other bytes cannot be encoded.
  bool all_bytes = true;
  std::vector<std::string> special{};  // take the first ids, as Hugging Face's
  // Called now and then with the tokens made so far; may throw to stop.
  std::function<void(uint64_t)> progress{};
};

struct Trained {
  // Semantics::merges; ids: special tokens, bytes in the order of GPT-2's printable stand-ins,
  // merges in the order made. The pre-tokenizer is that of the words.
  Vocabulary vocabulary;
  std::vector<uint64_t> merge_counts;  // how often each merge's pair occurred when it was made
};

// Throws ConfigError if vocab_size has no room for the bytes and special tokens, if a special token
// is empty or given twice, or if there are no words and all_bytes is false. Ends early, with fewer
// tokens, where no pair occurs min_frequency times.
Trained train(const WordCounts& words, const TrainerOptions& options);

}  // namespace sluice::bpe
