#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/format.h"
#include "chart/label.h"
#include "report/page.h"
#include "report/provenance.h"
#include "report/render.h"
#include "report/spell.h"

namespace sluice::report {
namespace {

using chart::escape_xml;

std::string cell(const char* tag, const std::string& text, const char* css = "") {
  const std::string attribute = *css == 0 ? "" : std::string(" class=\"") + css + "\"";
  return std::string("<") + tag + attribute + ">" + escape_xml(text) + "</" + tag + ">";
}

std::string label_cell(sizing::Label label) {
  const std::string name(sizing::name_of(label));
  return "<td><span class=\"label " + name + "\">" + name + "</span></td>";
}

std::string facts(const std::vector<Block>& blocks, size_t first, size_t last) {
  std::string html =
      "<div class=\"wide\" tabindex=\"0\"><table class=\"facts\"><thead><tr><th "
      "scope=\"col\">what</th><th scope=\"col\" class=\"number\">value</th><th "
      "scope=\"col\">label</th><th scope=\"col\">formula</th><th scope=\"col\">from</th></tr>"
      "</thead><tbody>\n";
  for (size_t i = first; i < last; ++i) {
    const Fact& fact = std::get<Fact>(blocks[i]);
    const sizing::Quantity& quantity = fact.quantity;
    const sizing::Formula& formula = sizing::formula_of(quantity);
    const std::string range = spell_range(quantity);
    html += "<tr id=\"" + escape_xml(fact.id) + "\"><th scope=\"row\">" +
            escape_xml(quantity.name) + "</th><td class=\"number\">" + escape_xml(spell(quantity)) +
            (range.empty() ? "" : "<br><small>" + escape_xml(range) + "</small>") + "</td>" +
            label_cell(quantity.label) + "<td><abbr title=\"" + escape_xml(formula.equation) +
            "\">" + escape_xml(formula.id) + "</abbr></td>" +
            cell("td", inputs_of(quantity), "from") + "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

// Whether most cells of a column are numbers; those of the first are names.
bool is_number(const Table& table, size_t column) {
  const auto numbers = std::ranges::count_if(
      table.rows, [&](const auto& row) { return row[column].quantity.has_value(); });
  return column > 0 && 2 * numbers > std::ssize(table.rows);
}

std::string table(const Table& table) {
  const std::string from = provenance_of(table);
  std::string html = "<div class=\"wide\" tabindex=\"0\"><table id=\"" + escape_xml(table.id) +
                     "\"><caption>" + escape_xml(table.title) +
                     (from.empty() ? "" : " <small>(" + escape_xml(from) + ")</small>") +
                     "</caption><thead><tr>";
  for (size_t i = 0; i < table.columns.size(); ++i) {
    html += std::string("<th scope=\"col\"") + (is_number(table, i) ? " class=\"number\"" : "") +
            ">" + escape_xml(table.columns[i]) + "</th>";
  }
  html += "</tr></thead><tbody>\n";
  for (const auto& row : table.rows) {
    html += "<tr>";
    for (size_t i = 0; i < row.size(); ++i) {
      if (i == 0) {
        html += "<th scope=\"row\">" + escape_xml(spell(row[i], table.columns[i])) + "</th>";
      } else if (row[i].quantity) {
        html += "<td class=\"number\" title=\"" + escape_xml(inputs_of(*row[i].quantity)) + "\">" +
                escape_xml(spell(row[i], table.columns[i])) + "</td>";
      } else {
        html += cell("td", row[i].text);
      }
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string figure(const Figure& figure) {
  std::string id = figure.id;
  std::ranges::replace(id, '.', '-');
  const sizing::Formula& formula = sizing::formula(figure.formula);
  return "<figure>" + chart::svg(figure.chart, {.id = id}) + "<figcaption>" +
         escape_xml(provenance_of(figure)) + ": " + escape_xml(formula.title) + ", " +
         escape_xml(formula.equation) + "</figcaption></figure>\n";
}

std::string block(const Block& block) {
  if (const auto* words = std::get_if<Paragraph>(&block)) return cell("p", words->text) + "\n";
  if (const auto* warning = std::get_if<Warning>(&block)) {
    return "<p class=\"warning\"><strong>Warning:</strong> " + escape_xml(warning->text) + "</p>\n";
  }
  if (const auto* shown = std::get_if<Table>(&block)) return table(*shown);
  return figure(std::get<Figure>(block));
}

std::string section(const Section& section) {
  std::string html =
      "<section id=\"" + escape_xml(section.id) + "\"><h2>" + escape_xml(section.title) + "</h2>\n";
  const std::vector<Block>& blocks = section.blocks;
  for (size_t i = 0; i < blocks.size();) {
    size_t last = i;
    while (last < blocks.size() && std::holds_alternative<Fact>(blocks[last])) ++last;
    html += last > i ? facts(blocks, i, last) : block(blocks[i]);
    i = std::max(last, i + 1);
  }
  return html + "</section>\n";
}

std::string decision(const Report& report) {
  std::string html =
      "<h1>" +
      std::string(report.fits() ? "The plan fits what can be told" : "The plan does not fit") +
      "</h1>\n<ul class=\"decision\">";
  for (const Criterion& one : report.decision) {
    const std::string verdict(name_of(one.verdict));
    html += "<li class=\"" + verdict + "\"><strong>" + escape_xml(one.name) + ": " + verdict +
            "</strong> " + escape_xml(one.because) + "</li>";
  }
  return html + "</ul>\n";
}

// The points of the curve of loss, for the page's script to look up.
std::string curve_of(const Report& report) {
  for (const Section& section : report.sections) {
    for (const Block& one : section.blocks) {
      const auto* shown = std::get_if<Figure>(&one);
      if (shown == nullptr || shown->id != "optimum.isoflop") continue;
      const auto& points = std::get<chart::LineChart>(shown->chart).series.front().points;
      std::string json = "[";
      for (const chart::Point& point : points) {
        json += (json.size() == 1 ? "[" : ",[") + shortest_double(point.x) + "," +
                shortest_double(point.y) + "]";
      }
      return json + "]";
    }
  }
  return "[]";
}

}  // namespace

std::string render_html(const Report& report, bool guessed) {
  const std::string curve = curve_of(report);
  const bool asks = !guessed && curve != "[]";
  std::string html = std::string(kPageHead) + decision(report);
  if (curve != "[]") html += kGuess;
  html += asks ? "<details id=\"results\"><summary>Show the results</summary>\n"
               : "<details id=\"results\" open><summary>Results</summary>\n";
  for (const Section& one : report.sections) html += section(one);
  html += "</details>\n<script type=\"application/json\" id=\"curve\">" + curve + "</script>\n";
  return html + std::string(kPageEnd);
}

}  // namespace sluice::report
