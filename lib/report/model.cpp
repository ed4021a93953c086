#include "report/model.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.h"
#include "report/provenance.h"

namespace sluice::report {
namespace {

void check(const sizing::Quantity& quantity) {
  if (std::isfinite(quantity.value)) return;
  throw ConfigError("'" + quantity.name + "' comes to no number (" + inputs_of(quantity) +
                    "): the plan's numbers do not go together");
}

}  // namespace

void Section::fact(const std::string& name, sizing::Quantity quantity) {
  check(quantity);
  blocks.emplace_back(Fact{id + "." + name, std::move(quantity)});
}

void Section::add(Table table) {
  for (const auto& row : table.rows) {
    for (const Cell& cell : row) {
      if (cell.quantity) check(*cell.quantity);
    }
  }
  table.id = id + "." + table.id;
  blocks.emplace_back(std::move(table));
}

void Section::add(Figure figure) {
  figure.id = id + "." + figure.id;
  blocks.emplace_back(std::move(figure));
}

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::yes:
      return "yes";
    case Verdict::no:
      return "no";
    case Verdict::open:
      return "open";
  }
  return {};
}

bool Report::fits() const {
  return std::ranges::none_of(decision,
                              [](const Criterion& one) { return one.verdict == Verdict::no; });
}

std::vector<std::string> Report::warnings() const {
  std::vector<std::string> all;
  for (const Section& section : sections) {
    for (const Block& block : section.blocks) {
      if (const auto* warning = std::get_if<Warning>(&block)) all.push_back(warning->text);
    }
  }
  return all;
}

std::vector<std::string_view> Report::formulas_used() const {
  std::set<std::string_view> used;
  for (const Section& section : sections) {
    for (const Block& block : section.blocks) {
      if (const auto* fact = std::get_if<Fact>(&block)) used.insert(fact->quantity.formula);
      if (const auto* figure = std::get_if<Figure>(&block)) used.insert(figure->formula);
      if (const auto* table = std::get_if<Table>(&block)) {
        for (const auto& row : table->rows) {
          for (const Cell& cell : row) {
            if (cell.quantity) used.insert(cell.quantity->formula);
          }
        }
      }
    }
  }
  std::vector<std::string_view> ordered;
  for (const sizing::Formula& formula : sizing::formulas()) {
    if (used.contains(formula.id)) ordered.push_back(formula.id);
  }
  return ordered;
}

}  // namespace sluice::report
