// N-grams of words that are there more than once.
//
//   Repetition repetition;                            // one a thread; its memory is reused
//   repetition.begin(text, words);                    // words: lengths, hashes and places
//   const Ngram top = repetition.top(2);              // the most frequent pair
//   repetition.top(2).count * repetition.characters(top.position, 2)
//   repetition.duplicate_characters(5)                // as datatrove counts them
//   for (const Repeat& repeat : repetition.repeats(3)) …   // for all other definitions
//
// Two n-grams are equal if their words are, one by one; in duplicate_characters() if the words
// written together are: there "ab" "c" equals "a" "bc", as datatrove's and Gopher's n-grams do.
//
// Most n-grams of most texts are there once, and finding those costs little: n words can be there
// twice only where the first n-1 of them are and the last n-1; and where the words are written
// together, only where the next 16 bytes are. Filters of a few bits a word tell which may be; what
// remains is looked up in hash tables and compared byte by byte. Linear in the text, whatever the
// text (steps()). Memory: beside the text and its words up to 50 bytes a word; where these are
// many, each answer gives back what only the one before needed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "quality/first_of.h"
#include "quality/joined_words.h"
#include "quality/scratch_vector.h"
#include "quality/words.h"

namespace sluice::quality {

struct Ngram {
  uint32_t position = 0;  // its first word
  uint32_t count = 0;     // 0: the text has fewer than n words
};

// One occurrence of an n-gram that has several.
struct Repeat {
  uint32_t position = 0;  // its first word
  uint32_t first = 0;     // the position of the first occurrence; may be this one
};

class Repetition {
 public:
  // The longest n-grams.
  static constexpr uint32_t kLongest = 16;
  // The shortest that duplicate_characters() is made for.
  static constexpr uint32_t kShortestJoined = DuplicateNgrams::kShortest;

  // `text` and `words` must stay until the next begin().
  void begin(std::string_view text, std::span<const Word> words);

  // Occurrences of n-grams (1 <= n <= kLongest) that are there more than once, by position; they
  // stay until another n, or duplicate_characters(), is asked for.
  std::span<const Repeat> repeats(uint32_t n);
  // The most frequent n-gram, the first met of equals, as Python's Counter.most_common(1) has it.
  Ngram top(uint32_t n);
  // Code points of n words, without anything between them.
  uint64_t characters(uint32_t position, uint32_t n) const;

  // Code points of duplicated n-grams by datatrove's walk: an n-gram that was met counts, and the
  // walk goes on behind it; another is remembered, and the walk goes on with the next word.
  // kShortestJoined <= n <= kLongest.
  uint64_t duplicate_characters(uint32_t n);

  // All is cheapest if asked in ascending order of n, and duplicate_characters() by itself.

  // Slots looked at, and bytes hashed and compared since this was made, for tests.
  uint64_t steps() const;
  size_t memory() const;

 private:
  // An n-gram that may be there twice.
  struct Possible {
    uint32_t position;
    uint32_t hash;
    uint32_t at_most;  // so often
  };

  void join();
  void find_possible(uint32_t n);
  void count_hashes(uint32_t n);
  void hash_ngrams(uint32_t n);
  Ngram top_of(uint32_t n, uint32_t at_least);
  uint32_t first_equal(uint32_t n, const Possible& possible);

  std::string_view text_;
  std::span<const Word> words_;
  bool joined_ = false;
  JoinedWords together_;
  DuplicateNgrams duplicates_;
  FirstOf first_;
  ScratchVector<uint32_t> word_hashes_;
  ScratchVector<uint32_t> hashes_;     // of n-grams …
  ScratchVector<uint32_t> positions_;  // … at these words
  std::vector<uint32_t> bins_;         // how many n-grams have hashes that end so
  std::vector<uint32_t> counts_;       // of an n-gram, at its first position
  ScratchVector<Possible> possible_;   // all that are there twice, and few others; by position
  uint32_t possible_n_ = 0;            // of how many words; 0: of none yet
  uint32_t most_ = 0;                  // none of these is there more often
  std::vector<Repeat> repeats_;
  uint32_t repeats_n_ = 0;
  std::array<std::optional<Ngram>, kLongest + 1> tops_;
};

}  // namespace sluice::quality
