#include <fmt/format.h>

#include <algorithm>

#include "chart/render.h"
#include "chart/svg_frame.h"

namespace sluice::chart {
namespace {

constexpr double kHeight = 300;

std::string place(const Frame& frame, const Scale& x, const Scale& y, double at_x, double at_y) {
  // Far outside the frame is as good as just outside, and keeps coordinates short.
  const double px = std::clamp(x.position(at_x), -20.0, 20.0);
  const double py = std::clamp(y.position(at_y), -20.0, 20.0);
  return coordinate(frame.x(px)) + " " + coordinate(frame.y(py));
}

std::string line_path(const Series& series, const Frame& frame, const Scale& x, const Scale& y) {
  std::string path;
  for (const Point& point : series.points) {
    path += (path.empty() ? "M" : "L") + place(frame, x, y, point.x, point.y);
  }
  return path;
}

// Along the upper edge and back along the lower.
std::string band_path(const Series& series, const Frame& frame, const Scale& x, const Scale& y) {
  std::string path;
  for (const BandPoint& point : series.band) {
    path += (path.empty() ? "M" : "L") + place(frame, x, y, point.x, point.high);
  }
  for (auto point = series.band.rbegin(); point != series.band.rend(); ++point) {
    path += "L" + place(frame, x, y, point->x, point->low);
  }
  return path + "z";
}

void draw_series(SvgPage& page, const Plot& plot, const Frame& frame, const Scale& x,
                 const Scale& y) {
  for (size_t i = 0; i < plot.series.size(); ++i) {
    if (!plot.series[i].band.empty()) page.area(band_path(plot.series[i], frame, x, y), i);
  }
  for (size_t i = 0; i < plot.series.size(); ++i) {
    const Series& series = plot.series[i];
    if (series.line && series.points.size() > 1) page.stroke(line_path(series, frame, x, y), i);
    if (!series.markers && series.line) continue;
    for (const Point& point : series.points) {
      if (!x.contains(point.x) || !y.contains(point.y)) continue;
      page.marker(frame.x(x.position(point.x)), frame.y(y.position(point.y)), i);
    }
  }
}

void draw_boxes(SvgPage& page, const Plot& plot, const Frame& frame, const Scale& x,
                const Scale& y) {
  for (const Box& box : plot.boxes) {
    const double left = frame.x(x.clamped(box.from));
    const double right = frame.x(x.clamped(box.to));
    const double top = frame.y(y.clamped(box.height));
    // A hairline between neighbours, unless they are too narrow for one.
    const double gap = right - left > 4 ? 1 : 0;
    page.bar(left, top, std::max(right - left - gap, 0.0), frame.bottom() - top, 0,
             fmt::format("{} to {}: {}", spell(box.from, plot.x), spell(box.to, plot.x),
                         spell(box.height, plot.y)));
  }
}

void draw_spans(SvgPage& page, const Plot& plot, const Frame& frame, const Scale& x) {
  for (const Span& span : plot.x_spans) {
    const double from = frame.x(x.clamped(std::min(span.from, span.to)));
    const double to = frame.x(x.clamped(std::max(span.from, span.to)));
    page.rect(from, frame.top, to - from, frame.height, "span");
  }
}

std::vector<TopLabel> top_labels(const Plot& plot, const Scale& x) {
  std::vector<TopLabel> labels;
  for (const Mark& mark : plot.x_marks) labels.push_back({x.position(mark.at), mark.label});
  for (const Span& span : plot.x_spans) {
    labels.push_back({(x.clamped(span.from) + x.clamped(span.to)) / 2, span.label});
  }
  return labels;
}

std::vector<LegendEntry> legend_of(const Plot& plot) {
  std::vector<LegendEntry> entries;
  for (size_t i = 0; i < plot.series.size(); ++i) {
    const Series& series = plot.series[i];
    if (series.name.empty()) continue;
    entries.push_back({series.name, i, false, series.line, series.markers || !series.line});
  }
  return entries;
}

}  // namespace

std::string svg_of(const Plot& plot, const SvgOptions& options) {
  SvgPage page(plot.head, options);
  page.legend(legend_of(plot));
  const Scale y(plot.y, plot.y_extent(), 7);
  Frame frame;
  frame.left = page.left() + tick_room(page, y);
  frame.width = page.right() - mark_room(page, plot.y_marks) - frame.left;
  const Scale x = horizontal_scale(plot.x, plot.x_extent(), frame.width);
  draw_vertical_title(page, plot.y);
  draw_top_labels(page, frame.left, frame.width, top_labels(plot, x));
  page.skip(6);
  frame.top = page.top();
  frame.height = kHeight;

  draw_spans(page, plot, frame, x);
  draw_vertical_axis(page, frame, y);
  draw_horizontal_axis(page, frame, x, plot.x);
  draw_boxes(page, plot, frame, x, y);
  // A little more than the frame, for strokes and signs on its border.
  page.begin_clip(frame.left - 5, frame.top - 5, frame.width + 10, frame.height + 10);
  draw_series(page, plot, frame, x, y);
  page.end_clip();
  draw_x_marks(page, frame, x, plot.x_marks);
  draw_y_marks(page, frame, y, plot.y_marks);
  page.line(frame.left, frame.bottom(), frame.right(), frame.bottom(), "axis");
  if (plot.empty()) draw_no_data(page, frame);
  page.skip(kHeight + kLineHeight + (plot.x.label.empty() ? 0 : kLineHeight + 4) + 10);
  return page.finish();
}

}  // namespace sluice::chart
