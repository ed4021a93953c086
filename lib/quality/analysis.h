// One text taken apart once, for all rules: words, lines, paragraphs, sentences, characters and
// repetitions, each found when first asked for and kept until the next text.
//
//   Analysis analysis;                          // one a thread; its memory is reused
//   analysis.begin(text, facts);
//   analysis.words(definition)                  // every signal with these words shares them
//   analysis.lines(LineSplit::newline)
//   analysis.characters().code_points
//   analysis.normalized(Normalization::redpajama)  // of the text as a source rewrites it
//
// Nothing allocates once the vectors have grown; what a huge text needed is given back at the next.
// Every part is linear in the text, but for the words and sentences of some expressions (words.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "quality/lines.h"
#include "quality/normalized.h"
#include "quality/repetition.h"
#include "quality/words.h"

namespace sluice::quality {

// What is known of a document beside its text. Views live as long as the judging.
struct Facts {
  std::string_view language = {};             // canonical, as profiles are keyed; "" unknown
  std::optional<double> language_score = {};  // metadata.language_score
  std::string_view url = {};
  std::string_view id = {};  // random choices go by it
};

struct CharacterCounts {
  uint64_t code_points = 0;
  uint64_t white_space = 0;  // Python's str.isspace
  uint64_t letters = 0;
  uint64_t digits = 0;       // Nd
  uint64_t upper = 0;        // Lu
  uint64_t punctuation = 0;  // characters.h
};

// Sums over words. "Symbols" are words that are all punctuation.
struct WordTotals {
  uint64_t words = 0;
  uint64_t characters = 0;  // code points of these
  uint64_t symbols = 0;
  uint64_t symbol_characters = 0;
  uint64_t with_letter = 0;
  uint64_t with_ascii_letter = 0;
};

class Analysis {
 public:
  Analysis();
  ~Analysis();
  Analysis(Analysis&&) noexcept;

  // `text`: valid UTF-8, shorter than 4 GiB; it must stay until the next begin().
  void begin(std::string_view text, const Facts& facts);
  // An edit has changed the text; facts stay.
  void replace(std::string_view text);

  std::string_view text() const;
  const Facts& facts() const;

  std::span<const Word> words(const WordDefinition& definition);
  // How many words() are, for less where nobody has asked for these.
  uint64_t word_count(const WordDefinition& definition);
  const WordTotals& word_totals(const WordDefinition& definition);
  // For each word its number in order of first appearance; the same for equal words.
  std::span<const uint32_t> word_ids(const WordDefinition& definition);
  // Stays until the next begin() or replace(), or until other words' are asked for.
  Repetition& repetition(const WordDefinition& definition);
  std::span<const Line> lines(LineSplit split);
  // `skip_blank`: blank lines are none.
  const Duplicates& duplicates(LineSplit split, bool skip_blank);
  uint64_t code_points();
  const CharacterCounts& characters();
  uint64_t sentences(const SentenceDefinition& definition);
  // How often `needle` is there, not overlapping.
  uint64_t occurrences(std::string_view needle) const;

  // The analysis of the text as a source rewrites it; it stays until the next begin() or replace().
  Analysis& normalized(Normalization normalization);

  // Slots of hash tables looked at, and bytes hashed and compared since this was made, for tests.
  uint64_t steps() const;
  // Bytes of memory held.
  size_t memory() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sluice::quality
