#include "report/basis.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/format.h"
#include "sizing/bounds.h"
#include "sizing/placement.h"

namespace sluice::report {
namespace {

using sizing::Hardware;

constexpr double kUnlikelyMfu = 0.85;

void refuse_sparse_peak(double peak, const std::vector<Hardware>& hardware,
                        const BasisOptions& options) {
  const Hardware* headline = sizing::sparse_headline_of(peak, hardware);
  if (headline == nullptr || options.allow_sparse_peak) return;
  throw ConfigError("peak_tflops: " + plain_double(peak / 1e12) + " is the figure of " +
                    headline->name + " with 2:4 sparsity; dense is " +
                    plain_double(headline->bf16_peak / 1e12) + " (--allow-sparse-peak insists)");
}

void set_cluster(Basis& basis, const std::vector<Hardware>& hardware, const BasisOptions& options) {
  const Plan& plan = *basis.plan;
  if (!plan.hardware().empty()) {
    basis.hardware = sizing::hardware_named(plan.hardware(), hardware);
    basis.hbm_bytes = basis.hardware->memory_bytes;
  }
  basis.server = basis.hardware;
  if (!plan.serving_hardware().empty()) {
    basis.server = sizing::hardware_named(plan.serving_hardware(), hardware);
  }
  if (const auto gigabytes = plan.find("cluster.hbm_gb")) basis.hbm_bytes = *gigabytes * 1e9;
  basis.days = plan.find("cluster.days");
  double peak = basis.hardware ? basis.hardware->bf16_peak : 0;
  if (const auto tflops = plan.find("cluster.peak_tflops")) {
    peak = *tflops * 1e12;
    refuse_sparse_peak(peak, hardware, options);
  }
  const auto gpus = plan.find("cluster.gpus");
  const double mfu = sizing::utilisation("mfu", plan.at("cluster.mfu"));
  if (mfu >= kUnlikelyMfu && !options.force) {
    throw ConfigError("mfu: no published run reaches " + plain_double(mfu) +
                      "; a peak is wrong, or the FLOPs are (--force insists)");
  }
  if (!gpus || peak == 0) return;
  basis.cluster =
      sizing::Cluster{.gpus = *gpus,
                      .peak = peak,
                      .mfu = mfu,
                      .goodput = plan.at("cluster.goodput"),
                      .price_per_gpu_hour = plan.find("cluster.price_per_gpu_hour").value_or(0)};
  if (basis.days) {
    basis.calendar_flops = {sizing::flops_within(*basis.cluster, *basis.days),
                            "the cluster by the calendar"};
  }
}

// By the tokenizer that counted, or, where the plan has another one, by its bytes a token.
void set_measured(Basis& basis) {
  const Plan& plan = *basis.plan;
  const auto measured = basis.funnel->unique_tokens();
  const auto counted = basis.funnel->bytes_per_token();
  if (!measured || !counted || *measured == 0) return;
  const auto given = plan.find("corpus.bytes_per_token");
  double tokens = given ? *measured * *counted / *given : *measured;
  std::string from = given ? "measured bytes over bytes_per_token" : "measured";
  if (const double factor = plan.at("corpus.sample_factor"); factor != 1) {
    // Duplicates grow with the corpus.
    const auto yield = basis.funnel->yield_at_scale(factor);
    tokens *= factor * yield.value_or(1);
    from += " x sample_factor";
    if (yield && *yield < 1) from += ", less duplicates at that size";
  }
  basis.unique = {tokens, std::move(from)};
}

void set_corpus(Basis& basis) {
  const Plan& plan = *basis.plan;
  const double length = plan.at("run.seq_len");
  basis.context = {length, "seq_len"};
  if (const auto given = plan.find("corpus.unique_tokens")) {
    basis.unique = {*given, "the plan"};
  } else if (basis.funnel != nullptr) {
    set_measured(basis);
  }
  if (basis.funnel == nullptr) return;
  const double context = sizing::mean_context(basis.funnel->lengths(), length);
  if (context > 0) basis.context = {context, "the corpus' documents, packed to seq_len"};
}

void set_model(Basis& basis) {
  const Plan& plan = *basis.plan;
  basis.shape = plan.shape();
  if (basis.shape) {
    const sizing::ParameterCount count = sizing::count_parameters(*basis.shape);
    basis.parameters = {count.total(), "the model's shape"};
    basis.active = {count.active(), "the model's shape"};
  } else if (const auto given = plan.find("model.parameters")) {
    basis.parameters = {*given, "the plan"};
    basis.active = {plan.find("model.active_parameters").value_or(*given), "the plan"};
    if (basis.active->value > basis.parameters->value) {
      throw ConfigError("active_parameters: must be at most 'parameters', " +
                        plain_double(basis.parameters->value));
    }
  }
}

// N and D of what the plan leaves open.
void close_gaps(Basis& basis) {
  const auto given = basis.plan->find("run.tokens");
  if (given) basis.tokens = {*given, "the plan"};
  if (!basis.parameters && basis.calendar_flops) {
    const double flops = basis.calendar_flops->value;
    basis.parameters = given ? Sourced{flops / (6 * *given), "C / 6 D"}
                             : Sourced{sizing::compute_optimal(basis.surface, flops).parameters,
                                       "the optimum of " + std::string(basis.surface.name)};
  }
  if (!basis.parameters && (given || basis.unique)) {
    const double stock = given ? *given : basis.unique->value;
    basis.parameters = {sizing::rule_of_thumb_for_tokens(stock).parameters, "D / 20"};
  }
  if (!basis.parameters) return;
  if (!basis.active) basis.active = basis.parameters;
  if (!basis.tokens && basis.calendar_flops) {
    basis.tokens = {basis.calendar_flops->value / (6 * basis.active->value), "C / 6 N"};
  }
  if (!basis.tokens && basis.unique) basis.tokens = {basis.unique->value, "the corpus, once"};
  if (!basis.tokens) return;
  basis.flops = {sizing::training_flops(basis.active->value, basis.tokens->value), "6 N D"};
  if (basis.cluster) basis.cost = sizing::run_cost(basis.flops->value, *basis.cluster);
}

sizing::StateBytes state_bytes_of(const Plan& plan) {
  const std::string_view optimizer = plan.choice("run.optimizer");
  sizing::StateBytes bytes = optimizer == "adam8bit" ? sizing::kAdam8Bit
                             : optimizer == "adam16" ? sizing::kMoments16
                             : optimizer == "pure16" ? sizing::kPure16
                                                     : sizing::kMixedPrecision;
  bytes.gradients = plan.at("run.grad_bytes");
  return bytes;
}

sizing::Recompute recompute_of(const Plan& plan) {
  const std::string_view name = plan.choice("run.recompute");
  return name == "none"   ? sizing::Recompute::none
         : name == "full" ? sizing::Recompute::full
                          : sizing::Recompute::selective;
}

uint64_t whole(double value) { return static_cast<uint64_t>(value); }

// Data parallelism is what the other degrees leave of the cluster.
double data_parallel(const Basis& basis) {
  const Plan& plan = *basis.plan;
  if (const auto given = plan.find("run.dp")) return *given;
  const double others = plan.at("run.tp") * plan.at("run.pp") * plan.at("run.cp");
  return std::max(1.0, std::floor(basis.cluster->gpus / others));
}

void set_parallelism(Basis& basis) {
  if (!basis.cluster) return;
  const Plan& plan = *basis.plan;
  const double node = plan.find("cluster.gpus_per_node")
                          .value_or(basis.hardware ? static_cast<double>(basis.hardware->node) : 8);
  const sizing::Placement placement{.gpus = whole(basis.cluster->gpus),
                                    .tensor = whole(plan.at("run.tp")),
                                    .pipeline = whole(plan.at("run.pp")),
                                    .data = whole(data_parallel(basis)),
                                    .context = whole(plan.at("run.cp")),
                                    .node = whole(node),
                                    .microbatches = whole(basis.microbatches()),
                                    .chunks = whole(plan.at("run.schedule_chunks"))};
  for (const sizing::Finding& finding : sizing::judge_placement(placement, basis.shape)) {
    if (finding.refuses) throw ConfigError("the plan cannot be placed: " + finding.text);
    basis.advice.push_back(finding.text);
  }
  if (!basis.shape) return;
  basis.memory_plan =
      sizing::GpuMemoryPlan{.shape = *basis.shape,
                            .batch = {.sequence = plan.at("run.seq_len") / plan.at("run.cp"),
                                      .batch = plan.at("run.micro_batch")},
                            .data_parallel = data_parallel(basis) * plan.at("run.cp"),
                            .pipeline_parallel = plan.at("run.pp"),
                            .microbatches = basis.microbatches(),
                            .chunks = plan.at("run.schedule_chunks"),
                            .zero = static_cast<sizing::ZeroStage>(whole(plan.at("run.zero"))),
                            .states = state_bytes_of(plan),
                            .activations = {.tensor_parallel = plan.at("run.tp"),
                                            .sequence_parallel = plan.at("run.tp") > 1,
                                            .recompute = recompute_of(plan)}};
}

}  // namespace

double Basis::microbatches() const {
  const double sequences = plan->at("run.seq_len") * plan->at("run.micro_batch");
  const double replicas = cluster ? data_parallel(*this) : 1;
  return std::max(1.0, std::floor(plan->at("run.global_batch_tokens") / (sequences * replicas)));
}

Basis basis_of(const Plan& plan, const Funnel* funnel, const std::vector<Hardware>& hardware,
               const BasisOptions& options) {
  Basis basis;
  basis.plan = &plan;
  basis.funnel = funnel;
  basis.surface = *sizing::find_loss_surface(plan.choice("run.fit"));
  basis.attention =
      plan.choice("run.attention") == "full" ? sizing::Attention::full : sizing::Attention::causal;
  set_cluster(basis, hardware, options);
  set_corpus(basis);
  set_model(basis);
  close_gaps(basis);
  set_parallelism(basis);
  return basis;
}

}  // namespace sluice::report
