#include <algorithm>
#include <vector>

#include "chart/label.h"
#include "report/provenance.h"
#include "report/render.h"
#include "report/spell.h"

namespace sluice::report {
namespace {

// Reasons and names come from files that others wrote.
std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : chart::encode(chart::decode(text))) {
    if (std::string_view("|\\`*_<>[]").find(c) != std::string_view::npos) safe += '\\';
    safe += c;
  }
  return safe;
}

std::string row_of(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += " " + cell + " |";
  return text + "\n";
}

std::string rule_of(size_t columns) {
  std::string text = "|";
  for (size_t i = 0; i < columns; ++i) text += i == 0 ? "---|" : "---:|";
  return text + "\n";
}

std::string table_of(const Table& table) {
  const std::string from = provenance_of(table);
  std::vector<std::string> headings;
  for (const std::string& column : table.columns) headings.push_back(escaped(column));
  std::string text = "**" + escaped(table.title) + "**" + (from.empty() ? "" : " (" + from + ")") +
                     "\n\n" + row_of(headings) + rule_of(table.columns.size());
  for (const auto& row : table.rows) {
    std::vector<std::string> cells;
    for (size_t i = 0; i < row.size(); ++i) {
      cells.push_back(escaped(spell(row[i], table.columns[i])));
    }
    text += row_of(cells);
  }
  return text;
}

std::string facts_of(const std::vector<Block>& blocks, size_t first, size_t last) {
  std::string text = row_of({"what", "value", "bounds", "label", "formula", "from"}) +
                     "|---|---:|---:|---|---|---|\n";
  for (size_t i = first; i < last; ++i) {
    const sizing::Quantity& quantity = std::get<Fact>(blocks[i]).quantity;
    text += row_of({escaped(quantity.name), spell(quantity), spell_range(quantity),
                    std::string(sizing::name_of(quantity.label)), std::string(quantity.formula),
                    escaped(inputs_of(quantity))});
  }
  return text;
}

std::string block_of(const Block& block) {
  if (const auto* words = std::get_if<Paragraph>(&block)) return escaped(words->text) + "\n";
  if (const auto* warning = std::get_if<Warning>(&block)) {
    return "> **Warning:** " + escaped(warning->text) + "\n";
  }
  if (const auto* table = std::get_if<Table>(&block)) return table_of(*table);
  const auto& figure = std::get<Figure>(block);
  return "```text\n" + chart::text(figure.chart) + "```\n(" + provenance_of(figure) + ")\n";
}

}  // namespace

std::string render_markdown(const Report& report) {
  std::string text =
      "# " +
      std::string(report.fits() ? "The plan fits what can be told" : "The plan does not fit") +
      "\n\n" + row_of({"question", "fits", "because"}) + "|---|---|---|\n";
  for (const Criterion& one : report.decision) {
    text += row_of({one.name, std::string(name_of(one.verdict)), escaped(one.because)});
  }
  for (const Section& section : report.sections) {
    text += "\n## " + escaped(section.title) + "\n";
    for (size_t i = 0; i < section.blocks.size();) {
      size_t last = i;
      while (last < section.blocks.size() && std::holds_alternative<Fact>(section.blocks[last])) {
        ++last;
      }
      text += "\n" + (last > i ? facts_of(section.blocks, i, last) : block_of(section.blocks[i]));
      i = std::max(last, i + 1);
    }
  }
  return text;
}

}  // namespace sluice::report
