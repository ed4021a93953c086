// The words of a text as decontamination compares them, and where they stand.
//
//   const WordReader reader;
//   WordReader::Scratch scratch;                       // one a thread; its memory is reused
//   std::vector<uint32_t> words;
//   reader.read("Don't  PANIC!", scratch, words);      // don, t, panic: a hash each
//   std::vector<Span> places(1);
//   reader.locate("Don't  PANIC!", {{0, 3}}, scratch, places);       // {0, 12}: bytes
//
// Words are what is left between spaces when case, accents that a reader may do without, and
// punctuation and symbols (which part words) are gone, whatever the Unicode form; each character of
// a script without spaces is a word. Digits stay: numbers that are folded make all tables alike.
//
// Thread-safe: a WordReader is immutable, and costs nothing to make; but the first one takes some
// milliseconds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/buffer.h"
#include "unicode/text_normalizer.h"

namespace sluice::decontaminate {

// From `begin` up to but not including `end`; words or bytes.
struct Span {
  size_t begin = 0;
  size_t end = 0;
  size_t size() const { return end - begin; }
  friend auto operator<=>(const Span&, const Span&) = default;
};

class WordReader {
 public:
  struct Scratch {
    Buffer normalized;
  };

  WordReader();

  // Replaces `words` by 32 bits of each word's hash, the same on every machine: two different words
  // have the same one with a probability of 2^-32. Linear.
  void read(std::string_view text, Scratch& scratch, std::vector<uint32_t>& words) const;

  // For each run of words, ascending by begin, none of them empty: from the first byte of its first
  // word to behind the last byte of its last. `places` is as long as `runs`. Takes the time of
  // read(), up to the last word that is asked for, and more for what is not ASCII.
  void locate(std::string_view text, std::span<const Span> runs, Scratch& scratch,
              std::span<Span> places) const;

 private:
  template <class Use>
  void each_place(std::string_view text, Scratch& scratch, Use&& use) const;
  template <class Use>
  bool each_of_piece(std::string_view text, Span piece, Scratch& scratch, Use& use) const;
  size_t count(std::string_view piece, Scratch& scratch) const;

  const TextNormalizer& normalizer_;     // one for all
  std::array<bool, 128> parts_ascii_{};  // what becomes a space
};

}  // namespace sluice::decontaminate
