#include "report/quantities.h"
#include "report/sections.h"
#include "sizing/formulas.h"

namespace sluice::report {
namespace {

using sizing::Label;
using sizing::quantity;
using sizing::Quantity;

// With the inputs that a cluster is.
Quantity on_cluster(Quantity result, const sizing::Cluster& cluster) {
  return std::move(result)
      .from("GPUs", cluster.gpus, "")
      .from("peak", cluster.peak, "FLOP/s")
      .from("MFU", cluster.mfu, "share");
}

// Prices that were seen, for a reader who has none.
Table price_table(const sizing::Hardware& hardware) {
  Table table{.id = "prices",
              .title = "Prices of " + hardware.name + " that were seen, on demand",
              .columns = {"vendor", "when", "a GPU hour"},
              .rows = {}};
  for (const sizing::HardwarePrice& price : hardware.prices) {
    table.rows.push_back(
        {price.vendor, price.date,
         quantity("F3", price.vendor + " price", price.dollars, "$", Label::rough)});
  }
  return table;
}

}  // namespace

Section budget_section(const Basis& basis) {
  Section section("budget", "The budget");
  if (basis.calendar_flops) {
    section.fact("calendar_compute",
                 on_cluster(quantity("F3", "compute of the cluster by the calendar",
                                     basis.calendar_flops->value, "FLOP", Label::grounded),
                            *basis.cluster)
                     .from("days", *basis.days, "days")
                     .from("goodput", basis.cluster->goodput, "share"));
  } else {
    section.say("Without hw, gpus and days no calendar limits the compute.");
  }
  if (basis.flops) {
    section.fact("parameters", parameters_of(basis));
    if (basis.active->value != basis.parameters->value) section.fact("active", active_of(basis));
    section.fact("tokens", tokens_of(basis));
    section.fact("compute", flops_of(basis));
    section.say(
        "C = 6 N D: a weight meets a token in a multiply and an add, 2; backward, the "
        "gradients of input and weight take 2 each, 4. Repeated tokens count.");
  } else {
    section.say("Without a model, tokens or a calendar there is no compute to tell.");
  }
  if (!basis.cost) return section;
  const sizing::RunCost& cost = *basis.cost;
  section.fact(
      "gpu_hours",
      on_cluster(
          quantity("F3", "GPU hours", cost.gpu_hours, "h", Label::grounded).from(flops_of(basis)),
          *basis.cluster));
  section.fact("days", quantity("F3", "days of steps", cost.days, "days", Label::grounded)
                           .from("GPU hours", cost.gpu_hours, "h")
                           .from("GPUs", basis.cluster->gpus, ""));
  section.fact("wall_days",
               quantity("F3", "days by the calendar", cost.wall_days, "days", Label::grounded)
                   .from("days", cost.days, "days")
                   .from("goodput", basis.cluster->goodput, "share"));
  if (basis.cluster->price_per_gpu_hour > 0) {
    section.fact("dollars", quantity("F3", "dollars, all wall time paid", cost.wall_dollars, "$",
                                     Label::grounded)
                                .from("GPU hours", cost.gpu_hours, "h")
                                .from("price", basis.cluster->price_per_gpu_hour, "$")
                                .from("goodput", basis.cluster->goodput, "share"));
  } else {
    section.say(
        "No price is given, and none is assumed: prices differ fourfold and age in months.");
    if (basis.hardware && !basis.hardware->prices.empty()) {
      section.add(price_table(*basis.hardware));
    }
  }
  return section;
}

}  // namespace sluice::report
