#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "chart/model.h"

namespace sluice::chart {
namespace {

constexpr size_t kMaxRows = 40;
constexpr size_t kMaxSummaryRows = 12;

// "Bar chart. en: 1.2M. de: 300k."
std::string summary_of(const char* kind, const Bars& bars) {
  std::string summary = kind;
  for (size_t i = 0; i < std::min(bars.rows.size(), kMaxSummaryRows); ++i) {
    const Row& row = bars.rows[i];
    std::string notes;
    for (const Lane& lane : row.lanes) notes += (notes.empty() ? "" : ", ") + lane.note;
    summary += fmt::format(" {}: {}.", row.label, notes);
  }
  return summary;
}

// One lane with every series' value stacked on the ones before; positive and negative apart.
Lane stacked_lane(const BarChart& chart, size_t category, const Axis& axis, size_t& dropped) {
  Lane lane;
  double above = 0;
  double below = 0;
  for (size_t i = 0; i < std::min(chart.series.size(), kMaxSeries); ++i) {
    const auto& values = chart.series[i].values;
    if (category >= values.size()) continue;
    double& end = values[category] < 0 ? below : above;
    if (!drawable(values[category], axis) || !drawable(end + values[category], axis)) {
      ++dropped;
      continue;
    }
    lane.segments.push_back({end, end + values[category], i});
    end += values[category];
  }
  if (!lane.segments.empty()) lane.note = spell(above + below, axis);
  return lane;
}

std::vector<Lane> grouped_lanes(const BarChart& chart, size_t category, const Axis& axis,
                                size_t& dropped) {
  std::vector<Lane> lanes;
  for (size_t i = 0; i < std::min(chart.series.size(), kMaxSeries); ++i) {
    const auto& values = chart.series[i].values;
    Lane& lane = lanes.emplace_back();
    if (category >= values.size()) continue;
    if (!drawable(values[category], axis)) {
      ++dropped;
      continue;
    }
    lane.segments.push_back({0, values[category], i});
    lane.note = spell(values[category], axis);
  }
  return lanes;
}

void add_rows(Bars& bars, const BarChart& chart) {
  const size_t shown = std::min(chart.categories.size(), chart.max_categories);
  size_t dropped = 0;
  for (size_t i = 0; i < shown; ++i) {
    Row& row = bars.rows.emplace_back(Row{chart.categories[i], {}});
    if (chart.stacked) {
      row.lanes.push_back(stacked_lane(chart, i, bars.value, dropped));
    } else {
      row.lanes = grouped_lanes(chart, i, bars.value, dropped);
    }
  }
  note_dropped(bars.head, dropped, "value", bars.value);
  note_more(bars.head, chart.categories.size() - shown, "categories");
}

// "12.3M (45 %, 90 % of previous)": what a funnel is read for.
std::string funnel_note(const Funnel& chart, size_t step) {
  const double value = chart.steps[step].value;
  const double first = chart.steps[0].value;
  std::string note = spell(value, chart.value);
  const Axis share{.format = Format::percent};
  if (step == 0 || !(first > 0) || !drawable(value / first, share)) return note;
  note += " (" + spell(value / first, share);
  const double before = chart.steps[step - 1].value;
  if (step > 1 && before > 0 && drawable(value / before, share)) {
    note += fmt::format(", {} of previous", spell(value / before, share));
  }
  return note + ")";
}

// Neighbouring boxes added up until there are few enough rows.
std::vector<Box> merged(const std::vector<Box>& boxes, size_t limit) {
  const size_t each = (boxes.size() + limit - 1) / limit;
  std::vector<Box> merged;
  for (size_t i = 0; i < boxes.size(); ++i) {
    if (i % each == 0) {
      merged.push_back(boxes[i]);
    } else {
      merged.back().to = boxes[i].to;
      merged.back().height += boxes[i].height;
    }
  }
  return merged;
}

}  // namespace

Extent Bars::extent() const {
  Extent extent;
  for (const Row& row : rows) {
    for (const Lane& lane : row.lanes) {
      for (const Segment& segment : lane.segments) {
        if (drawable(segment.from, value)) extent.add(segment.from);
        if (drawable(segment.to, value)) extent.add(segment.to);
      }
    }
  }
  for (const Mark& mark : marks) extent.add(mark.at);
  if (!extent.empty && drawable(base, value)) extent.add(base);
  // A log axis has no zero to begin at: leave the smallest bar some length.
  if (!extent.empty && value.log) extent.add(std::max(extent.low / 2, 2 / kLargest));
  return extent;
}

size_t Bars::lanes() const {
  return std::accumulate(rows.begin(), rows.end(), size_t{0},
                         [](size_t sum, const Row& row) { return sum + row.lanes.size(); });
}

Bars bars_of(const BarChart& chart) {
  Bars bars;
  bars.head = {chart.title, chart.description, "", {}};
  bars.value = chart.value;
  if (chart.stacked) bars.value.log = false;
  bars.upright = !chart.horizontal;
  add_rows(bars, chart);
  const size_t drawn = std::min(chart.series.size(), kMaxSeries);
  for (size_t i = 0; drawn > 1 && i < drawn; ++i) bars.legend.push_back(chart.series[i].name);
  note_more(bars.head, chart.series.size() - drawn, "series");
  bars.marks = sound_marks(chart.marks, bars.value, bars.head);
  bars.head.summary = summary_of(chart.stacked ? "Stacked bar chart." : "Bar chart.", bars);
  return bars;
}

Bars bars_of(const Tornado& chart) {
  Bars bars;
  bars.head = {chart.title, chart.description, "", {}};
  bars.value = chart.value;
  bars.base = chart.centre;
  bars.legend = {chart.low_name, chart.high_name};
  std::vector<Tornado::Input> inputs = chart.inputs;
  size_t dropped = std::erase_if(inputs, [&](const Tornado::Input& input) {
    return !drawable(input.low, chart.value) || !drawable(input.high, chart.value);
  });
  if (!drawable(chart.centre, chart.value)) {
    dropped += inputs.size();
    inputs.clear();
  }
  std::stable_sort(inputs.begin(), inputs.end(), [](const auto& a, const auto& b) {
    return std::abs(a.high - a.low) > std::abs(b.high - b.low);
  });
  for (size_t i = 0; i < std::min(inputs.size(), kMaxRows); ++i) {
    const Tornado::Input& input = inputs[i];
    Lane lane{{{chart.centre, input.low, 0}, {chart.centre, input.high, 1}},
              spell(input.low, chart.value) + " to " + spell(input.high, chart.value)};
    bars.rows.push_back({input.label, {std::move(lane)}});
  }
  note_dropped(bars.head, dropped, "input", chart.value);
  note_more(bars.head, inputs.size() - bars.rows.size(), "inputs");
  if (!bars.rows.empty()) bars.marks = {{chart.centre, spell(chart.centre, chart.value)}};
  bars.head.summary = summary_of("Tornado chart.", bars);
  return bars;
}

Bars bars_of(const Funnel& chart) {
  Bars bars;
  bars.head = {chart.title, chart.description, "", {}};
  bars.value = chart.value;
  size_t dropped = 0;
  for (size_t i = 0; i < std::min(chart.steps.size(), kMaxRows); ++i) {
    Lane lane;
    if (drawable(chart.steps[i].value, chart.value)) {
      lane = {{{0, chart.steps[i].value, 0}}, funnel_note(chart, i)};
    } else {
      ++dropped;
    }
    bars.rows.push_back({chart.steps[i].label, {std::move(lane)}});
  }
  note_dropped(bars.head, dropped, "step", chart.value);
  note_more(bars.head, chart.steps.size() - bars.rows.size(), "steps");
  bars.head.summary = summary_of("Funnel.", bars);
  return bars;
}

Bars bars_of(const Histogram& chart) {
  const Plot plot = plot_of(chart);
  Bars bars;
  bars.head = plot.head;
  bars.value = chart.y;
  bars.row_label = chart.x.label;
  for (const Box& box : merged(plot.boxes, kMaxRows)) {
    Lane lane{{{0, box.height, 0}}, spell(box.height, chart.y)};
    for (const Mark& mark : plot.x_marks) {
      if (mark.at >= box.from && mark.at < box.to) lane.note += "  <- " + mark.label;
    }
    const std::string range = spell(box.from, chart.x) + " to " + spell(box.to, chart.x);
    bars.rows.push_back({range, {lane}});
  }
  if (bars.rows.size() < plot.boxes.size()) {
    bars.head.notes.push_back(
        fmt::format("{} buckets drawn as {} rows.", plot.boxes.size(), bars.rows.size()));
  }
  for (const Mark& mark : plot.x_marks) {
    bars.head.notes.push_back(fmt::format("{}: {}", mark.label, spell(mark.at, chart.x)));
  }
  return bars;
}

}  // namespace sluice::chart
