#include "samples.h"

#include <cmath>

namespace sluice::chart {
namespace {

LineChart vocabulary_curve() {
  LineChart chart{.title = "Loss by vocabulary size",
                  .description = "Bits per byte on held-out text; the flat range is within 0.5 %.",
                  .x = {.label = "Vocabulary (tokens)", .log = true},
                  .y = {.label = "Bits per byte"}};
  Series english{.name = "English", .markers = true};
  Series code{.name = "Code", .markers = true};
  for (int power = 12; power <= 18; ++power) {
    const double x = power;
    const double size = std::ldexp(1.0, power);
    const double bits = 0.9 + 0.004 * (x - 15.5) * (x - 15.5);
    english.points.push_back({size, bits});
    english.band.push_back({size, bits - 0.01, bits + 0.01});
    code.points.push_back({size, bits - 0.12 + 0.01 * (x - 15)});
  }
  chart.series = {english, code};
  chart.x_marks = {{65536, "chosen: 64k"}};
  chart.y_marks = {{0.95, "GPT-2"}};
  chart.x_spans = {{32768, 131072, "flat range"}};
  return chart;
}

BarChart memory_by_gpu() {
  return {.title = "Memory of a GPU",
          .description = "Bytes on each device by sharding stage, against 80 GB of HBM.",
          .value = {.label = "Memory", .format = Format::bytes},
          .categories = {"none", "ZeRO-1", "ZeRO-2", "ZeRO-3"},
          .series = {{"weights", {26e9, 26e9, 26e9, 3.3e9}},
                     {"gradients", {26e9, 26e9, 3.3e9, 3.3e9}},
                     {"optimizer", {78e9, 9.8e9, 9.8e9, 9.8e9}}},
          .stacked = true,
          .marks = {{80e9, "H100 HBM"}}};
}

BarChart languages() {
  return {.title = "Documents by language",
          .value = {.label = "Documents"},
          .categories = {"English", "German", "Chinese (simplified)", "Swahili"},
          .series = {{"in", {4.2e6, 1.1e6, 2.3e6, 12000}}, {"kept", {2.1e6, 7e5, 9e5, 4100}}},
          .horizontal = true};
}

BarChart reject_reasons() {
  return {.title = "Rejects by reason",
          .value = {.label = "Share of documents", .format = Format::percent},
          .categories = {"too short", "repetition", "symbols", "stop words", "url"},
          .series = {{"", {0.21, 0.13, 0.045, 0.028, 0.004}}}};
}

Histogram document_lengths() {
  Histogram chart{.title = "Document lengths",
                  .x = {.label = "Tokens a document", .log = true},
                  .y = {.label = "Documents"},
                  .x_marks = {{800, "median"}}};
  for (int i = 0; i <= 16; ++i) {
    chart.edges.push_back(std::ldexp(16.0, i));
    if (i < 16) chart.counts.push_back(std::round(1e6 / (1 + (i - 6) * (i - 6))));
  }
  return chart;
}

Tornado cost_sensitivity() {
  return {.title = "What moves the cost",
          .value = {.label = "Cost (million $)"},
          .centre = 2.4,
          .inputs = {{"price per GPU hour, $1.80 to $3.20", 2.0, 3.3},
                     {"MFU, 50 % to 35 %", 1.9, 2.9},
                     {"restarts", 2.35, 2.6}}};
}

Funnel corpus_funnel() {
  return {.title = "From crawl to corpus",
          .description = "Tokens after each step.",
          .value = {.label = "Tokens"},
          .steps = {{"extract", 9.1e11},
                    {"langid", 4.4e11},
                    {"filter", 2.2e11},
                    {"dedup", 1.1e11},
                    {"decontaminate", 1.09e11}}};
}

}  // namespace

std::vector<Sample> samples() {
  return {{"line", vocabulary_curve()},      {"stacked", memory_by_gpu()},
          {"grouped", languages()},          {"bars", reject_reasons()},
          {"histogram", document_lengths()}, {"tornado", cost_sensitivity()},
          {"funnel", corpus_funnel()}};
}

std::vector<Sample> samples_labelled(const std::string& label) {
  const auto label_axis = [&](Axis& axis) {
    axis.label = label;
    axis.custom = [label](double) { return label; };
  };
  std::vector<Sample> all = samples();
  for (Sample& sample : all) {
    std::visit(
        [&](auto& chart) {
          chart.title = label;
          chart.description = label;
          if constexpr (requires { chart.x; }) label_axis(chart.x);
          if constexpr (requires { chart.y; }) label_axis(chart.y);
          if constexpr (requires { chart.value; }) label_axis(chart.value);
          if constexpr (requires { chart.series; }) {
            for (auto& one : chart.series) one.name = label;
          }
          if constexpr (requires { chart.categories; }) {
            for (auto& category : chart.categories) category = label;
          }
          if constexpr (requires { chart.marks; }) chart.marks = {{1, label}, {1, label}};
          if constexpr (requires { chart.x_marks; }) {
            chart.x_marks.assign(9, {700, label});
          }
          if constexpr (requires { chart.y_marks; }) chart.y_marks.assign(30, {0.93, label});
          if constexpr (requires { chart.x_spans; }) chart.x_spans[0].label = label;
          if constexpr (requires { chart.inputs; }) {
            for (auto& input : chart.inputs) input.label = label;
            chart.low_name = chart.high_name = label;
          }
          if constexpr (requires { chart.steps; }) {
            for (auto& step : chart.steps) step.label = label;
          }
        },
        sample.chart);
  }
  return all;
}

std::vector<Sample> samples_of(const std::vector<double>& values, bool log) {
  LineChart line{.title = "line", .x = {.log = log}, .y = {.log = log}, .series = {{.name = "s"}}};
  BarChart bars{.title = "bars", .value = {.log = log}, .series = {{"a", values}, {"b", values}}};
  Histogram histogram{.title = "histogram", .x = {.log = log}, .edges = values, .counts = values};
  Tornado tornado{.title = "tornado", .value = {.log = log}};
  Funnel funnel{.title = "funnel", .value = {.log = log}};
  if (!values.empty()) tornado.centre = values[0];
  for (const double value : values) {
    line.series[0].points.push_back({value, value});
    line.series[0].band.push_back({value, value, value});
    line.x_marks.push_back({value, "m"});
    line.y_marks.push_back({value, "m"});
    line.x_spans.push_back({value, values[0], "m"});
    bars.categories.push_back("c");
    bars.marks.push_back({value, "m"});
    tornado.inputs.push_back({"i", value, values[0]});
    funnel.steps.push_back({"s", value});
  }
  BarChart stacked = bars;
  stacked.stacked = stacked.horizontal = true;
  return {{"line", line},           {"bars", bars},       {"stacked", stacked},
          {"histogram", histogram}, {"tornado", tornado}, {"funnel", funnel}};
}

}  // namespace sluice::chart
