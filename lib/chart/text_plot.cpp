#include <algorithm>
#include <array>
#include <cmath>

#include "chart/label.h"
#include "chart/render.h"
#include "chart/text_grid.h"

namespace sluice::chart {
namespace {

constexpr std::array<const char*, 8> kSigns = {"●", "◆", "▲", "■", "○", "◇", "△", "□"};
constexpr std::array<const char*, 8> kLetters = {"*", "+", "o", "x", "#", "@", "%", "="};

size_t columns_of(std::string_view text) { return static_cast<size_t>(width_of(text, columns)); }

class Drawing {
 public:
  Drawing(const Plot& plot, const TextOptions& options)
      : plot_(plot),
        grid_(options),
        height_(static_cast<size_t>(std::clamp(options.height, 4, 100))),
        y_(plot.y, plot.y_extent(), std::max<size_t>(height_ / 3, 3)) {
    size_t widest = 0;
    for (const std::string& label : y_.labels()) widest = std::max(widest, columns_of(label));
    left_ = std::min(widest, grid_.width() / 4) + 2;
    length_ = grid_.width() - left_;
    x_.emplace(plot.x, plot.x_extent(), std::max<size_t>(length_ / 10, 3));
  }

  std::string draw() {
    grid_.begin(plot_.head);
    if (!plot_.y.label.empty()) grid_.paragraph(plot_.y.label, 1);
    top_ = grid_.height();
    grid_.add_rows(height_);
    draw_bands();
    draw_marks();
    for (size_t i = 0; i < plot_.series.size(); ++i) draw_series(plot_.series[i], i);
    if (plot_.empty()) grid_.print(left_ + 2, top_ + height_ / 2, "No data");
    draw_y_axis();
    draw_x_axis();
    draw_legend();
    grid_.end(plot_.head);
    return grid_.str();
  }

 private:
  const char* sign(size_t style) const {
    return grid_.unicode() ? kSigns[style % kSigns.size()] : kLetters[style % kLetters.size()];
  }
  const char* pick(const char* unicode, const char* ascii) const {
    return grid_.unicode() ? unicode : ascii;
  }

  size_t column(double x) const {
    const auto last = static_cast<double>(length_ - 1);
    return left_ + static_cast<size_t>(std::lround(x_->clamped(x) * last));
  }
  // Of a position 0..1 on the y axis.
  size_t row(double position) const {
    const auto last = static_cast<double>(height_ - 1);
    return top_ + static_cast<size_t>(std::lround((1 - std::clamp(position, 0.0, 1.0)) * last));
  }

  void draw_bands() {
    for (size_t i = 0; i < plot_.series.size(); ++i) {
      for (const BandPoint& point : plot_.series[i].band) {
        if (!x_->contains(point.x)) continue;
        const auto [high, low] =
            std::minmax({row(y_.position(point.low)), row(y_.position(point.high))});
        for (size_t y = high; y <= low; ++y) grid_.print(column(point.x), y, pick("░", ":"), i);
      }
    }
  }

  void draw_marks() {
    for (const Mark& mark : plot_.y_marks) {
      if (!y_.contains(mark.at)) continue;
      for (size_t x = left_; x < grid_.width(); ++x) {
        grid_.print(x, row(y_.position(mark.at)), pick("╌", "-"));
      }
    }
    for (const Mark& mark : plot_.x_marks) {
      if (!x_->contains(mark.at)) continue;
      for (size_t y = top_; y < top_ + height_; ++y)
        grid_.print(column(mark.at), y, pick("┆", "|"));
    }
  }

  void draw_point(double x_position, double y_position, size_t style) {
    const auto inside = [](double at) { return at >= -1e-9 && at <= 1 + 1e-9; };
    if (!inside(x_position) || !inside(y_position)) return;
    const auto last = static_cast<double>(length_ - 1);
    const size_t x = left_ + static_cast<size_t>(std::lround(std::max(x_position, 0.0) * last));
    grid_.print(x, row(y_position), sign(style), style);
  }

  // A sign in every column between neighbouring points.
  void draw_series(const Series& series, size_t style) {
    for (size_t i = 0; i < series.points.size(); ++i) {
      const double x = x_->position(series.points[i].x);
      const double y = y_.position(series.points[i].y);
      draw_point(x, y, style);
      if (i == 0 || !series.line) continue;
      const double x0 = x_->position(series.points[i - 1].x);
      const double y0 = y_.position(series.points[i - 1].y);
      const double steps =
          std::min(std::ceil(std::abs(x - x0) * static_cast<double>(length_)), 1e4);
      for (double step = 1; step < steps; ++step) {
        const double share = step / steps;
        draw_point(x0 + (x - x0) * share, y0 + (y - y0) * share, style);
      }
    }
  }

  void draw_y_axis() {
    for (size_t y = top_; y < top_ + height_; ++y) grid_.print(left_ - 1, y, pick("│", "|"));
    size_t last = top_ + height_;
    for (size_t i = 0; i < y_.ticks().size(); ++i) {
      const size_t y = row(y_.position(y_.ticks()[i]));
      if (y >= last) continue;
      last = y;
      grid_.print_right(left_ - 2, y, y_.labels()[i]);
      grid_.print(left_ - 1, y, pick("┤", "+"));
    }
  }

  void draw_x_axis() {
    const size_t line = grid_.add_row();
    grid_.print(left_ - 1, line, pick("└", "+"));
    for (size_t x = left_; x < grid_.width(); ++x) grid_.print(x, line, pick("─", "-"));
    for (const Span& span : plot_.x_spans) {
      const auto [from, to] = std::minmax({column(span.from), column(span.to)});
      for (size_t x = from; x <= to; ++x) grid_.print(x, line, pick("█", "="));
    }
    const size_t y = grid_.add_row();
    size_t free = 0;
    for (size_t i = 0; i < x_->ticks().size(); ++i) {
      const size_t at = column(x_->ticks()[i]);
      grid_.print(at, line, pick("┴", "+"));
      const std::string label = grid_.fitted(x_->labels()[i], length_ / 3);
      const size_t width = columns_of(label);
      const size_t start = std::min(at > width / 2 ? at - width / 2 : 0, grid_.width() - width);
      if (start < free) continue;
      grid_.print(start, y, label);
      free = start + width + 1;
    }
    if (!plot_.x.label.empty()) {
      grid_.print(left_, grid_.add_row(), grid_.fitted(plot_.x.label, length_));
    }
  }

  void draw_legend() {
    std::vector<TextGrid::Entry> entries;
    for (size_t i = 0; i < plot_.series.size(); ++i) {
      if (!plot_.series[i].name.empty()) entries.push_back({sign(i), plot_.series[i].name, i});
    }
    const auto add_marks = [&](const std::vector<Mark>& marks, const char* glyph) {
      for (const Mark& mark : marks) {
        if (!mark.label.empty()) entries.push_back({glyph, mark.label, kPlain});
      }
    };
    add_marks(plot_.x_marks, pick("┆", "|"));
    add_marks(plot_.y_marks, pick("╌", "-"));
    for (const Span& span : plot_.x_spans) {
      if (!span.label.empty()) entries.push_back({pick("█", "="), span.label, kPlain});
    }
    grid_.legend(entries);
  }

  const Plot& plot_;
  TextGrid grid_;
  size_t height_;
  Scale y_;
  std::optional<Scale> x_;
  size_t left_ = 0;
  size_t length_ = 0;
  size_t top_ = 0;
};

}  // namespace

std::string text_of(const Plot& plot, const TextOptions& options) {
  return Drawing(plot, options).draw();
}

}  // namespace sluice::chart
