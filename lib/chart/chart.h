// Charts as data: one plain struct a chart, drawn as SVG for pages or as text for terminals.
//
//   LineChart loss{.title = "Validation loss",
//                  .x = {.label = "Tokens", .log = true},
//                  .y = {.label = "Loss (nats)"},
//                  .series = {{.name = "1B model", .points = {{1e9, 3.4}, {1e10, 2.9}}}}};
//   std::string page = svg(loss);                  // an <svg> element: a file, or inside HTML
//   std::string screen = text(loss, {.width = 72});
//
// Both functions are pure: no files, no locale, no clock, and the same bytes on every machine. Any
// data is accepted. What cannot be drawn (NaN, infinities, zero on a log axis, the three-hundredth
// bar) is left out, and the chart says so in a note below and in its description. Labels may hold
// anything: invalid UTF-8, control and bidirectional-override characters become U+FFFD.
//
// An SVG is one self-contained element without scripts or references. It is drawn for 640 units and
// reads well from 400 to 1400 pixels; follows the reader's light or dark scheme and prints on
// white; does not style the page around it; carries <title> and <desc> for screen readers; and
// tells series apart by dash, marker or hatch as well as by colour (after Okabe and Ito, "Color
// Universal Design", 2008).
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace sluice::chart {

enum class Format {
  number,   // 950, 1.5k, 20M, 3B, 1.2T; 2e-5 and 4e18 beyond
  percent,  // 0.25 is "25 %"
  bytes,    // powers of 1000: "512 B", "80 GB"
};

struct Axis {
  std::string label{};
  bool log = false;  // decades; values that are not positive are left out
  Format format = Format::number;
  // The drawn range; where absent, from the data, widened to round numbers. Ignored if min >= max.
  std::optional<double> min{};
  std::optional<double> max{};
  // Spells a value instead of `format`: dollars, hours, names.
  std::function<std::string(double)> custom{};
};

// A dashed line across the chart at a value, with a label: a target, a limit, the memory of a GPU.
struct Mark {
  double at = 0;
  std::string label{};
};

// A shaded stretch of the x axis: "flat range", "warm-up".
struct Span {
  double from = 0;
  double to = 0;
  std::string label{};
};

struct Point {
  double x = 0;
  double y = 0;
};

// One abscissa of a shaded band around a series: quantiles, a confidence interval.
struct BandPoint {
  double x = 0;
  double low = 0;
  double high = 0;
};

struct Series {
  std::string name{};
  std::vector<Point> points{};  // joined in the order given; over 2,000 are thinned, extremes kept
  std::vector<BandPoint> band{};  // in the order of x
  bool markers = false;           // a sign at each point; always for a single point
  bool line = true;               // false: a scatter plot
};

struct LineChart {
  std::string title{};
  std::string description{};  // a sentence below the title, and for screen readers
  Axis x{};
  Axis y{};
  std::vector<Series> series{};  // the first 12 are drawn
  std::vector<Mark> x_marks{};   // vertical lines
  std::vector<Mark> y_marks{};   // horizontal lines
  std::vector<Span> x_spans{};
};

struct BarSeries {
  std::string name{};
  std::vector<double> values{};  // one a category; missing ones are not drawn
};

// Bars by category; several series stand side by side or are stacked.
struct BarChart {
  std::string title{};
  std::string description{};
  Axis value{};  // `log` is ignored when stacked, as lengths on a log axis do not add up
  std::vector<std::string> categories{};
  std::vector<BarSeries> series{};  // the first 12 are drawn
  bool stacked = false;             // negative values stack downwards from zero
  bool horizontal = false;     // upright bars lie down by themselves where labels would not fit
  std::vector<Mark> marks{};   // on the value axis
  size_t max_categories = 40;  // the first ones are drawn, then "n more"
};

// A histogram from counts: bucket i holds the values in [edges[i], edges[i + 1]).
// Heights are the counts as given, so buckets of unequal width are for the caller to weigh.
struct Histogram {
  std::string title{};
  std::string description{};
  Axis x{};
  Axis y{};
  std::vector<double> edges{};   // ascending, one more than counts
  std::vector<double> counts{};  // not negative
  std::vector<Mark> x_marks{};
};

// How a result moves when one input at a time goes from its low to its high value; the widest on
// top.
struct Tornado {
  struct Input {
    std::string label{};
    double low = 0;   // the result at the input's low value
    double high = 0;  // the result at the input's high value
  };
  std::string title{};
  std::string description{};
  Axis value{};
  double centre = 0;  // the result with every input at its central value
  std::vector<Input> inputs{};
  std::string low_name = "low input";
  std::string high_name = "high input";
};

// What is left after each step of a process, with its share of the first step and of the one
// before.
struct Funnel {
  struct Step {
    std::string label{};
    double value = 0;
  };
  std::string title{};
  std::string description{};
  Axis value{};
  std::vector<Step> steps{};
};

using Chart = std::variant<LineChart, BarChart, Histogram, Tornado, Funnel>;

struct SvgOptions {
  int width = 640;  // units of the viewBox, 400..1400; type is 13 units high
  // The element's id, for links to it and for its styles; letters, digits, '-' and '_' are kept.
  // Empty: made from the title and the contents, so that different charts never share one.
  std::string id{};
};

// The chart as one <svg> element, ending in a newline.
std::string svg(const Chart& chart, const SvgOptions& options = {});

struct TextOptions {
  int width = 80;       // columns, 20 or more; no line is longer
  int height = 16;      // rows of the plotting area of line charts, 4..100
  bool unicode = true;  // false: ASCII only, and '?' for other characters of labels
  bool color = false;   // escape codes for colour (SGR)
};

// The chart as lines of text, each ending in a newline, without trailing spaces. Bars always lie.
std::string text(const Chart& chart, const TextOptions& options = {});

}  // namespace sluice::chart
