#include <cmath>

#include "report/quantities.h"
#include "report/sections.h"
#include "sizing/serving.h"

namespace sluice::report {
namespace {

using sizing::Label;
using sizing::quantity;

struct Option {
  std::string name;
  double parameters = 0;  // that are in memory
  double active = 0;
  double tokens = 0;  // trained on
  sizing::LifetimeCost cost;
};

sizing::Server server_of(const Basis& basis) {
  return {.memory_bytes = basis.server->memory_bytes,
          .bandwidth = basis.server->bandwidth,
          .peak = basis.server->bf16_peak,
          .price_per_gpu_hour = basis.cluster->price_per_gpu_hour};
}

Option option_of(const Basis& basis, std::string name, double parameters, double active,
                 double tokens) {
  const sizing::ServedModel model{.parameters = parameters,
                                  .active_parameters = active,
                                  .bytes_per_parameter = basis.plan->at("serve.bytes_per_param")};
  const sizing::Serving serving =
      sizing::serve(server_of(basis), model, basis.plan->at("serve.concurrency"));
  const double flops = sizing::training_flops(active, tokens);
  return {std::move(name),
          parameters,
          active,
          tokens,
          {.training = sizing::run_cost(flops, *basis.cluster).wall_dollars,
           .per_token = serving.dollars_per_million / 1e6}};
}

void add_serving(Section& section, const Basis& basis) {
  const sizing::Server server = server_of(basis);
  const sizing::ServedModel model{.parameters = basis.parameters->value,
                                  .active_parameters = basis.active->value,
                                  .bytes_per_parameter = basis.plan->at("serve.bytes_per_param")};
  const double concurrency = basis.plan->at("serve.concurrency");
  const sizing::Serving serving = sizing::serve(server, model, concurrency);
  const auto told = [&](const char* name, double value, const char* unit) {
    return quantity("F9", name, value, unit, Label::rough)
        .from("N", model.parameters, "parameters")
        .from("B", concurrency, "");
  };
  section.fact("gpus", told("GPUs that hold the weights", serving.gpus, ""));
  section.fact("step_ms", told("a decoding step", 1000 * serving.step_seconds, "ms"));
  section.fact("tokens_per_second", told("tokens a second", serving.tokens_per_second, "tokens"));
  if (server.price_per_gpu_hour > 0) {
    section.fact("dollars_per_million",
                 told("dollars a million tokens", serving.dollars_per_million, "$"));
  }
  section.fact("crossover", told("sequences at once from which arithmetic is the limit",
                                 sizing::crossover_concurrency(server, model), ""));
  if (basis.shape) {
    section.fact("kv_bytes",
                 quantity("F9", "keys and values of a token of context, left out above",
                          sizing::kv_bytes_per_token(*basis.shape), "B", Label::grounded)
                     .from("layers", static_cast<double>(basis.shape->layers), ""));
  }
}

// The plan against a model of half its size that is trained to the same loss.
void add_break_even(Section& section, const Basis& basis) {
  const double active = basis.active->value;
  const double tokens = basis.tokens->value;
  const double target = sizing::loss(basis.surface, {active, tokens});
  const auto wanted = sizing::tokens_for_loss(basis.surface, active / 2, target);
  if (!wanted) {
    section.say("Half of the parameters reach the plan's loss with no number of tokens.");
    return;
  }
  const Option plan = option_of(basis, "the plan", basis.parameters->value, active, tokens);
  const Option half =
      option_of(basis, "half of it", basis.parameters->value / 2, active / 2, *wanted);
  Table table{.id = "options",
              .title = "The same loss with half of the parameters",
              .columns = {"model", "parameters", "tokens", "training", "a million tokens served"},
              .rows = {}};
  for (const Option* one : {&plan, &half}) {
    table.rows.push_back(
        {one->name, quantity("F10", one->name, one->parameters, "parameters", Label::rough),
         quantity("F10", one->name + " D", one->tokens, "tokens", Label::rough)
             .from("loss", target, "nats/token"),
         quantity("F3", one->name + " training", one->cost.training, "$", Label::rough),
         quantity("F9", one->name + " served", one->cost.per_token * 1e6, "$", Label::rough)});
  }
  section.add(std::move(table));
  const auto even = sizing::break_even(plan.cost, half.cost);
  if (!even) {
    section.say("The half never pays for itself by what it saves in serving.");
    return;
  }
  section.fact("break_even", quantity("F10", "tokens served after which the half has paid", *even,
                                      "tokens", Label::rough)
                                 .from("training of the plan", plan.cost.training, "$")
                                 .from("of the half", half.cost.training, "$"));
  chart::LineChart chart{
      .title = "Cost of training and serving",
      .description = "F10, rough: weights read once a step, caches and prompts left out",
      .x = {.label = "Tokens served", .log = true},
      .y = {.label = "Dollars", .log = true},
      .series = {{.name = plan.name}, {.name = half.name}},
      .x_marks = {{*even, "break-even"}}};
  constexpr int kPoints = 33;
  for (int i = 0; i < kPoints; ++i) {
    const double served = *even * std::pow(10, -2 + 4.0 * i / (kPoints - 1));
    chart.series[0].points.push_back({served, plan.cost.after(served)});
    chart.series[1].points.push_back({served, half.cost.after(served)});
  }
  section.add(
      Figure{.id = "lifetime", .chart = std::move(chart), .formula = "F10", .label = Label::rough});
}

}  // namespace

Section serving_section(const Basis& basis) {
  Section section("serving", "Serving");
  if (!basis.parameters || !basis.server || !basis.cluster) {
    section.say("Serving wants a model, hw and gpus.");
    return section;
  }
  add_serving(section, basis);
  if (const auto lifetime = basis.plan->find("serve.tokens_lifetime");
      lifetime && basis.tokens && basis.cluster->price_per_gpu_hour > 0) {
    const Option plan = option_of(basis, "the plan", basis.parameters->value, basis.active->value,
                                  basis.tokens->value);
    section.fact("lifetime", quantity("F10", "training and all tokens served",
                                      plan.cost.after(*lifetime), "$", Label::rough)
                                 .from("served", *lifetime, "tokens")
                                 .from("training", plan.cost.training, "$"));
  }
  if (basis.tokens && basis.cluster->price_per_gpu_hour > 0) add_break_even(section, basis);
  return section;
}

}  // namespace sluice::report
