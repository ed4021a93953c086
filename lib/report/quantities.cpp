#include "report/quantities.h"

#include "sizing/scaling_law.h"

namespace sluice::report {

using sizing::Label;
using sizing::quantity;
using sizing::Quantity;

Label fit_label(double parameters, double flops) {
  return sizing::within_fit(parameters, flops) ? Label::grounded : Label::extrapolated;
}

Quantity unique_of(const Basis& basis) {
  const std::string& from = basis.unique->from;
  const bool plain = from == "measured" || from == "the plan";
  return quantity("F24", "unique tokens, " + from, basis.unique->value, "tokens",
                  plain ? Label::grounded : Label::rough);
}

Quantity parameters_of(const Basis& basis) {
  const std::string& from = basis.parameters->from;
  const double value = basis.parameters->value;
  const bool fitted = from.starts_with("the optimum");
  const char* formula = fitted ? "F7" : from == "D / 20" ? "F5" : from == "C / 6 D" ? "F1" : "F2";
  return quantity(formula, "parameters, " + from, value, "parameters",
                  fitted ? fit_label(value, basis.calendar_flops->value) : Label::grounded);
}

Quantity active_of(const Basis& basis) {
  return quantity("F2", "parameters that a token meets, " + basis.active->from, basis.active->value,
                  "parameters", Label::grounded);
}

Quantity tokens_of(const Basis& basis) {
  return quantity("F1", "tokens processed, " + basis.tokens->from, basis.tokens->value, "tokens",
                  Label::grounded);
}

Quantity flops_of(const Basis& basis) {
  return quantity("F1", "training compute", basis.flops->value, "FLOP", Label::grounded)
      .from("N", basis.active->value, "parameters")
      .from("D", basis.tokens->value, "tokens");
}

MemoryFit memory_fit(const Basis& basis) {
  MemoryFit fit;
  fit.memory = sizing::gpu_memory(*basis.memory_plan);
  const sizing::Range total = fit.memory.total();
  const bool exact = total.low == total.high;
  fit.total = quantity("F13", "in all", total.high, "B", exact ? Label::grounded : Label::rough)
                  .from("states", fit.memory.states + fit.memory.unevenness, "B")
                  .from("activations", fit.memory.activations.high, "B")
                  .from("logits", fit.memory.logits, "B")
                  .within(total.low, total.high);
  fit.limit = *basis.hbm_bytes * (1 - basis.plan->at("cluster.reserve"));
  return fit;
}

}  // namespace sluice::report
