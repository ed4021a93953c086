#include "labeller.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "unicode/utf8.h"

namespace sluice::langid_tool {
namespace {

using langid::Identification;
using langid::Identifier;
using langid::LanguageId;

// Of probabilities; those of fastText, and sums of rounded ones, may exceed 1 by a little.
double rounded(double score) { return std::min(1.0, std::round(score * 1e4) / 1e4); }

Identifier::Options with_all_candidates(Identifier::Options options) {
  options.candidates = langid::languages().size();
  return options;
}

class Embedded : public Labeller {
 public:
  Embedded(const Identifier::Options& options, std::vector<Label> labels, ClassList classes)
      : identifier_(classes.names_are_shared() ? with_all_candidates(options) : options),
        labels_(std::move(labels)),
        ranking_{.candidates = options.candidates,
                 .und_below = options.min_score,
                 .undetermined = labels_[langid::undetermined()],
                 .names_are_shared = classes.names_are_shared()} {
    set_classes(classes.take());
  }

  void label(std::string_view text, std::optional<LanguageId> hint,
             Labelling& found) const override {
    if (!found.scratch) found.scratch = std::make_unique<Scratch>();
    auto& scratch = static_cast<Scratch&>(*found.scratch);
    Identification& answer = scratch.answer;
    identifier_.identify(text, hint, scratch.identifier, answer);
    found.candidates.clear();
    for (const auto& one : answer.candidates) {
      found.candidates.push_back({labels_[one.language], one.score});
    }
    found.shares.clear();
    for (const auto& one : answer.shares) {
      found.shares.push_back({labels_[one.language], one.share});
    }
    rank(ranking_, found);
    add_up(found.shares);
  }

 private:
  struct Scratch : LabelScratch {
    Identifier::Scratch identifier;
    Identification answer;
  };

  Identifier identifier_;
  std::vector<Label> labels_;  // by language
  Ranking ranking_;
};

}  // namespace

Label ClassList::add(std::string_view name, const std::vector<LanguageId>& languages) {
  const auto [found, is_new] =
      labels_.try_emplace(std::string(name), static_cast<Label>(classes_.size()));
  if (is_new) {
    classes_.push_back({.name = found->first, .languages = {}});
  } else {
    shared_ = true;
  }
  std::vector<LanguageId>& meant = classes_[found->second].languages;
  for (const LanguageId language : languages) {
    if (std::ranges::find(meant, language) == meant.end()) meant.push_back(language);
  }
  return found->second;
}

std::unique_ptr<Labeller> make_embedded(const Identifier::Options& options,
                                        langid::LabelSystem names) {
  ClassList classes;
  std::vector<Label> labels(langid::languages().size());
  for (const LanguageId language : Identifier::labels()) {
    labels[language] = classes.add(name_in(names, language), {language});
  }
  return std::make_unique<Embedded>(options, std::move(labels), std::move(classes));
}

std::string_view beginning(std::string_view text, uint64_t bytes) {
  return text.substr(0, character_boundary(text, bytes));
}

void add_up(std::vector<Scored>& scored) {
  std::ranges::sort(scored, {}, &Scored::label);
  size_t kept = 0;
  for (const Scored& one : scored) {
    if (kept > 0 && scored[kept - 1].label == one.label) {
      scored[kept - 1].score += one.score;
    } else {
      scored[kept++] = one;
    }
  }
  scored.resize(kept);
  for (Scored& one : scored) one.score = rounded(one.score);
  std::ranges::stable_sort(scored, std::ranges::greater(), &Scored::score);
}

void rank(const Ranking& ranking, Labelling& found) {
  std::vector<Scored>& candidates = found.candidates;
  if (ranking.names_are_shared) {
    add_up(candidates);
  } else {
    for (Scored& one : candidates) one.score = rounded(one.score);
  }
  if (candidates.empty()) candidates.push_back({ranking.undetermined, 0});
  candidates.resize(std::min(candidates.size(), ranking.candidates));
  found.score = candidates.front().score;
  // A text in two languages is in some language, though neither has all of it.
  const double sure_of_some =
      found.shares.size() > 1 ? std::max(found.score, found.shares.front().score) : found.score;
  found.label = sure_of_some < ranking.und_below ? ranking.undetermined : candidates.front().label;
}

}  // namespace sluice::langid_tool
