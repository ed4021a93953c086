// Numbers of a report as people read them: four significant digits and a unit.
//
//   spell(8030261248, "parameters")   "8.030B parameters"      (k, M, B, T)
//   spell(28.217e9, "B")              "28.22 GB"               (powers of 1000)
//   spell(7.2e23, "FLOP")             "7.200e23 FLOP"
//   spell(359958.1, "$")              "$360,000"
//   spell(0.3906, "share")            "39.06 %"
//   spell(117.17, "days")             "117.2 days"
//
// JSON holds the numbers themselves. The same on every machine.
#pragma once

#include <string>
#include <string_view>

#include "report/model.h"
#include "sizing/formulas.h"

namespace sluice::report {

// Four digits that count: "117.2", "179,979" is "180,000", "0.004850", "3.791e25".
std::string four_digits(double value);

// `unit`: as in quantities; "share" is a ratio told as a percentage, "" a bare number.
std::string spell(double value, std::string_view unit);
std::string spell(const sizing::Quantity& quantity);
// "1.074 GB to 1.141 GB"; empty where there are no bounds.
std::string spell_range(const sizing::Quantity& quantity);
// In a table: without the unit where the column's heading begins with it.
std::string spell(const Cell& cell, std::string_view column);

}  // namespace sluice::report
