// One chart of each kind, as the tools draw them, and hostile variants of the same.
#pragma once

#include <string>
#include <vector>

#include "chart/chart.h"

namespace sluice::chart {

struct Sample {
  std::string name;  // of its golden files
  Chart chart;
};

std::vector<Sample> samples();

// Every kind of chart with `label` wherever a text can stand.
std::vector<Sample> samples_labelled(const std::string& label);

// Every kind of chart over the same values, which may be none or hold NaN, infinities, zeros.
std::vector<Sample> samples_of(const std::vector<double>& values, bool log);

}  // namespace sluice::chart
