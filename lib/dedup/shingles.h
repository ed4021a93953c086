// Shingles of documents: hashes of all runs of n words, the set that near-duplicates share most of
// (Broder 1997). Texts are normalised first, so that case, punctuation, accents and line breaks do
// not tell two copies apart.
//
//   const Shingler shingler({.words = Words::by_script, .ngram = 5});
//   Shingler::Scratch scratch;                            // one a thread; its memory is reused
//   std::vector<uint64_t> shingles;
//   shingler.shingle(document.text(), scratch, shingles);     // as they follow each other
//   make_set(shingles);                                       // sorted, each once
//   jaccard(shingles, others);                                // |A ∩ B| / |A ∪ B|
//
// A text of fewer than n words is one shingle; one without words has none and is like no other.
// Hashes are part of stage files: the same on every machine, 64 bits through a mixer, so that any
// 32 of them are as good. Two different runs of words collide with probability 2^-64; "ab c" and
// "a bc" are different.
//
// Thread-safe: a Shingler is immutable.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/buffer.h"
#include "unicode/text_normalizer.h"

namespace sluice::dedup {

// What a word is in a normalised text.
enum class Words : uint8_t {
  whitespace,  // what stands between spaces
  by_script,   // the same, but each code point of an unspaced script is a word (unicode/unspaced.h)
};

class Shingler {
 public:
  struct Options {
    TextNormalizer::Options normalize = {};
    Words words = Words::by_script;
    uint32_t ngram = 5;  // words; 1..64
  };
  struct Scratch {
    Buffer normalized;
  };

  // Throws ConfigError if ngram is out of range or normalize.space is false.
  explicit Shingler(const Options& options);

  // Replaces `shingles` by those of `text`, in order, one for each run of words: repeated runs are
  // repeated. Leaves the normalised text in `scratch` (as normalize_words() does).
  void shingle(std::string_view text, Scratch& scratch, std::vector<uint64_t>& shingles) const;

  // The second half of shingle(): of a text that is normalised already, with one or more spaces
  // between words.
  void shingle_normalized(const Buffer& normalized, std::vector<uint64_t>& shingles) const;

  const TextNormalizer& normalizer() const { return normalizer_; }
  const Options& options() const { return options_; }

 private:
  Options options_;
  TextNormalizer normalizer_;
};

// Sorts `shingles` and leaves each once.
void make_set(std::vector<uint64_t>& shingles);

// Of two sets as make_set() leaves them: the size of their intersection over that of their union; 0
// if either is empty, since an empty document is nobody's copy. Time: O(|A| + |B|).
double jaccard(std::span<const uint64_t> one, std::span<const uint64_t> other);

}  // namespace sluice::dedup
