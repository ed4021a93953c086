#include "rule_chart.h"

#include <algorithm>
#include <cmath>

#include "base/format.h"

namespace sluice::filter_tool {
namespace {

using quality::Comparison;
using quality::RuleTally;
using quality::Scale;
using quality::ValueHistogram;

std::string percent(uint64_t part, uint64_t whole) {
  if (whole == 0) return "-";
  return fixed(100 * static_cast<double>(part) / static_cast<double>(whole), 1) + " %";
}

// Three digits, whatever the size: deviations may be of a thousandth.
std::string three_digits(double value) {
  if (!(value > 0)) return "0";
  const int before = static_cast<int>(std::floor(std::log10(value))) + 1;
  return fixed(value, std::clamp(3 - before, 0, 9));
}

std::string description_of(const quality::RuleRecord& rule, const RuleTally& tally) {
  std::string text = rule.signal + " of " + count_of(tally.values.count(), "document");
  if (tally.undefined > 0) text += ", " + with_thousands(tally.undefined) + " have none";
  text += "; mean " + three_digits(tally.values.mean()) + ", standard deviation " +
          three_digits(tally.values.standard_deviation());
  if (tally.comparison == Comparison::none) return text + "; no threshold";
  return text + "; drops " + with_thousands(tally.would_drop) + " (" +
         percent(tally.would_drop, tally.documents) + "), as the first rule " +
         with_thousands(tally.dropped_first);
}

// The first bucket that is drawn, and the one behind the last.
struct Range {
  size_t begin;
  size_t end;
};

Range range_of(const RuleTally& tally) {
  const ValueHistogram& values = tally.values;
  const Scale scale = values.scale();
  Range range = {.begin = bucket_of(scale, *values.quantile(0.001)),
                 .end = bucket_of(scale, *values.quantile(0.999)) + 1};
  if (tally.comparison != Comparison::none) {
    const size_t threshold = bucket_of(scale, tally.threshold);
    range.begin = std::min(range.begin, threshold);
    range.end = std::max(range.end, threshold + 1);
  }
  return range;
}

double upper_edge(Scale scale, size_t end) {
  if (end < bucket_count(scale)) return lower_edge(scale, end);
  const double last = lower_edge(scale, end - 1);
  return scale == Scale::count ? last * 2 : last + (scale == Scale::fraction ? 0.005 : 0.1);
}

// Counts are whole numbers.
double drawn_edge(Scale scale, double edge) {
  return scale == Scale::count ? std::ceil(edge) : edge;
}

}  // namespace

RuleTally overall(const quality::RuleRecord& rule) {
  RuleTally tally = rule.all();
  const auto threshold = parse_double(rule.threshold);
  if (threshold) {
    tally.comparison = rule.comparison;
    tally.threshold = *threshold;
  }
  return tally;
}

chart::Histogram rule_chart(const quality::RuleRecord& rule, const std::string& language,
                            const RuleTally& tally, size_t bars) {
  const ValueHistogram& values = tally.values;
  const Scale scale = values.scale();
  const Range range = range_of(tally);
  const size_t step = (range.end - range.begin + bars - 1) / bars;

  chart::Histogram chart;
  chart.title = rule.key + (language.empty() ? "" : ", " + language);
  chart.description = description_of(rule, tally);
  chart.x.label = rule.signal;
  chart.x.log = scale == Scale::count && lower_edge(scale, range.begin) > 0;
  chart.y.label = "documents";
  double waiting = 0;  // of buckets that have no width of their own
  for (size_t begin = range.begin; begin < range.end; begin += step) {
    const size_t end = std::min(begin + step, range.end);
    const size_t from = begin == range.begin ? values.begin() : begin;
    const size_t to = end == range.end ? std::max(end, values.end()) : end;
    for (size_t bucket = from; bucket < to; ++bucket) {
      waiting += static_cast<double>(values.at(bucket));
    }
    const double low = drawn_edge(scale, lower_edge(scale, begin));
    const double high = drawn_edge(scale, upper_edge(scale, end));
    // Exactly 0 is a point, and small counts lie whole numbers apart.
    if (high <= low && end < range.end) continue;
    if (chart.edges.empty()) chart.edges.push_back(low);
    chart.edges.push_back(std::max(high, low + 1e-6));
    chart.counts.push_back(waiting);
    waiting = 0;
  }
  if (tally.comparison != Comparison::none) {
    chart.x_marks.push_back(
        {.at = tally.threshold,
         .label = "today's threshold, drops " + percent(tally.would_drop, tally.documents)});
  }
  return chart;
}

}  // namespace sluice::filter_tool
