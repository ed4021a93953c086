#include <algorithm>
#include <string_view>
#include <vector>

#include "chart/label.h"
#include "report/provenance.h"
#include "report/render.h"
#include "report/spell.h"

namespace sluice::report {
namespace {

size_t columns_of(std::string_view text) {
  return static_cast<size_t>(chart::width_of(text, chart::columns));
}

std::string padded(const std::string& text, size_t width, bool to_right) {
  const size_t taken = columns_of(text);
  const std::string space(taken < width ? width - taken : 0, ' ');
  return to_right ? space + text : text + space;
}

// Words come from files that others wrote.
std::string clean(const std::string& text) {
  constexpr double kMost = 28;
  return chart::elide(chart::encode(chart::decode(text)), kMost, chart::columns);
}

class TextRenderer {
 public:
  explicit TextRenderer(const TextStyle& style) : style_(style) {}

  std::string render(const Report& report) {
    decision(report);
    for (const Section& section : report.sections) render_section(section);
    return std::move(out_);
  }

 private:
  static constexpr size_t kIndent = 4;
  static constexpr size_t kLeastName = 10;  // columns of a first column

  size_t width() const { return static_cast<size_t>(style_.width); }

  std::string painted(std::string_view text, const char* code) const {
    if (!style_.color) return std::string(text);
    return std::string("\x1b[") + code + "m" + std::string(text) + "\x1b[0m";
  }

  void decision(const Report& report) {
    line(
        painted(report.fits() ? "The plan fits what can be told." : "The plan does not fit.", "1"));
    for (const Criterion& one : report.decision) {
      const char* code = one.verdict == Verdict::yes  ? "32"
                         : one.verdict == Verdict::no ? "31;1"
                                                      : "2";
      const std::string head =
          "  " + padded(one.name, 9, false) + padded(std::string(name_of(one.verdict)), 5, false);
      wrapped(one.because, head.size(), painted(head, code));
    }
  }

  void render_section(const Section& section) {
    out_ += "\n";
    line(painted(section.title, "1"));
    for (size_t i = 0; i < section.blocks.size();) {
      const Block& block = section.blocks[i];
      if (std::holds_alternative<Fact>(block)) {
        i = facts(section.blocks, i);
        continue;
      }
      if (const auto* words = std::get_if<Paragraph>(&block)) wrapped(words->text, 2, "  ");
      if (const auto* warning = std::get_if<Warning>(&block)) {
        wrapped(warning->text, 4, "  " + painted("!", "33;1") + " ");
      }
      if (const auto* shown = std::get_if<Table>(&block)) table(*shown);
      if (const auto* figure = std::get_if<Figure>(&block)) draw(*figure);
      ++i;
    }
  }

  // Facts that follow each other stand in one table.
  size_t facts(const std::vector<Block>& blocks, size_t first) {
    std::vector<std::vector<std::string>> rows;
    size_t i = first;
    for (; i < blocks.size() && std::holds_alternative<Fact>(blocks[i]); ++i) {
      const sizing::Quantity& quantity = std::get<Fact>(blocks[i]).quantity;
      const std::string range = spell_range(quantity);
      rows.push_back({range.empty() ? quantity.name : quantity.name + " (" + range + ")",
                      spell(quantity), std::string(sizing::name_of(quantity.label)),
                      std::string(quantity.formula)});
    }
    grid(rows, false);
    return i;
  }

  void table(const Table& table) {
    if (provenance_of(table).empty()) {
      listing(table);
      return;
    }
    std::vector<std::vector<std::string>> rows(1);
    for (const std::string& column : table.columns) rows[0].push_back(clean(column));
    for (const auto& row : table.rows) {
      std::vector<std::string> cells;
      for (size_t i = 0; i < row.size(); ++i) {
        const std::string shown = spell(row[i], table.columns[i]);
        cells.push_back(row[i].quantity ? shown : clean(shown));
      }
      rows.push_back(std::move(cells));
    }
    const std::string from = provenance_of(table);
    wrapped(table.title + (from.empty() ? "" : " (" + from + ")"), 2, "  ");
    if (least_width(rows) <= width()) {
      grid(rows, true);
    } else {
      spread_out(rows);
    }
  }

  // That grid() takes.
  static size_t least_width(const std::vector<std::vector<std::string>>& rows) {
    size_t sum = kIndent + kLeastName;
    for (size_t i = 1; i < rows.front().size(); ++i) sum += 2 + widest(rows, i);
    return sum;
  }

  static size_t widest(const std::vector<std::vector<std::string>>& rows, size_t column) {
    size_t width = 0;
    for (const auto& row : rows) width = std::max(width, columns_of(row[column]));
    return width;
  }

  // A table that is wider than the screen: a row is a paragraph.
  void spread_out(const std::vector<std::vector<std::string>>& rows) {
    for (size_t r = 1; r < rows.size(); ++r) {
      std::string words = rows[r][0];
      for (size_t i = 1; i < rows[r].size(); ++i) {
        words += (i == 1 ? ": " : ", ") + rows[0][i] + " " + rows[r][i];
      }
      wrapped(words, 2 * kIndent, std::string(kIndent, ' '));
    }
  }

  // A table of words: a row is a paragraph behind its first cell.
  void listing(const Table& table) {
    line("  " + table.title);
    size_t names = 0;
    for (const auto& row : table.rows) names = std::max(names, columns_of(clean(row[0].text)));
    for (const auto& row : table.rows) {
      std::string words;
      for (size_t i = 1; i < row.size(); ++i) {
        if (row[i].text.empty()) continue;
        words += (words.empty() ? "" : "; ") + row[i].text;
      }
      wrapped(words, kIndent + names + 2,
              std::string(kIndent, ' ') + padded(clean(row[0].text), names + 2, false));
    }
  }

  // The first column reads from the left and is wrapped where it is too wide; numbers read from the
  // right.
  void grid(const std::vector<std::vector<std::string>>& rows, bool heading) {
    std::vector<size_t> widths;
    for (size_t i = 0; i < rows.front().size(); ++i) widths.push_back(widest(rows, i));
    const size_t others = least_width(rows) - kLeastName;
    widths[0] = std::min(widths[0], width() - others);
    for (size_t r = 0; r < rows.size(); ++r) {
      const std::vector<std::string> names =
          chart::wrap(rows[r][0], static_cast<double>(widths[0]), 4, chart::columns).lines;
      for (size_t n = 0; n < std::max<size_t>(names.size(), 1); ++n) {
        std::string text(kIndent, ' ');
        text += padded(n < names.size() ? names[n] : "", widths[0], false);
        for (size_t i = 1; n == 0 && i < rows[r].size(); ++i) {
          text += "  " + padded(rows[r][i], widths[i], is_number(rows, i));
        }
        text.erase(text.find_last_not_of(' ') + 1);
        line(heading && r == 0 ? painted(text, "2") : text);
      }
    }
  }

  // A column of which some cell begins with a digit.
  static bool is_number(const std::vector<std::vector<std::string>>& rows, size_t column) {
    return column > 0 && std::ranges::any_of(rows, [&](const auto& row) {
             const std::string& cell = row[column];
             const size_t at = cell.starts_with("-$") ? 2 : cell.starts_with("$") ? 1 : 0;
             return at < cell.size() && cell[at] >= '0' && cell[at] <= '9';
           });
  }

  void draw(const Figure& figure) {
    line("");
    out_ += chart::text(figure.chart, {.width = style_.width, .color = style_.color});
    wrapped("(" + provenance_of(figure) + ")", 2, "  ");
  }

  void line(const std::string& text) { out_ += text + "\n"; }

  // Lines after the first stand as far in as `head` is wide.
  void wrapped(const std::string& text, size_t indent, const std::string& head) {
    const chart::Wrapped lines =
        chart::wrap(text, static_cast<double>(width() - indent), 1000, chart::columns);
    for (size_t i = 0; i < lines.lines.size(); ++i) {
      line((i == 0 ? head : std::string(indent, ' ')) + lines.lines[i]);
    }
  }

  TextStyle style_;
  std::string out_;
};

}  // namespace

std::string render_text(const Report& report, const TextStyle& style) {
  return TextRenderer(style).render(report);
}

}  // namespace sluice::report
