// A page of character cells: text charts are drawn on it and read off line by line.
//
//   TextGrid grid({.width = 40, .unicode = false});
//   const size_t row = grid.add_row();
//   grid.print(0, row, "en", kPlain);
//   grid.print(4, row, "####", 0);             // in the colour of style 0
//   grid.str();                                // "en  ####\n"
//
// What lies beyond the width is cut, so no line is ever too long. A wide character takes two cells.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "chart/chart.h"
#include "chart/model.h"

namespace sluice::chart {

constexpr size_t kPlain = static_cast<size_t>(-1);  // no colour

class TextGrid {
 public:
  explicit TextGrid(const TextOptions& options);

  size_t width() const { return width_; }
  size_t height() const { return rows_.size(); }
  bool unicode() const { return options_.unicode; }

  size_t add_row();
  void add_rows(size_t count);
  // Other characters than ASCII become '?' unless the grid is Unicode.
  void print(size_t column, size_t row, std::string_view text, size_t style = kPlain);
  void print_right(size_t end_column, size_t row, std::string_view text);
  // New rows with the words wrapped to the width.
  void paragraph(std::string_view text, size_t max_rows);
  // Title and description above a chart, notes below.
  void begin(const Head& head);
  void end(const Head& head);
  // "* name   + name", wrapped between entries.
  struct Entry {
    std::string sign;
    std::string name;
    size_t style = kPlain;
  };
  void legend(const std::vector<Entry>& entries);

  // As the grid writes it: elided with "…", or "~" in ASCII.
  std::string fitted(std::string_view text, size_t limit) const;

  std::string str() const;

 private:
  struct Cell {
    char32_t c = U' ';  // 0 behind a wide character
    size_t style = kPlain;
  };

  TextOptions options_;
  size_t width_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace sluice::chart
