#include "report/provenance.h"

#include <algorithm>
#include <vector>

#include "report/spell.h"

namespace sluice::report {

std::string provenance_of(const Table& table) {
  std::vector<std::string_view> formulas;
  sizing::Label label = sizing::Label::grounded;
  for (const auto& row : table.rows) {
    for (const Cell& cell : row) {
      if (!cell.quantity) continue;
      label = sizing::weaker(label, cell.quantity->label);
      if (std::ranges::find(formulas, cell.quantity->formula) == formulas.end()) {
        formulas.push_back(cell.quantity->formula);
      }
    }
  }
  if (formulas.empty()) return {};
  std::string text;
  for (const std::string_view formula : formulas) {
    text.append(text.empty() ? "" : ", ").append(formula);
  }
  return text + "; " + std::string(sizing::name_of(label));
}

std::string provenance_of(const Figure& figure) {
  return figure.formula + "; " + std::string(sizing::name_of(figure.label));
}

std::string inputs_of(const sizing::Quantity& quantity) {
  std::string text;
  for (const sizing::Input& input : quantity.inputs) {
    text += (text.empty() ? "" : ", ") + input.name + " = " + spell(input.value, input.unit);
  }
  return text;
}

}  // namespace sluice::report
