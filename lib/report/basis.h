// What a report is computed from: the plan and the corpus brought together, with every number that
// one of them leaves open taken from the others.
//
//   const Basis basis = basis_of(plan, &funnel, built_in_hardware());
//   basis.flops;                // C = 6 N D, or what the cluster does by the calendar
//   basis.tokens->from;         // "--tokens", "C / 6N", "the corpus, once"
//
// N is the model's, else what the compute is best for, else the corpus over 20. D is the plan's,
// else what the calendar's compute gives N, else the corpus once. Missing stays missing: a section
// that cannot be computed says what it wants.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/funnel.h"
#include "report/plan.h"
#include "sizing/budget.h"
#include "sizing/compute.h"
#include "sizing/gpu_memory.h"
#include "sizing/hardware.h"
#include "sizing/model_shape.h"
#include "sizing/scaling_law.h"

namespace sluice::report {

// A number that was given, measured or computed, and where it comes from, in words.
struct Sourced {
  double value = 0;
  std::string from;
};

struct Basis {
  const Plan* plan = nullptr;
  const Funnel* funnel = nullptr;  // null without a corpus

  std::optional<sizing::Hardware> hardware;
  std::optional<sizing::Hardware> server;  // that serves; the cluster's, if the plan names no other
  std::optional<sizing::Cluster> cluster;  // with gpus, a peak and an MFU
  std::optional<double> days;              // the calendar's limit
  std::optional<sizing::ModelShape> shape;
  sizing::LossSurface surface;
  sizing::Attention attention = sizing::Attention::causal;

  std::optional<Sourced> unique;          // U, tokens
  std::optional<Sourced> calendar_flops;  // what the cluster does in `days`
  std::optional<Sourced> parameters;      // N, all of them
  std::optional<Sourced> active;          // of a mixture, those that a token meets; else N
  std::optional<Sourced> tokens;          // D, processed
  std::optional<Sourced> flops;           // C = 6 N D
  std::optional<sizing::RunCost> cost;    // of C on the cluster
  // Tokens that attention spans: the corpus' mean_context() at seq_len, or seq_len.
  Sourced context;

  // The memory of the fullest GPU, with a shape, a card and the parallelism of the plan.
  std::optional<sizing::GpuMemoryPlan> memory_plan;
  std::optional<double> hbm_bytes;
  std::vector<std::string> advice;  // of judge_placement()

  // A step has global_batch_tokens, and every replica its share of them.
  double microbatches() const;
};

struct BasisOptions {
  bool force = false;              // an MFU of .85 and more
  bool allow_sparse_peak = false;  // peak_tflops that is a headline with sparsity
};

// `plan` and `funnel` outlive the result. Throws ConfigError where the plan asks for what cannot
// be: unknown hardware, a peak with sparsity, degrees of parallelism that are not the cluster.
Basis basis_of(const Plan& plan, const Funnel* funnel,
               const std::vector<sizing::Hardware>& hardware, const BasisOptions& options = {});

}  // namespace sluice::report
