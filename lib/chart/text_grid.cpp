#include "chart/text_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "chart/label.h"

namespace sluice::chart {
namespace {

constexpr size_t kMinWidth = 20;

// Blue, red, green, magenta, yellow, cyan: in the terminal's own palette, light or dark.
std::string color_code(size_t style) {
  static constexpr std::array<int, 6> kCodes = {34, 31, 32, 35, 33, 36};
  return style == kPlain ? "\x1b[0m" : fmt::format("\x1b[{}m", kCodes[style % kCodes.size()]);
}

}  // namespace

TextGrid::TextGrid(const TextOptions& options)
    : options_(options),
      width_(std::max(kMinWidth, static_cast<size_t>(std::max(options.width, 0)))) {}

size_t TextGrid::add_row() {
  rows_.emplace_back(width_);
  return rows_.size() - 1;
}

void TextGrid::add_rows(size_t count) {
  for (size_t i = 0; i < count; ++i) add_row();
}

void TextGrid::print(size_t column, size_t row, std::string_view text, size_t style) {
  for (char32_t c : decode(text)) {
    if (!options_.unicode && c >= 0x80) c = c == U'…' ? U'~' : U'?';
    const auto cells = static_cast<size_t>(columns(c));
    if (column + cells > width_) return;
    rows_[row][column] = {c, style};
    if (cells == 2) rows_[row][column + 1] = {0, style};
    column += cells;
  }
}

void TextGrid::print_right(size_t end_column, size_t row, std::string_view text) {
  const std::string shown = fitted(text, end_column);
  print(end_column - static_cast<size_t>(width_of(shown, columns)), row, shown);
}

void TextGrid::paragraph(std::string_view text, size_t max_rows) {
  const Wrapped wrapped = wrap(text, static_cast<double>(width_), max_rows, columns);
  for (const std::string& line : wrapped.lines) print(0, add_row(), line);
}

void TextGrid::begin(const Head& head) {
  paragraph(head.title, 4);
  paragraph(head.description, 6);
  if (height() > 0) add_row();
}

void TextGrid::end(const Head& head) {
  for (const std::string& note : head.notes) paragraph(note, 4);
}

void TextGrid::legend(const std::vector<Entry>& entries) {
  size_t column = 0;
  size_t row = 0;
  for (const Entry& entry : entries) {
    const std::string name = fitted(entry.name, width_ - 2);
    const size_t room = 2 + static_cast<size_t>(width_of(name, columns));
    if (column == 0 || column + room > width_) {
      row = add_row();
      column = 0;
    }
    print(column, row, entry.sign, entry.style);
    print(column + 2, row, name);
    column += room + 3;
  }
}

std::string TextGrid::fitted(std::string_view text, size_t limit) const {
  return elide(text, static_cast<double>(limit), columns);
}

std::string TextGrid::str() const {
  std::string page;
  for (const auto& row : rows_) {
    std::u32string line;
    size_t end = row.size();
    while (end > 0 && row[end - 1].c == U' ') --end;
    size_t style = kPlain;
    for (size_t i = 0; i < end; ++i) {
      if (options_.color && row[i].style != style && row[i].c != U' ') {
        style = row[i].style;
        page += encode(line) + color_code(style);
        line.clear();
      }
      if (row[i].c != 0) line.push_back(row[i].c);
    }
    page += encode(line);
    if (style != kPlain) page += color_code(kPlain);
    page += '\n';
  }
  return page;
}

}  // namespace sluice::chart
