// A text's words written together, and the n-grams of them that are there again.
//
//   JoinedWords together;
//   together.join(text, words);                   // "ab c ab" -> "abcab"
//   together.size_of(0, 2)                        // 3 bytes
//
//   DuplicateNgrams duplicates;
//   duplicates.begin(together, words);
//   duplicates.characters(5)                      // datatrove's walk (repetition.h)
//
// Parts of Repetition, which says what n-grams are equal and when.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "quality/fingerprint.h"
#include "quality/first_of.h"
#include "quality/scratch_vector.h"
#include "quality/seen_twice.h"
#include "quality/words.h"

namespace sluice::quality {

class JoinedWords {
 public:
  void join(std::string_view text, std::span<const Word> words);

  uint32_t words() const { return static_cast<uint32_t>(starts_.size()) - 1; }
  // Bytes from a word on; kReadable more than there are may be read, and those are zeros.
  const char* at(uint32_t word) const { return bytes_.data() + starts_[word]; }
  uint32_t size_of(uint32_t word, uint32_t n) const { return starts_[word + n] - starts_[word]; }
  // Whether the n words at `a` and at `b` are the same, one by one.
  bool same_words(uint32_t a, uint32_t b, uint32_t n) const;
  // Whether as many bytes are the same.
  bool same_bytes(uint32_t a, uint32_t b, uint32_t size) const;

  static constexpr size_t kReadable = 64;
  size_t memory() const { return bytes_.capacity() + starts_.capacity() * sizeof(uint32_t); }

 private:
  ScratchVector<char> bytes_;
  ScratchVector<uint32_t> starts_;  // of words, and the end
};

class DuplicateNgrams {
 public:
  static constexpr uint32_t kShortest = 5;
  static constexpr uint32_t kLongest = 16;

  // Both must stay until the next begin().
  void begin(const JoinedWords& together, std::span<const Word> words);

  // kShortest <= n <= kLongest. Cheapest if asked in ascending order of n.
  uint64_t characters(uint32_t n);

  // Gives back all memory. Answers stay; others cost as much again.
  void release();

  // Slots looked at, and bytes hashed and compared since this was made.
  uint64_t steps() const { return first_.steps(); }
  size_t memory() const;

 private:
  // A word at which an n-gram may begin that is there twice, if it has fewer bytes than the limit.
  struct Place {
    uint32_t position;
    uint32_t limit;
  };
  struct Candidate {
    uint32_t position;
    uint32_t first;  // the first candidate that goes on with the same 16 bytes
    uint32_t reach;  // as many bytes are the same there; kEndless if this is the first itself
    uint32_t limit;
    uint32_t met;  // of the first: a bit for each n whose n-gram here the walk has met
  };
  static constexpr uint32_t kEndless = UINT32_MAX;

  bool is_huge() const;

  void find_candidates();
  void drop_short_places();
  void find_firsts();
  void limit_by_reach();
  uint32_t reach_of(const Candidate& candidate, const Candidate& first, uint32_t known) const;
  void choose_active(uint32_t n);
  bool meet(Candidate& candidate, uint32_t n);

  const JoinedWords* together_ = nullptr;
  std::span<const Word> words_;
  bool has_candidates_ = false;
  SeenTwice seen_;
  FirstOf first_;
  ScratchVector<uint32_t> keys_;  // hashes of windows
  ScratchVector<Place> places_;
  ScratchVector<Candidate> candidates_;
  ScratchVector<uint32_t> active_;  // those candidates that are left for n-grams of …
  uint32_t active_n_ = 0;           // … so many words; 0: none yet
  std::array<std::optional<uint64_t>, kLongest + 1> found_;
};

}  // namespace sluice::quality
