#include "chart/svg_frame.h"

#include <algorithm>

#include "chart/label.h"

namespace sluice::chart {
namespace {

constexpr size_t kMaxTicks = 9;
constexpr size_t kMaxLabelRows = 4;
constexpr double kTickDrop = kLineHeight + 2;  // clear of the lowest label beside the frame
constexpr double kGap = 8;                     // between neighbouring labels

double text_width(std::string_view text) { return width_of(text, font_width) * kTextSize; }

// A label's extent when centred on `x`, pushed inside the page.
struct Placed {
  double from = 0;
  double to = 0;

  double middle() const { return (from + to) / 2; }
};

Placed placed(double x, double width, double low, double high) {
  const double from = std::max(std::min(x - width / 2, high - width), low);
  return {from, from + width};
}

bool labels_fit(const Scale& scale, double width) {
  double end = -1e9;
  for (size_t i = 0; i < scale.ticks().size(); ++i) {
    const double x = scale.position(scale.ticks()[i]) * width;
    const double half = text_width(scale.labels()[i]) / 2;
    if (x - half < end + kGap) return false;
    end = x + half;
  }
  return true;
}

}  // namespace

Scale horizontal_scale(const Axis& axis, const Extent& extent, double width) {
  for (size_t ticks = kMaxTicks; ticks > 3; --ticks) {
    Scale scale(axis, extent, ticks);
    if (labels_fit(scale, width)) return scale;
  }
  return Scale(axis, extent, 3);
}

double tick_room(const SvgPage& page, const Scale& scale) {
  double widest = 0;
  for (const std::string& label : scale.labels()) widest = std::max(widest, text_width(label));
  return std::min(widest, (page.right() - page.left()) / 4) + kGap;
}

void draw_horizontal_axis(SvgPage& page, const Frame& frame, const Scale& scale, const Axis& axis) {
  const double limit = frame.width / 3;
  double end = -1e9;
  for (size_t i = 0; i < scale.ticks().size(); ++i) {
    const double x = frame.x(scale.position(scale.ticks()[i]));
    page.line(x, frame.top, x, frame.bottom(), "grid");
    const double width = std::min(text_width(scale.labels()[i]), limit);
    const Placed place = placed(x, width, page.left(), page.right());
    if (place.from < end + kGap) continue;
    end = place.to;
    page.elided(place.middle(), frame.bottom() + kTickDrop, scale.labels()[i], width + 0.01,
                {.anchor = Anchor::middle, .css = "muted"});
  }
  if (axis.label.empty()) return;
  const double width = std::min(text_width(axis.label), page.right() - page.left());
  const double middle = frame.left + frame.width / 2;
  page.elided(placed(middle, width, page.left(), page.right()).middle(),
              frame.bottom() + kTickDrop + kLineHeight + 3, axis.label, width + 0.01,
              {.anchor = Anchor::middle});
}

void draw_vertical_axis(SvgPage& page, const Frame& frame, const Scale& scale) {
  double last = 1e9;
  for (size_t i = 0; i < scale.ticks().size(); ++i) {
    const double y = frame.y(scale.position(scale.ticks()[i]));
    page.line(frame.left, y, frame.right(), y, "grid");
    if (last - y < kLineHeight) continue;
    last = y;
    page.elided(frame.left - kGap, y + kTextSize * 0.35, scale.labels()[i],
                frame.left - kGap - page.left() + 0.01, {.anchor = Anchor::end, .css = "muted"});
  }
}

void draw_vertical_title(SvgPage& page, const Axis& axis) {
  if (axis.label.empty()) return;
  page.elided(page.left(), page.top() + kTextSize, axis.label, page.right() - page.left());
  page.skip(kLineHeight + 4);
}

void draw_top_labels(SvgPage& page, double left, double width, std::vector<TopLabel> labels) {
  std::erase_if(labels, [](const TopLabel& label) {
    return label.text.empty() || label.position < 0 || label.position > 1;
  });
  std::stable_sort(labels.begin(), labels.end(),
                   [](const TopLabel& a, const TopLabel& b) { return a.position < b.position; });
  std::vector<double> ends;  // of each row
  for (const TopLabel& label : labels) {
    const double limit = (page.right() - page.left()) / 2;
    const double room = std::min(text_width(label.text), limit);
    const Placed place = placed(left + label.position * width, room, page.left(), page.right());
    const auto row = std::find_if(ends.begin(), ends.end(),
                                  [&](double end) { return place.from >= end + 2 * kGap; });
    if (row == ends.end() && ends.size() == kMaxLabelRows) {
      page.note("Marked: " + label.text);
      continue;
    }
    const auto index = static_cast<size_t>(row - ends.begin());
    if (row == ends.end()) ends.push_back(0);
    ends[index] = place.to;
    page.elided(place.middle(), page.top() + kTextSize + static_cast<double>(index) * kLineHeight,
                label.text, room + 0.01, {.anchor = Anchor::middle});
  }
  if (!ends.empty()) page.skip(static_cast<double>(ends.size()) * kLineHeight + 4);
}

double mark_room(const SvgPage& page, const std::vector<Mark>& marks) {
  double widest = 0;
  for (const Mark& mark : marks) widest = std::max(widest, text_width(mark.label));
  return widest == 0 ? 0 : std::min(widest, (page.right() - page.left()) / 4) + kGap;
}

void draw_y_marks(SvgPage& page, const Frame& frame, const Scale& scale,
                  const std::vector<Mark>& marks) {
  std::vector<Mark> sorted = marks;
  std::erase_if(sorted, [&](const Mark& mark) { return !scale.contains(mark.at); });
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Mark& a, const Mark& b) { return a.at > b.at; });
  const double room = page.right() - frame.right() - kGap;
  double free = frame.top - kLineHeight;
  for (const Mark& mark : sorted) {
    const double y = frame.y(scale.position(mark.at));
    page.line(frame.left, y, frame.right(), y, "mark");
    if (mark.label.empty()) continue;
    const double label_y = std::max(y, free);
    if (label_y > frame.bottom() + kLineHeight / 2) {
      page.note("Marked: " + mark.label);
      continue;
    }
    free = label_y + kLineHeight;
    page.elided(frame.right() + kGap, label_y + kTextSize * 0.35, mark.label, room + 0.01);
  }
}

void draw_x_marks(SvgPage& page, const Frame& frame, const Scale& scale,
                  const std::vector<Mark>& marks) {
  for (const Mark& mark : marks) {
    if (!scale.contains(mark.at)) continue;
    const double x = frame.x(scale.position(mark.at));
    page.line(x, frame.top - 4, x, frame.bottom(), "mark");
  }
}

void draw_no_data(SvgPage& page, const Frame& frame) {
  page.text(frame.left + frame.width / 2, frame.top + frame.height / 2, "No data",
            {.anchor = Anchor::middle, .css = "muted"});
}

}  // namespace sluice::chart
