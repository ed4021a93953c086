#include "report/quantities.h"
#include "report/sections.h"
#include "sizing/parallelism.h"

namespace sluice::report {
namespace {

using sizing::GpuMemoryPlan;
using sizing::Label;
using sizing::quantity;

// Bytes that a GPU sends in a step, and how long that takes on the wire if nothing hides it.
std::vector<Cell> row(const std::string& name, double bytes, const char* wire, double bandwidth) {
  std::vector<Cell> cells = {name, quantity("F17", name, bytes, "B", Label::grounded),
                             std::string(wire)};
  if (bandwidth > 0) {
    cells.push_back(quantity("F17", name + " time", bytes / bandwidth, "s", Label::rough)
                        .from("bytes", bytes, "B")
                        .from("bandwidth", bandwidth, "B/s"));
  } else {
    cells.emplace_back("-");
  }
  return cells;
}

Table volume_table(const Basis& basis) {
  const GpuMemoryPlan& plan = *basis.memory_plan;
  const Plan& settings = *basis.plan;
  const double tensor = plan.activations.tensor_parallel;
  const double parameters = sizing::count_parameters(plan.shape).total();
  const double shard = 2 * parameters / (tensor * plan.pipeline_parallel);  // 16 bits
  const double within = basis.hardware ? basis.hardware->link_bandwidth : 0;
  const double between = settings.at("cluster.interconnect_gbps") * 1e9;
  const auto width = static_cast<double>(plan.shape.width);
  const double layers = static_cast<double>(plan.shape.layers) / plan.pipeline_parallel;
  const bool full = plan.activations.recompute == sizing::Recompute::full;

  Table table{.id = "volumes",
              .title = "What a GPU sends in a step",
              .columns = {"what", "bytes", "wire", "on it"},
              .rows = {}};
  const bool gathers = plan.zero == sizing::ZeroStage::weights;
  table.rows.push_back(row(gathers ? "weights and gradients (ZeRO 3)" : "gradients",
                           gathers ? sizing::zero3_bytes(shard, plan.data_parallel)
                                   : sizing::all_reduce_bytes(shard, plan.data_parallel),
                           "between nodes", between));
  if (tensor > 1) {
    const double layer =
        sizing::tensor_parallel_bytes(plan.batch.sequence, plan.batch.batch, width, tensor, full);
    table.rows.push_back(
        row("tensor parallelism", layer * layers * plan.microbatches, "within a node", within));
  }
  if (plan.pipeline_parallel > 1) {
    const double boundary = sizing::pipeline_bytes(plan.batch.sequence, plan.batch.batch, width);
    table.rows.push_back(
        row("pipeline", boundary * plan.microbatches * plan.chunks, "between nodes", between));
  }
  if (const double context = settings.at("run.cp"); context > 1) {
    const double kv = static_cast<double>(plan.shape.kv_heads * plan.shape.head_dim);
    const double layer =
        sizing::context_parallel_bytes(settings.at("run.seq_len"), plan.batch.batch, kv, context);
    table.rows.push_back(row("context parallelism, forward", layer * layers * plan.microbatches,
                             "between nodes", between));
  }
  return table;
}

}  // namespace

Section parallelism_section(const Basis& basis) {
  Section section("parallelism", "Parallelism");
  for (const std::string& advice : basis.advice) section.warn(advice);
  if (!basis.memory_plan) {
    section.say("Volumes want a model's shape, hw and gpus.");
    return section;
  }
  const GpuMemoryPlan& plan = *basis.memory_plan;
  section.fact("data_parallel", quantity("F17", "replicas of the model, cp included",
                                         plan.data_parallel, "", Label::grounded)
                                    .from("GPUs", basis.cluster->gpus, "")
                                    .from("tp", plan.activations.tensor_parallel, "")
                                    .from("pp", plan.pipeline_parallel, ""));
  section.fact(
      "microbatches",
      quantity("F18", "microbatches a step and replica", plan.microbatches, "", Label::grounded)
          .from("global batch", basis.plan->at("run.global_batch_tokens"), "tokens"));
  if (plan.pipeline_parallel > 1) {
    section.fact("bubble", quantity("F18", "of the step a stage idles",
                                    sizing::pipeline_bubble(plan.pipeline_parallel,
                                                            plan.microbatches, plan.chunks),
                                    "share", Label::grounded)
                               .from("P", plan.pipeline_parallel, "")
                               .from("M", plan.microbatches, "")
                               .from("v", plan.chunks, ""));
  }
  section.add(volume_table(basis));
  section.say(
      "Volumes are counts; times know neither latency nor what hides behind arithmetic. "
      "Tensor parallelism belongs inside the fast domain, pipelines across nodes, data "
      "parallelism outermost.");
  return section;
}

}  // namespace sluice::report
