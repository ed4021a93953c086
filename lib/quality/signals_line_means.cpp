// Means over the lines of a text, each line weighing the same: what RedPajama-Data 6d2cee9
// (quality_signals/lines.py) stores of every line, as one value of the document.
//
// With "newline", the line feed that ends a line counts in its length, as it does in the source's
// signals of raw lines. A line without characters has the share 0. Nor is there a line behind the
// last line feed.
#include "quality/signal_families.h"
#include "unicode/letter_case.h"
#include "unicode/utf8.h"

namespace sluice::quality {
namespace {

using Made = std::unique_ptr<const Signal>;

uint64_t count_if(std::string_view line, bool (*is)(char32_t)) {
  uint64_t count = 0;
  for (size_t at = 0; at < line.size();) {
    const CodePoint next = decode_utf8(line, at);
    count += is(next.value) ? 1 : 0;
    at += next.size;
  }
  return count;
}

Made make_shares(Record& parameters, bool (*is)(char32_t)) {
  return signal_of([is, newline = flag_of(parameters, "newline", false)](
                       Analysis& analysis) -> std::optional<double> {
    const std::string_view text = analysis.text();
    const std::span<const Line> lines = analysis.lines(LineSplit::ended);
    if (lines.empty()) return std::nullopt;
    double sum = 0;
    for (const Line& line : lines) {
      const bool has_newline = line.begin + line.size < text.size();
      const uint64_t length = uint64_t{line.length} + (newline && has_newline ? 1 : 0);
      sum += share(count_if(line.of(text), is), length).value_or(0);
    }
    return sum / static_cast<double>(lines.size());
  });
}

Made make_upper(Record& parameters, const Setting&) {
  return make_shares(parameters, is_uppercase);
}

Made make_numeric(Record& parameters, const Setting&) {
  return make_shares(parameters, is_numeric);
}

Made make_words_per_line(Record& parameters, const Setting& setting) {
  return signal_of([words = words_of(parameters, setting)](Analysis& analysis) {
    return share(analysis.word_count(words), analysis.lines(LineSplit::ended).size());
  });
}

constexpr SignalKind kKinds[] = {
    {"upper_case_line_mean", Scale::fraction, "Capitals in a line, of its code points; the mean.",
     make_upper, kShare},
    {"numeric_line_mean", Scale::fraction,
     "Digits and numerals in a line, of its code points; the mean.", make_numeric, kShare},
    {"words_per_line", Scale::length, "Words a line.", make_words_per_line},
};

}  // namespace

std::span<const SignalKind> line_mean_signals() { return kKinds; }

}  // namespace sluice::quality
