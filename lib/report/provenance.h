// Where a block's numbers come from, in words: formulas and labels.
//
//   provenance_of(table)        "F5, F7; extrapolated"
//   inputs_of(quantity)         "N = 8.030B parameters, D = 15.00T tokens"
#pragma once

#include <string>

#include "report/model.h"

namespace sluice::report {

// Empty where a table has no numbers. The label is the weakest.
std::string provenance_of(const Table& table);
std::string provenance_of(const Figure& figure);
std::string inputs_of(const sizing::Quantity& quantity);

}  // namespace sluice::report
