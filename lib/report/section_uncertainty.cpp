#include <algorithm>
#include <cmath>

#include "report/quantities.h"
#include "report/sections.h"
#include "sizing/uncertainty.h"

namespace sluice::report {
namespace {

using sizing::Label;
using sizing::quantity;
using sizing::UncertainInput;

// The run's days and dollars for other values of what is known as a range.
class Run {
 public:
  explicit Run(const Basis& basis) : basis_(basis) {
    for (const UncertainSetting& range : basis.plan->ranges()) {
      const double likely = likely_value(range);
      inputs_.push_back({.name = range.name,
                         .low = range.low,
                         .likely = std::clamp(likely, range.low, range.high),
                         .high = range.high});
    }
  }

  const std::vector<UncertainInput>& inputs() const { return inputs_; }

  double tokens(std::span<const double> values) const {
    const Setup run = setup(values);
    return run.tokens;
  }
  double days(std::span<const double> values) const {
    const Setup run = setup(values);
    return sizing::run_cost(sizing::training_flops(run.parameters, run.tokens), run.cluster)
        .wall_days;
  }
  double dollars(std::span<const double> values) const {
    const Setup run = setup(values);
    return sizing::run_cost(sizing::training_flops(run.parameters, run.tokens), run.cluster)
        .wall_dollars;
  }

 private:
  struct Setup {
    double parameters = 0;
    double tokens = 0;
    sizing::Cluster cluster;
  };

  double likely_value(const UncertainSetting& range) const {
    if (range.name == "corpus.unique_tokens" && basis_.unique) return basis_.unique->value;
    if (range.name == "run.tokens") return basis_.tokens->value;
    return basis_.plan->find(range.name).value_or((range.low + range.high) / 2);
  }

  Setup setup(std::span<const double> values) const {
    Setup run{.parameters = basis_.active->value,
              .tokens = basis_.tokens->value,
              .cluster = *basis_.cluster};
    double days = basis_.days.value_or(0);
    double unique = basis_.unique ? basis_.unique->value : 0;
    bool tokens_vary = false;
    for (size_t i = 0; i < inputs_.size(); ++i) {
      const std::string& name = inputs_[i].name;
      if (name == "cluster.mfu") run.cluster.mfu = values[i];
      if (name == "cluster.goodput") run.cluster.goodput = values[i];
      if (name == "cluster.gpus") run.cluster.gpus = values[i];
      if (name == "cluster.price_per_gpu_hour") run.cluster.price_per_gpu_hour = values[i];
      if (name == "cluster.days") days = values[i];
      if (name == "corpus.unique_tokens") unique = values[i];
      if (name == "run.tokens") {
        run.tokens = values[i];
        tokens_vary = true;
      }
    }
    if (tokens_vary) return run;
    if (basis_.tokens->from == "C / 6 N") {
      run.tokens = sizing::flops_within(run.cluster, days) / (6 * run.parameters);
    }
    if (basis_.tokens->from == "the corpus, once") run.tokens = unique;
    return run;
  }

  const Basis& basis_;
  std::vector<UncertainInput> inputs_;
};

// The measurement that would shrink the widest of the inputs.
std::string_view measurement_for(std::string_view setting) {
  if (setting == "cluster.mfu") return "an hour of the real model on a few nodes";
  if (setting == "cluster.goodput") return "a week of the cluster's log of interruptions";
  if (setting == "cluster.price_per_gpu_hour") return "a quotation in writing";
  if (setting.starts_with("corpus.") || setting == "run.tokens") {
    return "the pipeline over more shards of the crawl";
  }
  return "that input itself";
}

std::string unit_of(std::string_view setting) {
  const auto all = settings();
  const auto found = std::ranges::find(all, setting, &Setting::name);
  return found == all.end() ? std::string() : std::string(found->unit);
}

struct Result {
  const char* id;
  const char* name;
  const char* unit;
  sizing::Model model;
};

void add_spread(Section& section, const Run& run, const Result& result, uint64_t seed) {
  const sizing::Spread spread = sizing::propagate(run.inputs(), result.model, seed);
  if (spread.p10 == spread.p90) return;
  sizing::Quantity median = quantity("F3", std::string(result.name) + ", P50 of P10 to P90",
                                     spread.p50, result.unit, Label::rough)
                                .within(spread.p10, spread.p90);
  for (const UncertainInput& input : run.inputs()) {
    median = std::move(median).from(input.name + ", likely", input.likely, unit_of(input.name));
  }
  section.fact(result.id, std::move(median));
}

void add_tornado(Section& section, const Run& run, const Result& result) {
  constexpr size_t kMost = 5;
  std::vector<double> likely;
  for (const UncertainInput& input : run.inputs()) likely.push_back(input.likely);
  std::vector<sizing::Swing> swings = sizing::tornado(run.inputs(), result.model);
  swings.resize(std::min(swings.size(), kMost));
  chart::Tornado chart;
  chart.title = std::string("What moves the ") + result.name;
  chart.description = "One input at a time at the ends of its range; rough";
  chart.value.label = result.unit;
  chart.centre = result.model(likely);
  for (const sizing::Swing& swing : swings) {
    chart.inputs.push_back(
        {.label = run.inputs()[swing.input].name, .low = swing.at_low, .high = swing.at_high});
  }
  const std::string& widest = run.inputs()[swings.front().input].name;
  section.add(
      Figure{.id = "tornado", .chart = std::move(chart), .formula = "F3", .label = Label::rough});
  section.say(widest + " matters most: " + std::string(measurement_for(widest)) +
              " would narrow it.");
}

void add_programme(Section& section, const Basis& basis) {
  if (!basis.cost || basis.cluster->price_per_gpu_hour == 0) return;
  const double run = basis.cost->wall_dollars;
  double sum = 0;
  Table table{.id = "programme",
              .title = "Around the run, not in its price",
              .columns = {"what", "dollars"},
              .rows = {}};
  const auto add = [&](const std::string& name, double dollars) {
    sum += dollars;
    table.rows.push_back({name, quantity("F23", name, dollars, "$", Label::rough)});
  };
  for (const char* share : {"pilots", "failed_runs", "evaluation", "contingency"}) {
    if (const auto part = basis.plan->find(std::string("programme.") + share)) {
      add(share, run * *part);
    }
  }
  for (const char* amount : {"storage", "egress"}) {
    if (const auto dollars = basis.plan->find(std::string("programme.") + amount)) {
      add(amount, *dollars);
    }
  }
  if (table.rows.empty()) return;
  add("all of these", sum);
  section.add(std::move(table));
}

}  // namespace

Section uncertainty_section(const Basis& basis, const ReportOptions& options) {
  Section section("uncertainty", "Uncertainty");
  add_programme(section, basis);
  if (basis.plan->ranges().empty() || !basis.cost) {
    section.say(
        "Ranges of inputs ([ranges] mfu = {low = 0.3, high = 0.45}) and a run with its "
        "cluster make a spread.");
    return section;
  }
  const Run run(basis);
  const auto model = [&](auto member) {
    return [&run, member](std::span<const double> values) { return (run.*member)(values); };
  };
  const Result days{"days", "days by the calendar", "days", model(&Run::days)};
  const Result dollars{"dollars", "dollars", "$", model(&Run::dollars)};
  add_spread(section, run, {"tokens", "tokens", "tokens", model(&Run::tokens)}, options.seed);
  add_spread(section, run, days, options.seed);
  const bool priced = basis.cluster->price_per_gpu_hour > 0;
  if (priced) add_spread(section, run, dollars, options.seed);
  add_tornado(section, run, priced ? dollars : days);
  section.say("Each input is drawn from the triangle of its range, independently of the others.");
  return section;
}

}  // namespace sluice::report
