// Lines, paragraphs, sentences: how many, how they begin and end, how many are copies. As datatrove
// a649de79 has them (gopher_quality_filter.py, gopher_repetition_filter.py,
// fineweb_quality_filter.py) where no parameter says otherwise.
#include <algorithm>

#include "base/ascii.h"
#include "quality/characters.h"
#include "quality/signal_families.h"

namespace sluice::quality {
namespace {

using Made = std::unique_ptr<const Signal>;

// "split" and "skip_blank": which lines there are. "invert": a share is that of all others.
struct Lines {
  LineSplit split = LineSplit::newline;
  bool skip_blank = false;
  bool invert = false;

  static Lines of(Record& parameters, Lines otherwise) {
    return {split_of(parameters, otherwise.split),
            flag_of(parameters, "skip_blank", otherwise.skip_blank),
            flag_of(parameters, "invert", false)};
  }

  // The share of lines of which `has` is true.
  template <class Has>
  std::optional<double> share_with(Analysis& analysis, Has&& has) const {
    uint64_t all = 0;
    uint64_t with = 0;
    for (const Line& line : analysis.lines(split)) {
      if (skip_blank && line.blank) continue;
      ++all;
      if (has(line) != invert) ++with;
    }
    return share(with, all);
  }
};
constexpr Lines kUniversal{LineSplit::universal, false};
constexpr Lines kNotBlank{LineSplit::newline, true};
constexpr Lines kRuns{LineSplit::newline_runs, false};

Made make_line_count(Record& parameters, const Setting&) {
  return signal_of([lines = Lines::of(parameters, kNotBlank)](Analysis& analysis) {
    const std::span<const Line> all = analysis.lines(lines.split);
    const auto counted = [&](const Line& line) { return !lines.skip_blank || !line.blank; };
    return std::optional<double>(
        static_cast<double>(std::count_if(all.begin(), all.end(), counted)));
  });
}

Made make_sentence_count(Record& parameters, const Setting& setting) {
  return signal_of([sentences = sentences_of(parameters, setting)](Analysis& analysis) {
    return std::optional<double>(static_cast<double>(analysis.sentences(sentences)));
  });
}

// "strip": white space at the line's beginning does not count.
Made make_bullets(Record& parameters, const Setting&) {
  return signal_of([lines = Lines::of(parameters, kUniversal), of = list_of(parameters),
                    stripped = flag_of(parameters, "strip", true)](Analysis& analysis) {
    return lines.share_with(analysis, [&](const Line& line) {
      const std::string_view whole = line.of(analysis.text());
      const std::string_view text = stripped ? strip_left(whole) : whole;
      return std::any_of(of.begin(), of.end(),
                         [&](const std::string& bullet) { return text.starts_with(bullet); });
    });
  });
}

bool ends_with(std::string_view text, std::string_view ending, bool any_case) {
  if (!any_case) return text.ends_with(ending);
  return text.size() >= ending.size() &&
         equals_ignoring_case(text.substr(text.size() - ending.size()), ending);
}

// "strip": white space at the line's end does not count. "any_case": nor does the case of A-Z.
Made make_endings(Record& parameters, const Setting&) {
  return signal_of([lines = Lines::of(parameters, kUniversal), of = list_of(parameters),
                    stripped = flag_of(parameters, "strip", true),
                    any_case = flag_of(parameters, "any_case", false)](Analysis& analysis) {
    return lines.share_with(analysis, [&](const Line& line) {
      const std::string_view whole = line.of(analysis.text());
      const std::string_view text = stripped ? strip_right(whole) : whole;
      return std::any_of(of.begin(), of.end(), [&](const std::string& ending) {
        return ends_with(text, ending, any_case);
      });
    });
  });
}

Made make_terminal(Record& parameters, const Setting&) {
  return signal_of([lines = Lines::of(parameters, kNotBlank),
                    stripped = flag_of(parameters, "strip", false)](Analysis& analysis) {
    return lines.share_with(analysis, [&](const Line& line) {
      const std::string_view whole = line.of(analysis.text());
      const std::string_view text = stripped ? strip_right(whole) : whole;
      return !text.empty() && ends_line(last_character(text));
    });
  });
}

// "characters": the length up to which a line is short.
Made make_short_lines(Record& parameters, const Setting&) {
  const uint64_t longest = count_of(parameters, "characters", 30, 0, UINT32_MAX);
  return signal_of([lines = Lines::of(parameters, kNotBlank), longest](Analysis& analysis) {
    return lines.share_with(analysis, [&](const Line& line) { return line.length <= longest; });
  });
}

// "copies": those beyond the first ("extra"), or "all" lines that are there more than once.
constexpr size_t kExtra = 0;
size_t copies_of(Record& parameters) {
  return choice_of(parameters, "copies", {"extra", "all"}, kExtra);
}

Made make_duplicate_lines(Record& parameters, const Setting&) {
  return signal_of(
      [lines = Lines::of(parameters, kRuns), copies = copies_of(parameters)](Analysis& analysis) {
        const Duplicates& found = analysis.duplicates(lines.split, lines.skip_blank);
        return share(copies == kExtra ? found.extra : found.all, found.lines);
      });
}

// "divisor": the code points of the "text", of all but line feeds ("text_without_newlines"), of all
// but white space ("without_white_space"), or of the "lines".
Made make_duplicate_characters(Record& parameters, const Setting&) {
  const size_t divisor = choice_of(
      parameters, "divisor", {"text", "text_without_newlines", "without_white_space", "lines"}, 0);
  return signal_of([lines = Lines::of(parameters, kRuns), copies = copies_of(parameters),
                    divisor](Analysis& analysis) {
    const Duplicates& found = analysis.duplicates(lines.split, lines.skip_blank);
    uint64_t whole = 0;
    switch (divisor) {
      case 0:
        whole = analysis.code_points();
        break;
      case 1:
        whole = analysis.code_points() - analysis.occurrences("\n");
        break;
      case 2:
        whole = analysis.code_points() - analysis.characters().white_space;
        break;
      default:
        whole = found.characters;
    }
    return share(copies == kExtra ? found.extra_characters : found.all_characters, whole);
  });
}

Made make_distinct_lines(Record& parameters, const Setting&) {
  return signal_of([lines = Lines::of(parameters, kNotBlank)](Analysis& analysis) {
    const Duplicates& found = analysis.duplicates(lines.split, lines.skip_blank);
    return share(found.distinct, found.lines);
  });
}

Made make_distinct_characters(Record& parameters, const Setting&) {
  return signal_of([lines = Lines::of(parameters, kNotBlank)](Analysis& analysis) {
    const Duplicates& found = analysis.duplicates(lines.split, lines.skip_blank);
    return share(found.characters - found.extra_characters, found.characters);
  });
}

Made make_newlines(Record& parameters, const Setting& setting) {
  return signal_of([words = words_of(parameters, setting)](Analysis& analysis) {
    return share(analysis.occurrences("\n"), analysis.word_count(words));
  });
}

constexpr SignalKind kKinds[] = {
    {"line_count", Scale::count, "Lines that are not blank.", make_line_count},
    {"sentence_count", Scale::count, "Sentences.", make_sentence_count},
    {"bullet_lines_fraction", Scale::fraction, "Lines that begin with one of 'of'.", make_bullets,
     kShare},
    {"lines_ending_fraction", Scale::fraction, "Lines that end in one of 'of'.", make_endings,
     kShare},
    {"terminal_punctuation_lines_fraction", Scale::fraction,
     "Lines that end as sentences do, in any script.", make_terminal, kShare},
    {"short_lines_fraction", Scale::fraction, "Lines of at most 'characters' (30) code points.",
     make_short_lines, kShare},
    {"duplicate_lines_fraction", Scale::fraction, "Lines that are copies.", make_duplicate_lines,
     kShare},
    {"duplicate_characters_fraction", Scale::fraction, "Code points of lines that are copies.",
     make_duplicate_characters},
    {"distinct_lines_fraction", Scale::fraction, "Different lines, of all.", make_distinct_lines,
     kShare},
    {"distinct_characters_fraction", Scale::fraction, "Code points of different lines, of all's.",
     make_distinct_characters, kShare},
    {"newlines_per_word", Scale::fraction, "Line feeds a word.", make_newlines},
};

}  // namespace

std::span<const SignalKind> line_signals() { return kKinds; }

}  // namespace sluice::quality
