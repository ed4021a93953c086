#include <algorithm>
#include <array>
#include <cmath>

#include "chart/label.h"
#include "chart/render.h"
#include "chart/text_grid.h"

namespace sluice::chart {
namespace {

constexpr std::array<const char*, 7> kBlocks = {"█", "▒", "▓", "░", "◆", "●", "■"};
constexpr std::array<const char*, 7> kLetters = {"#", "=", "o", ":", "+", "%", "x"};

size_t columns_of(std::string_view text) { return static_cast<size_t>(width_of(text, columns)); }

class Drawing {
 public:
  Drawing(const Bars& bars, const TextOptions& options) : bars_(bars), grid_(options) {
    size_t label = 0;
    size_t note = 0;
    for (const Row& row : bars.rows) {
      label = std::max(label, columns_of(row.label));
      for (const Lane& lane : row.lanes) note = std::max(note, columns_of(lane.note));
    }
    // Labels and values may take a third of the line each; bars get at least the rest.
    label_room_ = std::min(label, grid_.width() / 3);
    note_room_ = std::min(note, grid_.width() / 3);
    left_ = label_room_ + 1;
    length_ = grid_.width() - left_ - note_room_ - 2;
    scale_.emplace(bars.value, bars.extent(), std::max<size_t>(length_ / 8, 3));
  }

  std::string draw() {
    grid_.begin(bars_.head);
    if (bars_.rows.empty()) grid_.paragraph("No data", 1);
    if (!bars_.row_label.empty()) grid_.paragraph(bars_.row_label, 1);
    for (const Row& row : bars_.rows) draw_row(row);
    if (!bars_.rows.empty()) draw_axis();
    draw_legend();
    grid_.end(bars_.head);
    return grid_.str();
  }

 private:
  const char* fill(size_t style) const {
    return grid_.unicode() ? kBlocks[style % kBlocks.size()] : kLetters[style % kLetters.size()];
  }
  const char* rule() const { return grid_.unicode() ? "│" : "|"; }

  // The cell boundary, 0..length_, of a value.
  size_t cell(double value) const {
    return static_cast<size_t>(std::lround(scale_->clamped(value) * static_cast<double>(length_)));
  }

  void draw_row(const Row& row) {
    bool first = true;
    for (const Lane& lane : row.lanes) {
      const size_t y = grid_.add_row();
      if (first) grid_.print(0, y, grid_.fitted(row.label, label_room_));
      first = false;
      draw_lane(lane, y);
    }
    if (row.lanes.empty()) grid_.print(0, grid_.add_row(), grid_.fitted(row.label, label_room_));
  }

  void draw_lane(const Lane& lane, size_t y) {
    size_t end = cell(bars_.base);
    for (const Segment& segment : lane.segments) {
      const size_t from = std::min(cell(segment.from), cell(segment.to));
      const size_t to = std::max(cell(segment.from), cell(segment.to));
      for (size_t x = from; x < to; ++x)
        grid_.print(left_ + x, y, fill(segment.style), segment.style);
      end = std::max(end, to);
    }
    for (const Mark& mark : bars_.marks) {
      if (scale_->contains(mark.at)) grid_.print(left_ + mark_cell(mark), y, rule());
    }
    const size_t at = left_ + std::max(end, marks_end(end)) + 1;
    grid_.print(at, y, grid_.fitted(lane.note, grid_.width() - at));
  }

  size_t mark_cell(const Mark& mark) const { return std::min(cell(mark.at), length_ - 1); }

  // The values step aside for a mark just behind the bar's end.
  size_t marks_end(size_t end) const {
    size_t free = end;
    for (const Mark& mark : bars_.marks) {
      if (mark_cell(mark) == end && scale_->contains(mark.at)) free = end + 1;
    }
    return free;
  }

  void draw_axis() {
    const size_t y = grid_.add_row();
    size_t free = 0;
    for (size_t i = 0; i < scale_->ticks().size(); ++i) {
      const size_t at = left_ + std::min(cell(scale_->ticks()[i]), length_);
      const std::string& label = scale_->labels()[i];
      const size_t half = columns_of(label) / 2;
      const size_t start = at > half ? at - half : 0;
      if (start < free || start + columns_of(label) > grid_.width()) continue;
      grid_.print(start, y, label);
      free = start + columns_of(label) + 1;
    }
    if (!bars_.value.label.empty()) {
      grid_.print(left_, grid_.add_row(), grid_.fitted(bars_.value.label, grid_.width() - left_));
    }
  }

  void draw_legend() {
    std::vector<TextGrid::Entry> entries;
    for (size_t i = 0; i < bars_.legend.size(); ++i)
      entries.push_back({fill(i), bars_.legend[i], i});
    for (const Mark& mark : bars_.marks) entries.push_back({rule(), mark.label, kPlain});
    grid_.legend(entries);
  }

  const Bars& bars_;
  TextGrid grid_;
  size_t label_room_ = 0;
  size_t note_room_ = 0;
  size_t left_ = 0;
  size_t length_ = 0;
  std::optional<Scale> scale_;
};

}  // namespace

std::string text_of(const Bars& bars, const TextOptions& options) {
  return Drawing(bars, options).draw();
}

}  // namespace sluice::chart
