// The embedded language identifier.
//
//   const Identifier identifier({.candidates = 3});     // shared by threads
//   Identifier::Scratch scratch;                        // one a thread, reused
//   Identification answer;
//   identifier.identify("Der schnelle braune Fuchs", {}, scratch, answer);
//   languages()[answer.language].code                   // "de"
//   answer.score                                        // .99: right in about 99 of 100 such cases
//
// The text is looked at in windows spread over it (windows.h). Each window's letters, folded to
// small ones, are counted by script; hashed n-grams of letters and words of the leading script are
// looked up in a table of small vectors, and a linear layer turns their mean into a probability of
// each language of that script (model.h). The text is then taken for a mixture: the languages'
// weights are those under which the windows are likeliest. Digits, URLs, mark-up, control
// characters and emoji are not looked at.
//
// Of a long text, kFirstBytes are looked at; where its windows do not agree, up to
// Options::max_bytes. The same answers on every machine: sums are of integers, what follows is of
// IEEE doubles in a fixed order, and scores are rounded to 1e-4.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "langid/languages.h"
#include "langid/model.h"
#include "langid/segments.h"
#include "langid/windows.h"

namespace sluice::langid {

struct Candidate {
  LanguageId language = 0;
  double score = 0;  // [0, 1], rounded to 1e-4; together at most about 1
};

struct Share {
  LanguageId language = 0;
  double share = 0;  // of the letters looked at, (0, 1], rounded to 1e-4; together 1 but for that
};

struct Identification {
  LanguageId language = 0;  // undetermined() where neither score nor largest share of several
                            // reaches min_score
  double score = 0;         // of the first candidate, even where that was not enough
  std::vector<Candidate> candidates;  // best first, at most Options::candidates
  std::vector<Share> shares;  // largest first, down to a tenth of it; empty if there is no letter
};

// What is known of how often languages come: multiplied into the scores, and normalised.
enum class Prior : uint8_t {
  web,      // large languages of the web are likelier than small ones; what short texts need
  uniform,  // all alike
};

class Identifier {
 public:
  struct Options {
    Prior prior = Prior::web;
    std::vector<std::pair<LanguageId, double>> weights{};  // factors on the prior, 1e-6..1e6
    double min_score = 0.5;                                // under it the answer is "und"
    size_t candidates = 1;                                 // how many to name, 1 or more
    size_t max_bytes = 4096;  // of a text that are looked at, kWindowBytes or more
  };

  struct Scratch {
    std::vector<std::string_view> windows;
    WindowScratch window;
    Segments segments;
    std::vector<uint32_t> labels;  // those that some segment may be of
    std::vector<double> shares;    // of each label of the model; those of `labels` are in use
    std::vector<double> next;
    std::vector<uint64_t> votes;
  };

  // Throws ConfigError if an option is out of range or a weight's language is not in labels().
  // `model` must outlive the identifier.
  explicit Identifier(const Options& options, const Model& model = Model::embedded());

  // What it can answer, in order of code, "und" among them.
  static std::vector<LanguageId> labels(const Model& model = Model::embedded());

  // `hint`: a language that the text is declared to be in, as by its HTTP header; it is taken for
  // `kHintWeight` times as likely as otherwise. `text` is valid UTF-8.
  void identify(std::string_view text, std::optional<LanguageId> hint, Scratch& scratch,
                Identification& out) const;
  static constexpr double kHintWeight = 10;
  static constexpr size_t kFirstBytes = 3 * kWindowBytes;

 private:
  // The shares of the labels, by expectation maximisation from the prior.
  void mix(std::optional<LanguageId> hint, Scratch& scratch) const;
  // The label that a window is likeliest of, given these.
  uint32_t language_of(const Segment& segment, const Scratch& scratch) const;
  // Whether all windows are of one language, nearly for certain.
  bool agree(const Scratch& scratch) const;
  void share_out(Scratch& scratch, std::vector<Share>& shares) const;
  void rank(Scratch& scratch, Identification& out) const;

  Options options_;
  const Model& model_;
  std::vector<double> prior_;  // of each label
};

}  // namespace sluice::langid
