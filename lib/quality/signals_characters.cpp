// Characters by class, and what is known of the document beside its text.
#include "quality/signal_families.h"

namespace sluice::quality {
namespace {

using Made = std::unique_ptr<const Signal>;

Made make_characters(Record&, const Setting&) {
  return signal_of([](Analysis& analysis) {
    return std::optional<double>(static_cast<double>(analysis.code_points()));
  });
}

template <uint64_t CharacterCounts::*kClass>
Made make_share_of(Record&, const Setting&) {
  return signal_of([](Analysis& analysis) {
    const CharacterCounts& counts = analysis.characters();
    return share(counts.*kClass, counts.code_points);
  });
}

Made make_language_score(Record&, const Setting&) {
  return signal_of([](Analysis& analysis) { return analysis.facts().language_score; });
}

// 1, and who asks why is told the language.
class NoConfiguration final : public Signal {
 public:
  std::optional<double> measure(Analysis&) const override { return 1; }
  std::string detail(Analysis& analysis) const override {
    const std::string_view language = analysis.facts().language;
    if (language.empty()) return "no configuration for documents that state no language";
    return "no configuration for language " + std::string(language);
  }
};

Made make_no_configuration(Record&, const Setting&) {
  return std::make_unique<const NoConfiguration>();
}

constexpr SignalKind kKinds[] = {
    {"characters", Scale::count, "Code points of the text.", make_characters},
    {"white_space_fraction", Scale::fraction, "White space, of all code points.",
     make_share_of<&CharacterCounts::white_space>, kShare},
    {"letters_fraction", Scale::fraction, "Letters, of all code points.",
     make_share_of<&CharacterCounts::letters>, kShare},
    {"digits_fraction", Scale::fraction, "Decimal digits, of all code points.",
     make_share_of<&CharacterCounts::digits>, kShare},
    {"upper_case_fraction", Scale::fraction, "Capital letters, of all code points.",
     make_share_of<&CharacterCounts::upper>, kShare},
    {"punctuation_fraction", Scale::fraction, "Punctuation, of all code points.",
     make_share_of<&CharacterCounts::punctuation>, kShare},
    {"language_score", Scale::fraction, "metadata.language_score, of the model that wrote it.",
     make_language_score, kShare},
    {"no_configuration", Scale::count,
     "1: what drops documents of all languages but those that have drop = false.",
     make_no_configuration},
};

}  // namespace

std::span<const SignalKind> character_signals() { return kKinds; }

}  // namespace sluice::quality
