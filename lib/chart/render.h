// The renderers of the two shapes; chart.h's svg() and text() choose among them.
#pragma once

#include <string>

#include "chart/chart.h"
#include "chart/model.h"

namespace sluice::chart {

std::string svg_of(const Plot& plot, const SvgOptions& options);
std::string svg_of(const Bars& bars, const SvgOptions& options);
std::string text_of(const Plot& plot, const TextOptions& options);
std::string text_of(const Bars& bars, const TextOptions& options);

}  // namespace sluice::chart
