// Text whose language is known, cut into words for training.
//
//   Corpus corpus = read_corpus("text.tsv", {.held_out = {"gnome-user-docs"}});
//   corpus.labels[i].sources[j].words     // those in the label's own script
//
// A row of the file is `source<TAB>label<TAB>text` (scripts/make-langid-text).
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "langid/languages.h"
#include "langid/letters.h"
#include "training/langid/letters.h"

namespace sluice::training {

struct TrainingWord {
  uint64_t begin = 0;  // of its letters
  uint8_t length = 0;
  uint8_t symbols = 0;
};

struct TrainingSource {
  std::string name;
  std::vector<TrainingWord> words;
};

struct TrainingLabel {
  std::string code;
  langid::LanguageId language = 0;
  uint8_t script = 0;
  uint64_t letters = 0;
  std::vector<TrainingSource> sources;
};

struct HeldOutText {
  std::string source;
  std::string code;
  std::string text;
};

struct Corpus {
  std::span<const char32_t> letters_of(const TrainingWord& word) const {
    return std::span(letters).subspan(word.begin, word.length);
  }

  LetterPages letter_pages;
  std::vector<TrainingLabel> labels;  // in order of script, then of code
  std::vector<char32_t> letters;
  std::vector<HeldOutText> held_out;
  std::set<std::string> unknown;  // labels that are no language's name; their rows are left out
};

struct CorpusOptions {
  std::set<std::string> held_out;   // sources that are kept for development
  uint64_t least_letters = 15'000;  // a language with less is left out
};

// Throws std::runtime_error if a row is not as said.
Corpus read_corpus(const std::string& path, const CorpusOptions& options);

}  // namespace sluice::training
