#include "report/sections.h"
#include "sizing/budget.h"

namespace sluice::report {

using sizing::Label;
using sizing::quantity;

Section absent_section(const Basis& basis) {
  Section section("absent", "What is not in these numbers");
  section.say(
      "Cost of data outside of this pipeline; salaries; failed runs, sweeps, smaller "
      "pilots; evaluation; post-training; storage; egress. Energy is reckoned where the "
      "card's power is known, and not in the price.");
  if (basis.cost && basis.hardware && basis.hardware->watts > 0) {
    const double watts = basis.hardware->watts;
    section.fact("energy",
                 quantity("F23", "energy of the boards alone, PUE 1",
                          sizing::energy_mwh(basis.cost->gpu_hours, watts), "MWh", Label::rough)
                     .from("GPU hours", basis.cost->gpu_hours, "h")
                     .from("board", watts, "W"));
  }
  return section;
}

Section assumptions_section(const Basis& basis) {
  Section section("assumptions", "What was taken for granted");
  Table table{.id = "settings",
              .title = "Settings, and where they are from",
              .columns = {"setting", "value", "unit", "from", "why"},
              .rows = {}};
  for (const Assumption& one : basis.plan->assumptions()) {
    table.rows.push_back({one.name, one.value, one.unit, one.origin, one.why});
  }
  section.add(std::move(table));
  return section;
}

Section formulas_section(const Report& report) {
  Section section("formulas", "Formulas and sources");
  Table table{.id = "list",
              .title = "Of the numbers above",
              .columns = {"id", "formula", "source"},
              .rows = {}};
  for (const std::string_view id : report.formulas_used()) {
    const sizing::Formula& formula = sizing::formula(id);
    table.rows.push_back(
        {std::string(id), std::string(formula.equation), std::string(formula.source)});
  }
  section.add(std::move(table));
  return section;
}

}  // namespace sluice::report
