#include "chart/chart.h"

#include <type_traits>

#include "chart/model.h"
#include "chart/render.h"

namespace sluice::chart {
namespace {

template <class OneChart>
constexpr bool kIsHistogram = std::is_same_v<OneChart, Histogram>;
template <class OneChart>
constexpr bool kIsPlot = std::is_same_v<OneChart, LineChart> || kIsHistogram<OneChart>;

}  // namespace

std::string svg(const Chart& chart, const SvgOptions& options) {
  return std::visit(
      [&]<class OneChart>(const OneChart& one) {
        if constexpr (kIsPlot<OneChart>) {
          return svg_of(plot_of(one), options);
        } else {
          return svg_of(bars_of(one), options);
        }
      },
      chart);
}

std::string text(const Chart& chart, const TextOptions& options) {
  return std::visit(
      [&]<class OneChart>(const OneChart& one) {
        if constexpr (kIsPlot<OneChart> && !kIsHistogram<OneChart>) {
          return text_of(plot_of(one), options);
        } else {
          return text_of(bars_of(one), options);
        }
      },
      chart);
}

}  // namespace sluice::chart
