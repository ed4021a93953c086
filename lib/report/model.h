// The report as data: sections of facts, tables, figures and words, from which every output is
// made (render.h).
//
//   Section budget("budget", "Budget");
//   budget.fact("compute", quantity("F1", "compute", 7.2e23, "FLOP", Label::grounded)
//                              .from("N", 8e9, "parameters"));       // its id: "budget.compute"
//   budget.say("Repeats count: these are tokens processed.");
//   budget.warn("1.2e24 FLOP is outside of the fit");
//
// Each number is a sizing::Quantity, which tells its formula, inputs, label and bounds; texts hold
// none that is not also a quantity or an input of one. Ids are lower-case words, dots and
// underscores, unique in a report and stable between versions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "chart/chart.h"
#include "sizing/formulas.h"

namespace sluice::report {

struct Fact {
  std::string id;
  sizing::Quantity quantity;
};

struct Paragraph {
  std::string text;
};

struct Warning {
  std::string text;
};

struct Cell {
  Cell(std::string words) : text(std::move(words)) {}
  Cell(const char* words) : text(words) {}
  Cell(sizing::Quantity number) : quantity(std::move(number)) {}
  // A number that people should see otherwise: an exact count.
  Cell(std::string words, sizing::Quantity number)
      : text(std::move(words)), quantity(std::move(number)) {}

  std::string text;  // what people see; empty: the quantity, spelled
  std::optional<sizing::Quantity> quantity;
};

struct Table {
  std::string id;
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;  // as many cells as columns
};

struct Figure {
  std::string id;
  chart::Chart chart;
  std::string formula;  // id
  sizing::Label label = sizing::Label::grounded;
};

using Block = std::variant<Fact, Paragraph, Warning, Table, Figure>;

struct Section {
  Section(std::string section_id, std::string section_title)
      : id(std::move(section_id)), title(std::move(section_title)) {}

  // Ids of what is added are told without the section's. Numbers that are not finite are refused
  // with a ConfigError.
  void fact(const std::string& name, sizing::Quantity quantity);
  void say(std::string text) { blocks.emplace_back(Paragraph{std::move(text)}); }
  void warn(std::string text) { blocks.emplace_back(Warning{std::move(text)}); }
  void add(Table table);
  void add(Figure figure);

  std::string id;
  std::string title;
  std::vector<Block> blocks;
};

// One question that the plan answers: does it fit data, memory, calendar, budget?
enum class Verdict : uint8_t {
  yes,
  no,
  open,  // the plan does not say what it would take to tell
};
std::string_view name_of(Verdict verdict);

struct Criterion {
  std::string name;
  Verdict verdict = Verdict::open;
  std::string because;  // the margin, or what is missing
};

struct Report {
  std::vector<Criterion> decision;
  std::vector<Section> sections;

  // No criterion is a no.
  bool fits() const;
  std::vector<std::string> warnings() const;  // in their order
  // Formulas of all quantities and figures, by number.
  std::vector<std::string_view> formulas_used() const;
};

}  // namespace sluice::report
