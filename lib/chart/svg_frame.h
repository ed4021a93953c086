// The plotting area and what stands around it: ticks, gridlines, axis titles, labels of marks.
//
// A frame is laid out from the outside in: labels take the room they need, the area gets the rest.
// No two labels overlap; those without room are elided, left out (ticks) or moved to the notes
// (marks).
#pragma once

#include <string>
#include <vector>

#include "chart/axis.h"
#include "chart/svg_page.h"

namespace sluice::chart {

struct Frame {
  double left = 0;
  double top = 0;
  double width = 0;
  double height = 0;

  double right() const { return left + width; }
  double bottom() const { return top + height; }
  double x(double position) const { return left + position * width; }
  double y(double position) const { return bottom() - position * height; }
};

// The scale with the most ticks, 3 to 9, whose labels fit side by side in `width`.
Scale horizontal_scale(const Axis& axis, const Extent& extent, double width);

// Room for tick labels left of a vertical axis of this scale.
double tick_room(const SvgPage& page, const Scale& scale);

// Gridlines and tick labels; the axis' title below a horizontal axis.
void draw_horizontal_axis(SvgPage& page, const Frame& frame, const Scale& scale, const Axis& axis);
void draw_vertical_axis(SvgPage& page, const Frame& frame, const Scale& scale);
// The title of a vertical axis lies above the frame: nobody has to turn the head.
void draw_vertical_title(SvgPage& page, const Axis& axis);

// A label over the frame at a place across it.
struct TopLabel {
  double position = 0;  // 0..1
  std::string text;
};

// Writes the labels in rows at page.top(), in the order of their places, and skips the rows.
// `left` and `width` are the frame's.
void draw_top_labels(SvgPage& page, double left, double width, std::vector<TopLabel> labels);

// Room right of the frame for the labels of horizontal lines: 0 if there are none.
double mark_room(const SvgPage& page, const std::vector<Mark>& marks);

// Horizontal dashed lines, labelled at their right.
void draw_y_marks(SvgPage& page, const Frame& frame, const Scale& scale,
                  const std::vector<Mark>& marks);
// Vertical dashed lines; their labels are draw_top_labels' work.
void draw_x_marks(SvgPage& page, const Frame& frame, const Scale& scale,
                  const std::vector<Mark>& marks);

// "No data", where there is nothing else to see.
void draw_no_data(SvgPage& page, const Frame& frame);

}  // namespace sluice::chart
