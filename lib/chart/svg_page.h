// One SVG document under construction: head, legend, shapes, notes; styles that stay inside it.
//
//   SvgPage page(head, options);             // title and description are set; top() is below them
//   page.legend({{.name = "kept", .style = 0}});
//   page.line(page.left(), page.top(), page.right(), page.top(), "axis");
//   page.skip(20);
//   return page.finish();                    // notes, height, ids, styles
//
// Coordinates are units of the viewBox with y downwards, written with at most two decimals. Texts
// are escaped here and only here. Styles (0, 1, …) repeat after kStyles, with other dashes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "chart/chart.h"
#include "chart/model.h"

namespace sluice::chart {

constexpr size_t kStyles = 7;
constexpr double kTextSize = 13;
constexpr double kLineHeight = 17;  // from one baseline of kTextSize to the next

enum class Anchor { start, middle, end };

struct TextStyle {
  Anchor anchor = Anchor::start;
  double size = kTextSize;
  const char* css = "ink";  // ink, muted, strong, or halo (readable on lines)
};

struct LegendEntry {
  std::string name{};
  size_t style = 0;
  bool filled = true;   // a bar's swatch, else a line's
  bool line = true;     // with a stroke
  bool marker = false;  // with the series' sign
};

// A coordinate: "12.5", "-3", never "-0" or "1e-9".
std::string coordinate(double value);

class SvgPage {
 public:
  SvgPage(const Head& head, const SvgOptions& options);

  double left() const { return kMargin; }
  double right() const { return width_ - kMargin; }
  double top() const { return top_; }
  void skip(double height) { top_ += height; }

  void legend(const std::vector<LegendEntry>& entries);
  void note(std::string text) { notes_.push_back(std::move(text)); }

  // `full`: shown by pointing at a text that is elided.
  void text(double x, double y, std::string_view text, const TextStyle& style = {},
            std::string_view full = {});
  // On one line, elided to `limit`.
  void elided(double x, double y, std::string_view text, double limit, const TextStyle& style = {});
  // `css`: grid, axis, mark.
  void line(double x1, double y1, double x2, double y2, std::string_view css);
  void rect(double x, double y, double width, double height, std::string_view css);
  // A filled and hatched rectangle; `hint` is shown by pointing at it.
  void bar(double x, double y, double width, double height, size_t style, std::string_view hint);
  void stroke(const std::string& path, size_t style);
  void area(const std::string& path, size_t style);
  // The sign of a series: circle, square, triangle, diamond, …
  void marker(double x, double y, size_t style);
  // What is drawn between the two is cut at the rectangle.
  void begin_clip(double x, double y, double width, double height);
  void end_clip();

  std::string finish();

 private:
  static constexpr double kMargin = 16;

  void paragraph(std::string_view text, size_t max_lines, const TextStyle& style);
  std::string described() const;

  Head head_;
  SvgOptions options_;
  double width_;
  double top_ = kMargin;
  std::vector<std::string> notes_;
  std::string body_;
};

}  // namespace sluice::chart
