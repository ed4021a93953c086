#include "report/quantities.h"
#include "report/sections.h"
#include "report/spell.h"
#include "sizing/gpu_memory.h"

namespace sluice::report {
namespace {

using sizing::GpuMemory;
using sizing::GpuMemoryPlan;
using sizing::Label;
using sizing::quantity;
using sizing::Quantity;
using sizing::Recompute;
using sizing::ZeroStage;

constexpr double kGiB = 1024.0 * 1024 * 1024;

// As GB and as GiB, since cards are sold by the one and filled by the other.
void add_bytes(Section& section, const std::string& name, const Quantity& bytes) {
  section.fact(name, bytes);
  Quantity binary = bytes;
  binary.value = bytes.value / kGiB;
  binary.unit = "GiB";
  if (bytes.range) binary.range = sizing::Range{bytes.range->low / kGiB, bytes.range->high / kGiB};
  section.fact(name + "_gib", std::move(binary));
}

Table zero_table(GpuMemoryPlan plan) {
  Table table{.id = "zero",
              .title = "States by ZeRO stage",
              .columns = {"stage", "splits", "states a GPU"},
              .rows = {}};
  constexpr const char* kSplits[] = {"nothing", "optimizer", "and gradients", "and weights"};
  for (int stage = 0; stage < 4; ++stage) {
    plan.zero = static_cast<ZeroStage>(stage);
    const GpuMemory memory = sizing::gpu_memory(plan);
    table.rows.push_back({std::to_string(stage), kSplits[stage],
                          quantity("F12", "states at ZeRO " + std::to_string(stage),
                                   memory.states + memory.unevenness, "B", Label::grounded)
                              .from("n", plan.data_parallel, "")
                              .from("t", plan.activations.tensor_parallel, "")
                              .from("p", plan.pipeline_parallel, "")});
  }
  return table;
}

Table activation_table(GpuMemoryPlan plan) {
  Table table{.id = "activations_by_mode",
              .title = "Activations by what is kept",
              .columns = {"recompute", "sequence parallel", "low", "high"},
              .rows = {}};
  constexpr std::pair<Recompute, const char*> kModes[] = {
      {Recompute::none, "none"}, {Recompute::selective, "selective"}, {Recompute::full, "full"}};
  for (const auto& mode : kModes) {
    for (const bool sequence : {false, true}) {
      plan.activations.recompute = mode.first;
      plan.activations.sequence_parallel = sequence;
      const sizing::Range bytes = sizing::gpu_memory(plan).activations;
      const auto told = [&](double value) {
        return quantity("F13", std::string("activations, ") + mode.second, value, "B",
                        plan.shape.gated ? Label::rough : Label::grounded)
            .from("s", plan.batch.sequence, "tokens")
            .from("b", plan.batch.batch, "")
            .from("t", plan.activations.tensor_parallel, "");
      };
      table.rows.push_back(
          {mode.second, sequence ? "yes" : "no", told(bytes.low), told(bytes.high)});
    }
  }
  return table;
}

Figure memory_figure(const MemoryFit& fit, double hbm) {
  const auto bar = [](const char* name, double bytes) {
    return chart::BarSeries{.name = name, .values = {bytes}};
  };
  chart::BarChart chart;
  chart.title = "Memory of the fullest GPU";
  chart.description =
      "F11 to F14; activations of gated layers are rough, their upper bound is drawn";
  chart.value = {.label = "bytes", .format = chart::Format::bytes};
  chart.categories = {"GPU"};
  chart.series = {bar("states", fit.memory.states + fit.memory.unevenness),
                  bar("activations", fit.memory.activations.high),
                  bar("logits", fit.memory.logits)};
  chart.stacked = true;
  chart.horizontal = true;
  chart.marks = {{fit.limit, "less the reserve"}, {hbm, "the card"}};
  return {.id = "stack", .chart = std::move(chart), .formula = "F13", .label = fit.total.label};
}

}  // namespace

Section memory_section(const Basis& basis) {
  Section section("memory", "Memory of a GPU");
  if (!basis.memory_plan) {
    section.say("Memory wants a model's shape ([model] or --model), hw and gpus.");
    return section;
  }
  const GpuMemoryPlan& plan = *basis.memory_plan;
  const double parameters = sizing::count_parameters(plan.shape).total();
  const GpuMemory memory = sizing::gpu_memory(plan);
  add_bytes(section, "states",
            quantity("F12", "states of the fullest stage", memory.states + memory.unevenness, "B",
                     Label::grounded)
                .from("N", parameters, "parameters")
                .from("bytes a parameter", plan.states.total(), "B")
                .from("n", plan.data_parallel, ""));
  add_bytes(section, "activations",
            quantity("F13", "activations", memory.activations.high, "B",
                     plan.shape.gated ? Label::rough : Label::grounded)
                .from("layers held",
                      sizing::layers_held(static_cast<double>(plan.shape.layers),
                                          plan.pipeline_parallel, plan.microbatches, plan.chunks),
                      "")
                .within(memory.activations.low, memory.activations.high));
  add_bytes(section, "logits",
            quantity("F14", "logits in 32 bits", memory.logits, "B", Label::grounded)
                .from("V", static_cast<double>(plan.shape.vocabulary), ""));
  if (basis.hbm_bytes) {
    const MemoryFit fit = memory_fit(basis);
    add_bytes(section, "total", fit.total);
    add_bytes(section, "limit",
              quantity("F13", "the card less its reserve", fit.limit, "B", Label::rough)
                  .from("card", *basis.hbm_bytes, "B")
                  .from("reserve", basis.plan->at("cluster.reserve"), "share"));
    if (!fit.fits()) {
      section.warn("the plan wants " + spell(fit.total.range->high, "B") + " of a card's " +
                   spell(fit.limit, "B"));
    }
    section.add(memory_figure(fit, *basis.hbm_bytes));
  }
  section.add(zero_table(plan));
  section.add(activation_table(plan));
  section.say(
      "Left out: the framework's own memory, fragments of the allocator, buffers of "
      "collectives, weights that ZeRO 3 gathers; the reserve stands for them.");
  return section;
}

}  // namespace sluice::report
