#include <algorithm>
#include <cmath>
#include <optional>

#include "chart/label.h"
#include "chart/render.h"
#include "chart/svg_frame.h"

namespace sluice::chart {
namespace {

constexpr double kGap = 8;
constexpr double kUprightHeight = 280;
constexpr double kMinSlot = 36;  // below, labels of upright bars would be crumbs

double text_width(std::string_view text) { return width_of(text, font_width) * kTextSize; }

Wrapped wrapped(std::string_view label, double width, size_t max_lines) {
  return wrap(label, width / kTextSize, max_lines, font_width);
}

// Draws wrapped lines with their first baseline at `y`; the full text stands behind cut ones.
void draw_lines(SvgPage& page, double x, double y, const Wrapped& lines, const std::string& full,
                Anchor anchor) {
  for (const std::string& line : lines.lines) {
    page.text(x, y, line, {.anchor = anchor}, lines.whole ? std::string_view{} : full);
    y += kLineHeight;
  }
}

std::vector<LegendEntry> legend_of(const Bars& bars) {
  std::vector<LegendEntry> entries;
  for (size_t i = 0; i < bars.legend.size(); ++i) entries.push_back({bars.legend[i], i});
  return entries;
}

std::string hint_of(const Bars& bars, const Row& row, const Segment& segment) {
  std::string hint = row.label;
  if (segment.style < bars.legend.size()) hint += ", " + bars.legend[segment.style];
  const double from = drawable(segment.from, bars.value) ? segment.from : 0;
  const double value = bars.base == 0 ? segment.to - from : segment.to;
  return hint + ": " + spell(value, bars.value);
}

// Bars that lie: a row a category.
class Lying {
 public:
  Lying(const Bars& bars, SvgPage& page) : bars_(bars), page_(page) {}

  void draw() {
    lay_out();
    draw_horizontal_axis(page_, frame_, *scale_, bars_.value);
    double y = frame_.top + kGap / 2;
    for (const Row& row : bars_.rows) {
      draw_row(row, y);
      y += row_height(row);
    }
    draw_x_marks(page_, frame_, *scale_, bars_.marks);
    draw_notes();
    const double base = frame_.x(scale_->clamped(bars_.base));
    page_.line(base, frame_.top, base, frame_.bottom(), "axis");
    if (bars_.rows.empty()) draw_no_data(page_, frame_);
    page_.skip(frame_.height + kLineHeight + (bars_.value.label.empty() ? 0 : kLineHeight + 4) +
               10);
  }

 private:
  static constexpr double kThick = 20;  // a single bar
  static constexpr double kNoteGap = 6;
  static constexpr double kLeastShare = 0.5;  // of the room right of the labels, for the bars
  static constexpr double kThin = 17;         // one of several, just high enough for its value

  double lane_height(const Row& row) const { return row.lanes.size() > 1 ? kThin : kThick; }
  double lanes_height(const Row& row) const {
    return std::max(static_cast<double>(row.lanes.size()) * lane_height(row), kThick);
  }
  double row_height(const Row& row) const {
    const auto lines = wrapped(row.label, label_room_, 2).lines.size();
    return std::max(lanes_height(row), static_cast<double>(lines) * kLineHeight) + kGap;
  }

  void lay_out() {
    const double width = page_.right() - page_.left();
    double label_room = 0;
    for (const Row& row : bars_.rows) label_room = std::max(label_room, text_width(row.label));
    label_room_ = std::min(label_room, width * 0.3) + 0.01;
    frame_.left = page_.left() + label_room_ + kGap;
    const double room = page_.right() - frame_.left;
    // Ticks that fit the narrowest frame fit the one that the values leave room for.
    scale_.emplace(horizontal_scale(bars_.value, bars_.extent(), room * kLeastShare));
    frame_.width = room;
    for (const Row& row : bars_.rows) {
      for (const Lane& lane : row.lanes) {
        const double left_over = room - text_width(lane.note) - 2 * kNoteGap;
        frame_.width = std::min(frame_.width, left_over / std::max(end_of(lane), 0.01));
      }
    }
    frame_.width = std::max(frame_.width, room * kLeastShare);
    std::vector<TopLabel> labels;
    for (const Mark& mark : bars_.marks) labels.push_back({scale_->position(mark.at), mark.label});
    draw_top_labels(page_, frame_.left, frame_.width, std::move(labels));
    page_.skip(4);
    frame_.top = page_.top();
    for (const Row& row : bars_.rows) frame_.height += row_height(row);
    if (bars_.rows.empty()) frame_.height = 60;
  }

  // Where the lane's bar ends on the axis, 0..1.
  double end_of(const Lane& lane) const {
    double end = scale_->clamped(bars_.base);
    for (const Segment& segment : lane.segments) {
      end = std::max({end, scale_->clamped(segment.from), scale_->clamped(segment.to)});
    }
    return end;
  }

  void draw_row(const Row& row, double y) {
    const Wrapped label = wrapped(row.label, label_room_, 2);
    const double inner = row_height(row) - kGap;
    const double label_height = static_cast<double>(label.lines.size()) * kLineHeight;
    draw_lines(page_, frame_.left - kGap, y + (inner - label_height) / 2 + kTextSize, label,
               row.label, Anchor::end);
    double lane_y = y + (inner - lanes_height(row)) / 2;
    for (const Lane& lane : row.lanes) {
      draw_lane(row, lane, lane_y);
      lane_y += lane_height(row);
    }
  }

  void draw_lane(const Row& row, const Lane& lane, double y) {
    for (const Segment& segment : lane.segments) {
      const double from = frame_.x(scale_->clamped(segment.from));
      const double to = frame_.x(scale_->clamped(segment.to));
      page_.bar(std::min(from, to), y + 1, std::abs(to - from), lane_height(row) - 2, segment.style,
                hint_of(bars_, row, segment));
    }
    notes_.push_back({frame_.x(end_of(lane)) + kNoteGap,
                      y + lane_height(row) / 2 + kTextSize * 0.35, lane.note});
  }

  // On top of mark lines.
  void draw_notes() {
    for (const Note& note : notes_) {
      page_.elided(note.x, note.y, note.text, page_.right() - note.x, {.css = "halo"});
    }
  }

  struct Note {
    double x;
    double y;
    std::string text;
  };

  const Bars& bars_;
  SvgPage& page_;
  double label_room_ = 0;
  Frame frame_;
  std::optional<Scale> scale_;
  std::vector<Note> notes_;
};

// Upright bars: a slot a category.
class Upright {
 public:
  Upright(const Bars& bars, SvgPage& page)
      : bars_(bars), page_(page), scale_(bars.value, bars.extent(), 7) {
    frame_.left = page.left() + tick_room(page, scale_);
    frame_.width = page.right() - mark_room(page, bars.marks) - frame_.left;
    frame_.height = kUprightHeight;
    slot_ = frame_.width / static_cast<double>(std::max<size_t>(bars.rows.size(), 1));
  }

  // False if labels would have to be cut.
  bool fits() const {
    const auto fits_slot = [&](const Row& row) { return label_of(row).whole; };
    return slot_ >= kMinSlot && std::all_of(bars_.rows.begin(), bars_.rows.end(), fits_slot);
  }

  void draw() {
    draw_vertical_title(page_, bars_.value);
    page_.skip(kLineHeight);  // values over the highest bar
    frame_.top = page_.top();
    draw_vertical_axis(page_, frame_, scale_);
    size_t lines = 0;
    for (size_t i = 0; i < bars_.rows.size(); ++i) {
      draw_row(bars_.rows[i], frame_.left + static_cast<double>(i) * slot_);
      lines = std::max(lines, label_of(bars_.rows[i]).lines.size());
    }
    draw_y_marks(page_, frame_, scale_, bars_.marks);
    for (size_t i = 0; notes_fit() && i < bars_.rows.size(); ++i) {
      draw_notes(bars_.rows[i], frame_.left + static_cast<double>(i) * slot_);
    }
    const double base = frame_.y(scale_.clamped(bars_.base));
    page_.line(frame_.left, base, frame_.right(), base, "axis");
    if (bars_.rows.empty()) draw_no_data(page_, frame_);
    page_.skip(frame_.height + static_cast<double>(lines) * kLineHeight + 12);
  }

 private:
  Wrapped label_of(const Row& row) const { return wrapped(row.label, slot_ - kGap, 3); }

  double inner() const { return std::min(slot_ * 0.8, 90.0); }
  double lane_width(const Row& row) const {
    return inner() / static_cast<double>(std::max<size_t>(row.lanes.size(), 1));
  }
  double lane_left(const Row& row, double left, size_t lane) const {
    return left + (slot_ - inner()) / 2 + static_cast<double>(lane) * lane_width(row);
  }

  void draw_row(const Row& row, double left) {
    draw_lines(page_, left + slot_ / 2, frame_.bottom() + kLineHeight + 2, label_of(row), row.label,
               Anchor::middle);
    const double width = lane_width(row);
    for (size_t i = 0; i < row.lanes.size(); ++i) {
      for (const Segment& segment : row.lanes[i].segments) {
        const double from = frame_.y(scale_.clamped(segment.from));
        const double to = frame_.y(scale_.clamped(segment.to));
        page_.bar(lane_left(row, left, i), std::min(from, to), std::max(width - 1, 1.0),
                  std::abs(to - from), segment.style, hint_of(bars_, row, segment));
      }
    }
  }

  // Either every bar gets its value or none does.
  bool notes_fit() const {
    for (const Row& row : bars_.rows) {
      const double room = (row.lanes.size() == 1 ? slot_ : lane_width(row)) - 2;
      for (const Lane& lane : row.lanes) {
        if (text_width(lane.note) > room) return false;
      }
    }
    return true;
  }

  void draw_notes(const Row& row, double left) {
    for (size_t i = 0; i < row.lanes.size(); ++i) {
      const Lane& lane = row.lanes[i];
      if (lane.segments.empty()) continue;
      double top = frame_.y(scale_.clamped(bars_.base));
      for (const Segment& segment : lane.segments) {
        top = std::min(top, frame_.y(scale_.clamped(segment.to)));
      }
      page_.text(lane_left(row, left, i) + lane_width(row) / 2, top - 5, lane.note,
                 {.anchor = Anchor::middle, .css = "halo"});
    }
  }

  const Bars& bars_;
  SvgPage& page_;
  Scale scale_;
  Frame frame_;
  double slot_ = 0;
};

}  // namespace

std::string svg_of(const Bars& bars, const SvgOptions& options) {
  SvgPage page(bars.head, options);
  page.legend(legend_of(bars));
  Upright upright(bars, page);
  if (bars.upright && upright.fits()) {
    upright.draw();
  } else {
    Lying(bars, page).draw();
  }
  return page.finish();
}

}  // namespace sluice::chart
