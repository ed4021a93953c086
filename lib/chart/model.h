// What both renderers draw: charts cleaned of what cannot be drawn, brought down to two shapes.
//
// A Plot has two continuous axes (line charts, histograms); Bars have one value axis and rows of
// segments (bar charts, tornados, funnels). Whatever was left out is said in the notes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "chart/axis.h"
#include "chart/chart.h"

namespace sluice::chart {

constexpr size_t kMaxSeries = 12;
constexpr size_t kMaxMarks = 12;
constexpr size_t kMaxPoints = 2000;

// What stands around a drawing.
struct Head {
  std::string title;
  std::string description;
  std::string summary;             // the data in words, for readers who do not see the drawing
  std::vector<std::string> notes;  // what was left out or thinned
};

struct Box {
  double from = 0;
  double to = 0;
  double height = 0;
};

struct Plot {
  Head head;
  Axis x;
  Axis y;
  std::vector<Series> series;
  std::vector<Box> boxes;
  std::vector<Mark> x_marks;
  std::vector<Mark> y_marks;
  std::vector<Span> x_spans;

  bool empty() const;
  Extent x_extent() const;
  Extent y_extent() const;
};

Plot plot_of(const LineChart& chart);
Plot plot_of(const Histogram& chart);

// A stretch of the value axis, drawn in the style of the legend entry with that index.
struct Segment {
  double from = 0;
  double to = 0;
  size_t style = 0;
};

struct Lane {
  std::vector<Segment> segments;
  std::string note;  // the value, at the bar's end
};

struct Row {
  std::string label;
  std::vector<Lane> lanes;
};

struct Bars {
  Head head;
  Axis value;
  double base = 0;  // where bars begin
  std::vector<Row> rows;
  std::vector<std::string> legend;  // a name for each style; empty if there is one style only
  std::vector<Mark> marks;
  std::string row_label;  // what the rows' labels are, where they are not names
  bool upright = false;

  Extent extent() const;
  size_t lanes() const;  // of all rows
};

Bars bars_of(const BarChart& chart);
Bars bars_of(const Tornado& chart);
Bars bars_of(const Funnel& chart);
// Text draws the buckets of a histogram as rows: equal ones, so at most 40, neighbours added up.
Bars bars_of(const Histogram& chart);

// The points thinned to about `limit`: of each run of neighbours the first, lowest, highest and
// last, so that no extreme is lost (M4: Jugel et al., VLDB 2014).
std::vector<Point> thinned(const std::vector<Point>& points, size_t limit);

// The first kMaxMarks of the marks that can be drawn on the axis; notes the others.
std::vector<Mark> sound_marks(const std::vector<Mark>& marks, const Axis& axis, Head& head);

// Adds "3 more series not drawn." to the notes, unless the count is 0.
void note_more(Head& head, size_t count, const char* what);

// Adds "3 values are not drawn (…)" to the notes, unless the count is 0.
void note_dropped(Head& head, size_t count, const char* what, const Axis& axis);

}  // namespace sluice::chart
