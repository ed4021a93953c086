// Phrases: how often they are there, and in how many paragraphs.
//
// Sources: dolma 669f534 (taggers/c4.py, c4_v2), RedPajama-Data 6d2cee9 (RPS_Doc_Lorem_Ipsum), NeMo
// Curator ecd5c579 (BoilerPlateStringFilter).
#include <algorithm>

#include "quality/signal_families.h"

namespace sluice::quality {
namespace {

using Made = std::unique_ptr<const Signal>;

bool holds_any(std::string_view text, const std::vector<std::string>& phrases) {
  return std::any_of(phrases.begin(), phrases.end(), [text](const std::string& phrase) {
    return text.find(phrase) != std::string_view::npos;
  });
}

uint64_t count_all(const Analysis& analysis, const std::vector<std::string>& phrases) {
  uint64_t count = 0;
  for (const std::string& phrase : phrases) count += analysis.occurrences(phrase);
  return count;
}

// "any_case": a list in lower case, whatever the case in the text.
Made make_occurrences(Record& parameters, const Setting&) {
  return signal_of([of = list_of(parameters),
                    any_case = flag_of(parameters, "any_case", false)](Analysis& analysis) {
    const Analysis& searched = any_case ? analysis.normalized(Normalization::lower) : analysis;
    return std::optional<double>(static_cast<double>(count_all(searched, of)));
  });
}

Made make_occurrences_per_character(Record& parameters, const Setting&) {
  return signal_of([of = list_of(parameters)](Analysis& analysis) {
    return share(count_all(analysis, of), analysis.code_points());
  });
}

// "always": one of these anywhere makes the whole text boilerplate. Both lists are in lower case.
Made make_boilerplate(Record& parameters, const Setting&) {
  std::vector<std::string> always;
  parameters.texts("always", always);
  return signal_of([of = list_of(parameters), always](Analysis& analysis) -> std::optional<double> {
    Analysis& lower = analysis.normalized(Normalization::lower);
    uint64_t holding = 0;
    const std::span<const Line> paragraphs = lower.lines(LineSplit::double_newline);
    for (const Line& paragraph : paragraphs) {
      const std::string_view spelt = paragraph.of(lower.text());
      if (holds_any(spelt, always)) return 1;
      if (holds_any(spelt, of)) ++holding;
    }
    return share(holding, paragraphs.size());
  });
}

constexpr SignalKind kKinds[] = {
    {"occurrences", Scale::count, "How often the strings of 'of' are there.", make_occurrences},
    {"occurrences_per_character", Scale::fraction,
     "How often the strings of 'of' are there, a code point.", make_occurrences_per_character},
    {"boilerplate_paragraphs_fraction", Scale::fraction,
     "Paragraphs that hold one of 'of', in any case.", make_boilerplate, kShare},
};

}  // namespace

std::span<const SignalKind> phrase_signals() { return kKinds; }

}  // namespace sluice::quality
