#include "labeller.h"

#include <algorithm>
#include <cmath>

namespace sluice::langid_tool {
namespace {

using langid::Identification;
using langid::Identifier;
using langid::LanguageId;

class Embedded : public Labeller {
 public:
  Embedded(const Identifier::Options& options, langid::LabelSystem names)
      : identifier_(options), labels_(langid::languages().size()) {
    for (const LanguageId language : Identifier::labels()) {
      labels_[language] = add_class(name_in(names, language), {language});
    }
  }

  void label(std::string_view text, std::optional<LanguageId> hint,
             Labelling& found) const override {
    if (!found.scratch) found.scratch = std::make_unique<Scratch>();
    auto& scratch = static_cast<Scratch&>(*found.scratch);
    Identification& answer = scratch.answer;
    identifier_.identify(text, hint, scratch.identifier, answer);
    found.label = labels_[answer.language];
    found.score = answer.score;
    found.candidates.clear();
    for (const auto& one : answer.candidates) {
      found.candidates.push_back({labels_[one.language], one.score});
    }
    found.shares.clear();
    for (const auto& one : answer.shares) {
      found.shares.push_back({labels_[one.language], one.share});
    }
    add_up(found.candidates);
    add_up(found.shares);
  }

 private:
  struct Scratch : LabelScratch {
    Identifier::Scratch identifier;
    Identification answer;
  };

  Identifier identifier_;
  std::vector<Label> labels_;  // by language
};

}  // namespace

Label Labeller::add_class(std::string_view name, const std::vector<LanguageId>& languages) {
  auto found = std::ranges::find(classes_, name, &langid::LabelClass::name);
  if (found == classes_.end()) {
    found = classes_.insert(found, {.name = std::string(name), .languages = {}});
  }
  for (const LanguageId language : languages) {
    if (std::ranges::find(found->languages, language) == found->languages.end()) {
      found->languages.push_back(language);
    }
  }
  return static_cast<Label>(found - classes_.begin());
}

std::unique_ptr<Labeller> make_embedded(const Identifier::Options& options,
                                        langid::LabelSystem names) {
  return std::make_unique<Embedded>(options, names);
}

std::string_view beginning(std::string_view text, uint64_t bytes) {
  if (bytes >= text.size()) return text;
  auto end = static_cast<size_t>(bytes);
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

void add_up(std::vector<Scored>& scored) {
  size_t kept = 0;
  for (const Scored& one : scored) {
    const auto end = scored.begin() + static_cast<std::ptrdiff_t>(kept);
    const auto same = std::find_if(scored.begin(), end,
                                   [&](const Scored& other) { return other.label == one.label; });
    if (same == end) {
      scored[kept++] = one;
    } else {
      same->score = std::round((same->score + one.score) * 1e4) / 1e4;
    }
  }
  scored.resize(kept);
}

}  // namespace sluice::langid_tool
