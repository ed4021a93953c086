#include "chart/label.h"
#include "document/json_writer.h"
#include "report/render.h"

namespace sluice::report {
namespace {

// Names of files may be any bytes; JSON is UTF-8.
std::string safe(const std::string& text) { return chart::encode(chart::decode(text)); }

void write_quantity(JsonWriter& json, const sizing::Quantity& quantity) {
  const sizing::Formula& formula = sizing::formula_of(quantity);
  json.key("name").string(safe(quantity.name));
  json.key("value").number(quantity.value);
  json.key("unit").string(quantity.unit);
  json.key("label").string(sizing::name_of(quantity.label));
  json.key("formula").string(formula.id);
  json.key("source").string(formula.source);
  if (quantity.range) {
    json.key("low").number(quantity.range->low);
    json.key("high").number(quantity.range->high);
  }
  json.key("inputs").begin_array();
  for (const sizing::Input& input : quantity.inputs) {
    json.begin_object();
    json.key("name").string(safe(input.name));
    json.key("value").number(input.value);
    json.key("unit").string(input.unit);
    json.end_object();
  }
  json.end_array();
}

void write_table(JsonWriter& json, const Table& table) {
  json.begin_object();
  json.key("id").string(table.id);
  json.key("title").string(table.title);
  json.key("columns").begin_array();
  for (const std::string& column : table.columns) json.string(safe(column));
  json.end_array();
  json.key("rows").begin_array();
  for (const auto& row : table.rows) {
    json.begin_array();
    for (const Cell& cell : row) {
      if (!cell.quantity) {
        json.string(safe(cell.text));
        continue;
      }
      json.begin_object();
      write_quantity(json, *cell.quantity);
      json.end_object();
    }
    json.end_array();
  }
  json.end_array();
  json.end_object();
}

// Curves as points; what other charts show stands in facts and tables.
void write_figure(JsonWriter& json, const Figure& figure) {
  const auto title = [](const auto& chart) { return chart.title; };
  json.begin_object();
  json.key("id").string(figure.id);
  json.key("title").string(safe(std::visit(title, figure.chart)));
  json.key("formula").string(figure.formula);
  json.key("label").string(sizing::name_of(figure.label));
  json.key("series").begin_array();
  if (const auto* lines = std::get_if<chart::LineChart>(&figure.chart)) {
    for (const chart::Series& series : lines->series) {
      json.begin_object();
      json.key("name").string(safe(series.name));
      json.key("points").begin_array();
      for (const chart::Point& point : series.points) {
        json.begin_array().number(point.x).number(point.y).end_array();
      }
      json.end_array();
      json.end_object();
    }
  }
  json.end_array();
  json.end_object();
}

void write_section(JsonWriter& json, const Section& section) {
  json.begin_object();
  json.key("id").string(section.id);
  json.key("title").string(section.title);
  json.key("results").begin_array();
  for (const Block& block : section.blocks) {
    const auto* fact = std::get_if<Fact>(&block);
    if (fact == nullptr) continue;
    json.begin_object();
    json.key("id").string(fact->id);
    write_quantity(json, fact->quantity);
    json.end_object();
  }
  json.end_array();
  json.key("tables").begin_array();
  for (const Block& block : section.blocks) {
    if (const auto* table = std::get_if<Table>(&block)) write_table(json, *table);
  }
  json.end_array();
  json.key("figures").begin_array();
  for (const Block& block : section.blocks) {
    if (const auto* figure = std::get_if<Figure>(&block)) write_figure(json, *figure);
  }
  json.end_array();
  json.key("notes").begin_array();
  for (const Block& block : section.blocks) {
    if (const auto* words = std::get_if<Paragraph>(&block)) json.string(safe(words->text));
  }
  json.end_array();
  json.end_object();
}

}  // namespace

std::string render_json(const Report& report) {
  Buffer out;
  JsonWriter json(out, 2);
  json.begin_object();
  json.key("schema").string("sluice.report/1");
  json.key("fits").boolean(report.fits());
  json.key("decision").begin_array();
  for (const Criterion& one : report.decision) {
    json.begin_object();
    json.key("name").string(one.name);
    json.key("verdict").string(name_of(one.verdict));
    json.key("because").string(safe(one.because));
    json.end_object();
  }
  json.end_array();
  json.key("sections").begin_array();
  for (const Section& section : report.sections) write_section(json, section);
  json.end_array();
  json.key("warnings").begin_array();
  for (const std::string& warning : report.warnings()) json.string(safe(warning));
  json.end_array();
  json.key("formulas").begin_object();
  for (const std::string_view id : report.formulas_used()) {
    json.key(id).string(sizing::formula(id).equation);
  }
  json.end_object();
  json.end_object();
  return std::string(out.view()) + "\n";
}

}  // namespace sluice::report
