// What labels texts: the embedded identifier, or a model that a user gives.
//
//   const auto labeller = make_embedded(options);            // shared by threads
//   Labelling found;                                         // one a thread, reused
//   labeller->label("Der schnelle braune Fuchs", {}, found);
//   labeller->classes()[found.label].name                    // "de"
//
// A class is a name in the naming system that was asked for, with the languages that it may mean;
// languages that share a name there (zh-Hans and zh-Hant are both "zh" to lid.176) are one class,
// whose score is the sum of theirs. Scores are rounded to 1e-4.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "langid/evaluation.h"
#include "langid/identifier.h"

namespace sluice::langid_tool {

using Label = uint32_t;  // index into Labeller::classes()

struct Scored {
  Label label = 0;
  double score = 0;
};

// What a labeller keeps between the texts of one thread.
class LabelScratch {
 public:
  virtual ~LabelScratch() = default;
};

struct Labelling {
  Label label = 0;  // that of "und" where the best candidate's score is too low
  double score = 0;
  std::vector<Scored> candidates;         // best first, one at least
  std::vector<Scored> shares;             // of the text by language, largest first; may be empty
  std::unique_ptr<LabelScratch> scratch;  // made and used by the labeller
};

class Labeller {
 public:
  virtual ~Labeller() = default;

  const std::vector<langid::LabelClass>& classes() const { return classes_; }

  // Texts are valid UTF-8. Thread-safe.
  virtual void label(std::string_view text, std::optional<langid::LanguageId> hint,
                     Labelling& found) const = 0;

 protected:
  // Of ClassList::take().
  void set_classes(std::vector<langid::LabelClass> classes) { classes_ = std::move(classes); }

 private:
  std::vector<langid::LabelClass> classes_;
};

// Classes while they are collected, each name once. Time: constant for each.
class ClassList {
 public:
  // The class of this name, with these languages among its own.
  Label add(std::string_view name, const std::vector<langid::LanguageId>& languages);

  bool names_are_shared() const { return shared_; }
  std::vector<langid::LabelClass> take() { return std::move(classes_); }

 private:
  std::vector<langid::LabelClass> classes_;
  std::unordered_map<std::string, Label> labels_;
  bool shared_ = false;  // some name was added twice
};

std::unique_ptr<Labeller> make_embedded(const langid::Identifier::Options& options,
                                        langid::LabelSystem names);

// The first so many bytes, without the character that does not fit.
std::string_view beginning(std::string_view text, uint64_t bytes);

// Adds up what stands under one label, rounds, and sorts: the largest first, of equals the lowest
// label.
void add_up(std::vector<Scored>& scored);

struct Ranking {
  size_t candidates = 1;  // how many to name
  double und_below = 0;   // a best score under it is "und"
  Label undetermined = 0;
  bool names_are_shared = false;  // by candidates, whose order may change when they are added up
};
// Label, score and the best candidates from candidates as they were found, best first; all that
// there are where names are shared, since any may have its part in the best.
void rank(const Ranking& ranking, Labelling& found);

}  // namespace sluice::langid_tool
