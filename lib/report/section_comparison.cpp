#include <cmath>

#include "report/quantities.h"
#include "report/sections.h"
#include "sizing/serving.h"

namespace sluice::report {
namespace {

using sizing::Allocation;
using sizing::Label;
using sizing::quantity;

constexpr int kPoints = 9;  // of the table
constexpr int kSteps = 64;  // of the curves

// Dollars to serve a million tokens; nothing without a price.
std::optional<double> serving_price(const Basis& basis, double parameters) {
  if (!basis.server || !basis.cluster || basis.cluster->price_per_gpu_hour == 0) {
    return std::nullopt;
  }
  const sizing::Server server{.memory_bytes = basis.server->memory_bytes,
                              .bandwidth = basis.server->bandwidth,
                              .peak = basis.server->bf16_peak,
                              .price_per_gpu_hour = basis.cluster->price_per_gpu_hour};
  const sizing::ServedModel model{.parameters = parameters,
                                  .bytes_per_parameter = basis.plan->at("serve.bytes_per_param")};
  return sizing::serve(server, model, basis.plan->at("serve.concurrency")).dollars_per_million;
}

Allocation of_ratio(double flops, double ratio) {
  const double parameters = std::sqrt(flops / (6 * ratio));
  return {parameters, ratio * parameters};
}

double spread_over(const SweepRange& range, int place, int last) {
  return range.low * std::pow(range.high / range.low, static_cast<double>(place) / last);
}

std::vector<Cell> sweep_row(const Basis& basis, double flops, double ratio, double best) {
  const Allocation at = of_ratio(flops, ratio);
  const Label label = fit_label(at.parameters, flops);
  const auto told = [&](const char* formula, const char* name, double value, const char* unit,
                        Label its) {
    return quantity(formula, name, value, unit, its)
        .from("C", flops, "FLOP")
        .from("D/N", ratio, "");
  };
  const auto price = serving_price(basis, at.parameters);
  return {
      told("F6", "tokens a parameter", ratio, "", Label::grounded),
      told("F1", "N", at.parameters, "parameters", Label::grounded),
      told("F1", "D", at.tokens, "tokens", Label::grounded),
      told("F7", "loss above the best", sizing::loss(basis.surface, at) - best, "nats/token",
           label),
      price ? Cell(told("F9", "a million tokens served", *price, "$", Label::rough)) : Cell("-")};
}

Figure sweep_figure(const Basis& basis, double flops, const SweepRange& range, double best) {
  chart::LineChart chart;
  chart.title = "The same compute, from large models to long training";
  chart.description = "F7, extrapolated outside of its fit: loss above the best";
  chart.x = {.label = "Tokens a parameter", .log = true};
  chart.y = {.label = "Loss above the best (nats a token)"};
  chart::Series loss{.name = std::string(basis.surface.name)};
  for (int i = 0; i <= kSteps; ++i) {
    const double ratio = spread_over(range, i, kSteps);
    loss.points.push_back({ratio, sizing::loss(basis.surface, of_ratio(flops, ratio)) - best});
  }
  chart.series.push_back(std::move(loss));
  chart.x_marks.push_back({sizing::kTokensPerParameter, "20 to 1"});
  return {.id = "curve", .chart = std::move(chart), .formula = "F7", .label = Label::extrapolated};
}

// One plan's cell of a row, or a dash.
template <class Tell>
std::vector<Cell> row(const char* name, const std::vector<const Basis*>& plans, Tell tell) {
  std::vector<Cell> cells = {name};
  for (const Basis* plan : plans) {
    const std::optional<sizing::Quantity> told = tell(*plan);
    cells.push_back(told ? Cell(*told) : Cell("-"));
  }
  return cells;
}

using Told = std::optional<sizing::Quantity>;

Told cost(const Basis& basis, const char* name, double sizing::RunCost::*member, const char* unit) {
  if (!basis.cost) return std::nullopt;
  return quantity("F3", name, (*basis.cost).*member, unit, Label::grounded).from(flops_of(basis));
}

// Levels of one surface compare, and forecast nothing: told is the difference.
Told loss_above(const Basis& first, const Basis& basis) {
  if (!first.flops || !basis.flops || first.surface.name != basis.surface.name) return std::nullopt;
  const auto loss = [](const Basis& one) {
    return sizing::loss(one.surface, {one.active->value, one.tokens->value});
  };
  return quantity("F7", "loss above the plan's", loss(basis) - loss(first), "nats/token",
                  fit_label(basis.active->value, basis.flops->value))
      .from("N", basis.active->value, "parameters")
      .from("D", basis.tokens->value, "tokens");
}

Told total_memory(const Basis& basis) {
  if (!basis.memory_plan || !basis.hbm_bytes) return std::nullopt;
  return memory_fit(basis).total;
}

Told served(const Basis& basis) {
  if (!basis.parameters) return std::nullopt;
  const auto price = serving_price(basis, basis.parameters->value);
  if (!price) return std::nullopt;
  return quantity("F9", "a million tokens served", *price, "$", Label::rough);
}

}  // namespace

Section sweep_section(const Basis& basis, const SweepRange& range) {
  Section section("sweep", "The same compute, other sizes");
  if (!basis.flops && !basis.calendar_flops) {
    section.say("Without compute there is nothing to sweep.");
    return section;
  }
  const double flops = basis.calendar_flops ? basis.calendar_flops->value : basis.flops->value;
  const double best = sizing::loss(basis.surface, sizing::compute_optimal(basis.surface, flops));
  Table table{.id = "sizes",
              .title = "From large models to long training",
              .columns = {"tokens/parameter", "parameters", "tokens", "nats/token above",
                          "$ a million served"},
              .rows = {}};
  for (int i = 0; i < kPoints; ++i) {
    table.rows.push_back(sweep_row(basis, flops, spread_over(range, i, kPoints - 1), best));
  }
  section.add(std::move(table));
  section.add(sweep_figure(basis, flops, range, best));
  return section;
}

Section comparison_section(const Basis& basis, const std::vector<NamedBasis>& others) {
  Section section("comparison", "Plans side by side");
  std::vector<const Basis*> plans = {&basis};
  Table table{
      .id = "plans", .title = "The plan, and others", .columns = {"", "the plan"}, .rows = {}};
  for (const NamedBasis& other : others) {
    plans.push_back(&other.basis);
    table.columns.push_back(other.name);
  }
  table.rows.push_back(row("parameters", plans, [](const Basis& one) -> Told {
    return one.parameters ? Told(parameters_of(one)) : std::nullopt;
  }));
  table.rows.push_back(row("tokens", plans, [](const Basis& one) -> Told {
    return one.tokens ? Told(tokens_of(one)) : std::nullopt;
  }));
  table.rows.push_back(row("compute", plans, [](const Basis& one) -> Told {
    return one.flops ? Told(flops_of(one)) : std::nullopt;
  }));
  table.rows.push_back(row("GPU hours", plans, [](const Basis& one) {
    return cost(one, "GPU hours", &sizing::RunCost::gpu_hours, "h");
  }));
  table.rows.push_back(row("days", plans, [](const Basis& one) {
    return cost(one, "days", &sizing::RunCost::wall_days, "days");
  }));
  table.rows.push_back(row("dollars", plans, [](const Basis& one) -> Told {
    return one.cluster && one.cluster->price_per_gpu_hour > 0
               ? cost(one, "dollars", &sizing::RunCost::wall_dollars, "$")
               : std::nullopt;
  }));
  table.rows.push_back(row("memory of a GPU", plans, total_memory));
  table.rows.push_back(row("loss above the plan's", plans,
                           [&](const Basis& one) { return loss_above(basis, one); }));
  table.rows.push_back(row("a million served", plans, served));
  std::vector<Cell> fits = {"fits"};
  for (const Basis* plan : plans) {
    std::string misfits;
    for (const Criterion& one : decide(*plan)) {
      if (one.verdict == Verdict::no) misfits += (misfits.empty() ? "not " : ", ") + one.name;
    }
    fits.emplace_back(misfits.empty() ? "yes" : misfits);
  }
  table.rows.push_back(std::move(fits));
  section.add(std::move(table));
  section.say("Losses by one surface compare; they forecast none.");
  return section;
}

}  // namespace sluice::report
