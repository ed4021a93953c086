#include "report/quantities.h"
#include "report/sections.h"
#include "report/spell.h"
#include "sizing/published_models.h"
#include "sizing/utilisation.h"
#include "sizing/vocabulary.h"

namespace sluice::report {
namespace {

using sizing::Attention;
using sizing::Label;
using sizing::quantity;

void add_shape(Section& section, const Basis& basis) {
  const sizing::ModelShape& shape = *basis.shape;
  const sizing::ParameterCount count = sizing::count_parameters(shape);
  section.fact("parameters", quantity("F2", "parameters, by the shape", count.total(), "parameters",
                                      Label::grounded)
                                 .from("layers", static_cast<double>(shape.layers), "")
                                 .from("d", static_cast<double>(shape.width), "")
                                 .from("V", static_cast<double>(shape.vocabulary), ""));
  section.fact("vocabulary_share",
               quantity("F14", "of them in the vocabulary's matrices",
                        count.vocabulary() / count.total(), "share", Label::grounded)
                   .from("vocabulary", count.vocabulary(), "parameters"));
  const double six_n = 6 * count.active();
  section.fact("flops_6n", quantity("F1", "FLOP a token by 6 N", six_n, "FLOP", Label::grounded)
                               .from("N", count.active(), "parameters"));
  for (const auto& [attention, name] :
       {std::pair{Attention::full, "full"}, std::pair{Attention::causal, "causal"}}) {
    const double flops = sizing::flops_per_token(shape, basis.context.value, attention);
    section.fact(std::string("flops_") + name,
                 quantity("F2", std::string("FLOP a token, ") + name + " attention", flops, "FLOP",
                          Label::grounded)
                     .from("weights in products", count.matmul(), "parameters")
                     .from("T, " + basis.context.from, basis.context.value, "tokens"));
  }
  const double exact = sizing::flops_per_token(shape, basis.context.value, basis.attention);
  section.fact("flops_ratio", quantity("F2", "exact over 6 N", exact / six_n, "", Label::grounded)
                                  .from("exact", exact, "FLOP")
                                  .from("6 N", six_n, "FLOP"));
  if (!basis.tokens) return;
  section.fact("compute_exact", quantity("F2", "training compute, exactly",
                                         exact * basis.tokens->value, "FLOP", Label::grounded)
                                    .from("FLOP a token", exact, "FLOP")
                                    .from("D", basis.tokens->value, "tokens"));
}

void add_utilisation(Section& section, const Basis& basis) {
  const double mfu = basis.plan->at("cluster.mfu");
  section.fact("mfu", quantity("F21", "MFU, assumed", mfu, "share", Label::grounded));
  section.say("Of 6 N D on the dense peak; this one is " +
              std::string(sizing::advice(sizing::judge(mfu))) +
              ". The same global batch on twice the GPUs is half of it for each: Llama 3 405B went "
              "from 43 to 41 %.");
  if (!basis.hardware || basis.hardware->achieved == 0) return;
  const double reachable = basis.hardware->achieved / basis.hardware->bf16_peak;
  section.fact("mfu_of_reachable", quantity("F21", "MFU over the best matrix product measured",
                                            mfu / reachable, "share", Label::rough)
                                       .from("achieved", basis.hardware->achieved, "FLOP/s")
                                       .from("peak", basis.hardware->bf16_peak, "FLOP/s"));
}

// Published runs by the same arithmetic, so that a reader sees what it is worth.
Table calibration_table(double mfu) {
  Table table{
      .id = "calibration",
      .title = "Published runs by the same arithmetic",
      .columns = {"model", "parameters", "tokens", "FLOP", "hours told", "of peak", "hours here"},
      .rows = {}};
  for (const sizing::PublishedModel& model :
       sizing::published_models(sizing::built_in_hardware())) {
    if (!model.calibrates) continue;
    const double flops = sizing::training_flops(model.active_parameters, model.tokens);
    const double predicted = flops / (model.peak * mfu) / 3600;
    const auto told = [&](const char* formula, const char* what, double value, const char* unit) {
      return quantity(formula, model.name + " " + what, value, unit, Label::grounded)
          .from("N", model.active_parameters, "parameters")
          .from("D", model.tokens, "tokens");
    };
    table.rows.push_back({model.name, told("F2", "N", model.active_parameters, "parameters"),
                          told("F1", "D", model.tokens, "tokens"), told("F1", "C", flops, "FLOP"),
                          told("F21", "hours told", model.gpu_hours, ""),
                          told("F21", "utilisation", sizing::reported_utilisation(model), "share"),
                          told("F3", "hours here", predicted, "").from("MFU", mfu, "share")});
  }
  return table;
}

}  // namespace

Section plan_section(const Basis& basis) {
  Section section("plan", "The plan");
  if (basis.shape) {
    add_shape(section, basis);
  } else {
    section.say("Exact counts want a model's shape ([model] or --model).");
  }
  add_utilisation(section, basis);
  section.add(calibration_table(basis.plan->at("cluster.mfu")));
  section.say(
      "Utilisation over all hours told is below that of the steps: it has restarts and "
      "repeated steps in it.");
  return section;
}

}  // namespace sluice::report
