#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/format.h"
#include "chart/model.h"

namespace sluice::chart {
namespace {

// "1B model: 20 points, 2.9 to 3.4".
std::string summary_of(const Series& series, const Axis& y) {
  Extent extent;
  for (const Point& point : series.points) extent.add(point.y);
  const std::string name = series.name.empty() ? "series" : series.name;
  if (extent.empty) return name + ": no points.";
  return fmt::format("{}: {}, {} to {}.", name, count_of(series.points.size(), "point"),
                     spell(extent.low, y), spell(extent.high, y));
}

bool drawable(const Point& point, const Plot& plot) {
  return drawable(point.x, plot.x) && drawable(point.y, plot.y);
}

bool drawable(const BandPoint& point, const Plot& plot) {
  return drawable(point.x, plot.x) && drawable(point.low, plot.y) && drawable(point.high, plot.y);
}

bool drawable(const Box& box, const Plot& plot) {
  return drawable(box.from, plot.x) && drawable(box.to, plot.x) && box.from < box.to &&
         drawable(box.height, Axis{}) && box.height >= 0;
}

// The series without what cannot be drawn; adds how many points that were.
Series cleaned(const Series& given, const Plot& plot, size_t& dropped) {
  Series series = given;
  dropped += std::erase_if(series.points, [&](const Point& p) { return !drawable(p, plot); });
  dropped += std::erase_if(series.band, [&](const BandPoint& p) { return !drawable(p, plot); });
  if (series.points.size() == 1) series.markers = true;
  return series;
}

void thin(Series& series, Head& head) {
  if (series.points.size() <= kMaxPoints) return;
  const size_t before = series.points.size();
  series.points = thinned(series.points, kMaxPoints);
  head.notes.push_back(fmt::format("{}: {} points drawn as {}, lowest and highest kept.",
                                   series.name.empty() ? "Series" : series.name,
                                   with_thousands(uint64_t{before}),
                                   with_thousands(uint64_t{series.points.size()})));
}

void add_series(Plot& plot, const std::vector<Series>& all) {
  size_t dropped = 0;
  for (size_t i = 0; i < std::min(all.size(), kMaxSeries); ++i) {
    Series series = cleaned(all[i], plot, dropped);
    plot.head.summary += " " + summary_of(series, plot.y);
    thin(series, plot.head);
    plot.series.push_back(std::move(series));
  }
  note_dropped(plot.head, dropped, "point", plot.y.log ? plot.y : plot.x);
  note_more(plot.head, all.size() - plot.series.size(), "series");
}

}  // namespace

std::vector<Point> thinned(const std::vector<Point>& points, size_t limit) {
  const size_t runs = std::max<size_t>(limit / 4, 1);
  const auto below = [](const Point& a, const Point& b) { return a.y < b.y; };
  std::vector<Point> kept;
  for (size_t run = 0; run < runs; ++run) {
    const auto first = points.begin() + static_cast<ptrdiff_t>(points.size() * run / runs);
    const auto end = points.begin() + static_cast<ptrdiff_t>(points.size() * (run + 1) / runs);
    if (first == end) continue;
    const auto [low, high] = std::minmax_element(first, end, below);
    std::array picks = {first, low, high, end - 1};
    std::sort(picks.begin(), picks.end());
    const auto unique = std::unique(picks.begin(), picks.end());
    std::for_each(picks.begin(), unique, [&](auto pick) { kept.push_back(*pick); });
  }
  return kept;
}

void note_dropped(Head& head, size_t count, const char* what, const Axis& axis) {
  if (count == 0) return;
  head.notes.push_back(fmt::format("{} {} not drawn (not a finite number{}).",
                                   count_of(count, what), count == 1 ? "is" : "are",
                                   axis.log ? ", or not positive on a log axis" : ""));
}

void note_more(Head& head, size_t count, const char* what) {
  if (count > 0) head.notes.push_back(fmt::format("{} more {} not drawn.", count, what));
}

std::vector<Mark> sound_marks(const std::vector<Mark>& marks, const Axis& axis, Head& head) {
  std::vector<Mark> sound = marks;
  const auto unsound = [&](const Mark& mark) { return !drawable(mark.at, axis); };
  note_dropped(head, std::erase_if(sound, unsound), "mark", axis);
  note_more(head, sound.size() - std::min(sound.size(), kMaxMarks), "marks");
  sound.resize(std::min(sound.size(), kMaxMarks));
  return sound;
}

bool Plot::empty() const {
  const auto blank = [](const Series& s) { return s.points.empty() && s.band.empty(); };
  return boxes.empty() && std::all_of(series.begin(), series.end(), blank);
}

Extent Plot::x_extent() const {
  Extent extent;
  for (const Series& one : series) {
    for (const Point& point : one.points) extent.add(point.x);
    for (const BandPoint& point : one.band) extent.add(point.x);
  }
  for (const Box& box : boxes) {
    extent.add(box.from);
    extent.add(box.to);
  }
  for (const Mark& mark : x_marks) extent.add(mark.at);
  for (const Span& span : x_spans) {
    extent.add(span.from);
    extent.add(span.to);
  }
  return extent;
}

Extent Plot::y_extent() const {
  Extent extent;
  for (const Series& one : series) {
    for (const Point& point : one.points) extent.add(point.y);
    for (const BandPoint& point : one.band) {
      extent.add(point.low);
      extent.add(point.high);
    }
  }
  for (const Box& box : boxes) extent.add(box.height);
  if (!boxes.empty() && !y.log) extent.add(0);
  for (const Mark& mark : y_marks) extent.add(mark.at);
  return extent;
}

Plot plot_of(const LineChart& chart) {
  Plot plot{.head = {chart.title, chart.description, "Line chart.", {}},
            .x = chart.x,
            .y = chart.y,
            .series = {},
            .boxes = {},
            .x_marks = {},
            .y_marks = {},
            .x_spans = chart.x_spans};
  add_series(plot, chart.series);
  plot.x_marks = sound_marks(chart.x_marks, chart.x, plot.head);
  plot.y_marks = sound_marks(chart.y_marks, chart.y, plot.head);
  const size_t dropped = std::erase_if(plot.x_spans, [&](const Span& span) {
    return !drawable(span.from, chart.x) || !drawable(span.to, chart.x);
  });
  note_dropped(plot.head, dropped, "shaded range", chart.x);
  note_more(plot.head, plot.x_spans.size() - std::min(plot.x_spans.size(), kMaxMarks),
            "shaded ranges");
  plot.x_spans.resize(std::min(plot.x_spans.size(), kMaxMarks));
  return plot;
}

Plot plot_of(const Histogram& chart) {
  Plot plot;
  plot.head = {chart.title, chart.description, "Histogram.", {}};
  plot.x = chart.x;
  plot.y = chart.y;
  const size_t edged = chart.edges.empty() ? 0 : chart.edges.size() - 1;
  const size_t buckets = std::min(chart.counts.size(), edged);
  size_t dropped = chart.counts.size() - buckets;
  double total = 0;
  for (size_t i = 0; i < buckets; ++i) {
    const Box box{chart.edges[i], chart.edges[i + 1], chart.counts[i]};
    if (!drawable(box, plot)) {
      ++dropped;
      continue;
    }
    total += box.height;
    // On a log axis an empty bucket is a fact without a height.
    if (box.height > 0 || !chart.y.log) plot.boxes.push_back(box);
  }
  note_dropped(plot.head, dropped, "bucket", chart.x);
  plot.x_marks = sound_marks(chart.x_marks, chart.x, plot.head);
  if (!plot.boxes.empty()) {
    // The edges are the caller's choice of range: no rounding beyond them.
    if (!plot.x.min) plot.x.min = plot.x_extent().low;
    if (!plot.x.max) plot.x.max = plot.x_extent().high;
    plot.head.summary +=
        fmt::format(" {} from {} to {}, {} in all.", count_of(plot.boxes.size(), "bucket"),
                    spell(plot.boxes.front().from, chart.x), spell(plot.boxes.back().to, chart.x),
                    spell(total, chart.y));
  }
  return plot;
}

}  // namespace sluice::chart
