// What labels texts: the embedded identifier, or a model that a user gives.
//
//   const auto labeller = make_embedded(options);            // shared by threads
//   Labelling found;                                         // one a thread, reused
//   labeller->label("Der schnelle braune Fuchs", {}, found);
//   labeller->classes()[found.label].name                    // "de"
//
// A class is a name in the naming system that was asked for, with the languages that it may mean;
// languages that share a name there (zh-Hans and zh-Hant are both "zh" to lid.176) are one class.
// Scores are rounded to 1e-4.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
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
  // The class of this name, with these languages among its own.
  Label add_class(std::string_view name, const std::vector<langid::LanguageId>& languages);

 private:
  std::vector<langid::LabelClass> classes_;
};

std::unique_ptr<Labeller> make_embedded(const langid::Identifier::Options& options,
                                        langid::LabelSystem names);

// The first so many bytes, without the character that does not fit.
std::string_view beginning(std::string_view text, uint64_t bytes);

// Adds up what stands under one label; order is that of first places.
void add_up(std::vector<Scored>& scored);

}  // namespace sluice::langid_tool
