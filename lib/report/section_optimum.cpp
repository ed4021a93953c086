#include <algorithm>
#include <cmath>

#include "report/quantities.h"
#include "report/sections.h"
#include "report/spell.h"
#include "sizing/repetition.h"
#include "sizing/scaling_law.h"

namespace sluice::report {
namespace {

using sizing::Allocation;
using sizing::Label;
using sizing::quantity;
using sizing::Quantity;

constexpr double kFlat = 0.002;  // nats that count for nothing

// The compute to divide: by the calendar, else that of the plan.
std::optional<double> compute_to_divide(const Basis& basis) {
  if (basis.calendar_flops) return basis.calendar_flops->value;
  if (basis.flops) return basis.flops->value;
  return std::nullopt;
}

Allocation of_compute(double flops, double parameters) {
  return {parameters, flops / (6 * parameters)};
}

std::vector<Cell> row(const std::string& name, const char* formula, Label label, double flops,
                      const Allocation& best) {
  const auto told = [&](const char* what, double value, const char* unit) {
    return quantity(formula, name + " " + what, value, unit, label).from("C", flops, "FLOP");
  };
  return {name, told("N", best.parameters, "parameters"), told("D", best.tokens, "tokens"),
          told("D/N", best.tokens / best.parameters, "")};
}

Table optimum_table(const Basis& basis, double flops) {
  Table table{.id = "fits",
              .title = "How to divide " + spell(flops, "FLOP"),
              .columns = {"by", "parameters", "tokens", "tokens a parameter"},
              .rows = {}};
  const Allocation rule = sizing::rule_of_thumb(flops);
  table.rows.push_back(row("20 to 1", "F5", fit_label(rule.parameters, flops), flops, rule));
  for (const sizing::LossSurface& surface : sizing::loss_surfaces()) {
    const Allocation best = sizing::compute_optimal(surface, flops);
    table.rows.push_back(
        row(std::string(surface.name), "F7", fit_label(best.parameters, flops), flops, best));
  }
  if (basis.parameters && basis.tokens) {
    table.rows.push_back(row("the plan", "F6", Label::grounded, basis.flops->value,
                             {basis.active->value, basis.tokens->value}));
  }
  return table;
}

// Above what the corpus has, tokens repeat and teach less: loss by F16's penalty.
Figure isoflop_figure(const Basis& basis, const ReportOptions& options, double flops) {
  const sizing::Range flat = sizing::flat_range(basis.surface, flops, kFlat);
  chart::LineChart chart{
      .title = "Loss at the same compute",
      .description =
          "F8, extrapolated outside of 1e18 to 1e22 FLOP: differences count, levels do "
          "not. Shaded: within 0.002 nats of the best",
      .x = {.label = "Parameters", .log = true},
      .y = {.label = "Loss (nats a token)"},
      .series = {{.name = std::string(basis.surface.name)}},
      .x_spans = {{.from = flat.low, .to = flat.high, .label = "flat"}}};
  chart::Series limited{.name = "with " + spell(basis.unique ? basis.unique->value : 0, "tokens") +
                                " unique"};
  for (const sizing::IsoflopPoint& point : sizing::isoflop_curve(basis.surface, flops, 65)) {
    chart.series[0].points.push_back({point.allocation.parameters, point.loss});
    if (!basis.unique || point.allocation.tokens <= basis.unique->value) continue;
    limited.points.push_back(
        {point.allocation.parameters,
         point.loss + sizing::repetition_penalty(point.allocation.parameters,
                                                 point.allocation.tokens, basis.unique->value)});
  }
  if (!limited.points.empty()) chart.series.push_back(std::move(limited));
  chart.x_marks.push_back({sizing::rule_of_thumb(flops).parameters, "20 to 1"});
  if (basis.active) chart.x_marks.push_back({basis.active->value, "plan"});
  if (options.guess) chart.x_marks.push_back({*options.guess, "guess"});
  return {.id = "isoflop",
          .chart = std::move(chart),
          .formula = "F8",
          .label = fit_label(sizing::compute_optimal(basis.surface, flops).parameters, flops)};
}

}  // namespace

Section guess_section(const Basis& basis, const ReportOptions& options) {
  Section section("guess", "Guess first");
  const auto flops = compute_to_divide(basis);
  if (!flops) {
    section.say("There is no compute to divide: nothing to guess.");
    return section;
  }
  if (!options.guess) {
    section.say("Which size is compute-optimal for " + spell(*flops, "FLOP") +
                "? No guess was given (--guess 3e9).");
    return section;
  }
  const Allocation best = sizing::compute_optimal(basis.surface, *flops);
  const Label label = fit_label(best.parameters, *flops);
  section.fact("ratio", quantity("F7", "your guess over the optimum",
                                 *options.guess / best.parameters, "", label)
                            .from("guess", *options.guess, "parameters")
                            .from("N*", best.parameters, "parameters"));
  const double penalty = sizing::loss(basis.surface, of_compute(*flops, *options.guess)) -
                         sizing::loss(basis.surface, best);
  section.fact("penalty", quantity("F7", "loss above the best at the same compute", penalty,
                                   "nats/token", label)
                              .from("guess", *options.guess, "parameters")
                              .from("C", *flops, "FLOP"));
  return section;
}

Section optimum_section(const Basis& basis, const ReportOptions& options) {
  Section section("optimum", "The optimum");
  const auto flops = compute_to_divide(basis);
  if (!flops) {
    section.say("Without compute (a calendar, or a model and tokens) there is no optimum.");
    return section;
  }
  section.add(optimum_table(basis, *flops));
  const Allocation best = sizing::compute_optimal(basis.surface, *flops);
  const sizing::Range flat = sizing::flat_range(basis.surface, *flops, kFlat);
  section.fact("flat", quantity("F7", "sizes within 0.002 nats of the best", best.parameters,
                                "parameters", fit_label(best.parameters, *flops))
                           .from("C", *flops, "FLOP")
                           .within(flat.low, flat.high));
  if (basis.active && basis.tokens) {
    const double ratio = sizing::tokens_per_parameter(basis.active->value, basis.tokens->value);
    section.fact("overtraining",
                 quantity("F6", "tokens a parameter over 20", ratio / 20, "", Label::grounded)
                     .from("D/N", ratio, ""));
    if (ratio < 1 || ratio > 5000) {
      section.warn("the plan has " + four_digits(ratio) +
                   " tokens a parameter: outside of 1 to 5000, where nothing was tried");
    }
    if (basis.active->value < 1e7 || basis.active->value > 1e13) {
      section.warn("a model of " + spell(basis.active->value, "parameters") +
                   " is far from all that the laws were fitted on");
    }
  }
  section.add(isoflop_figure(basis, options, *flops));
  section.say(
      "Limits of 20 to 1 (our list): it was fitted on one corpus, tokenizer and family of "
      "models; it knows training compute alone, and a model that serves many tokens should "
      "be smaller; it saw up to 16B parameters and 1e22 FLOP; it takes every token for "
      "new.");
  section.say(
      "What over-training costs (our list, most forgotten first): the tokens must exist; "
      "a unit of loss takes more compute; the run takes longer.");
  return section;
}

}  // namespace sluice::report
