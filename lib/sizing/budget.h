// From FLOPs to a calendar and a bill, and back.
//
//   const Cluster cluster{.gpus = 64, .peak = 312e12, .mfu = 0.40, .price_per_gpu_hour = 2.00};
//   const RunCost cost = run_cost(8.0860987392e22, cluster);   // Llama 2 7B
//   cost.gpu_hours;      // 179,979 (184,320 reported)
//   cost.days;           // 117.2
//   flops_within(cluster, 30);   // what 30 days of it can do
//
// Units: FLOP, FLOP/s, hours, days of 86,400 s, dollars. MFU, goodput and price are assumptions of
// the plan, not results. Each comment opens with the formula's number in the report and its label
// (compute.h).
#pragma once

namespace sluice::sizing {

struct Cluster {
  double gpus = 1;
  double peak = 0;     // dense FLOP/s of one, in the precision trained in (hardware.h)
  double mfu = 0;      // model FLOPs utilisation while training (utilisation.h), 0..1
  double goodput = 1;  // share of the calendar in which steps are made that count, 0..1
  double price_per_gpu_hour = 0;
};

struct RunCost {
  double gpu_seconds = 0;  // of training
  double gpu_hours = 0;
  double days = 0;       // … on all the cluster's GPUs
  double wall_days = 0;  // with interruptions, restarts, repeated steps
  double dollars = 0;    // for gpu_hours
  double wall_dollars = 0;
};

// F3, grounded (its inputs assumed): gpu_seconds = C / (peak MFU), days = gpu_seconds / (n 86,400),
// wall_days = days / goodput, dollars = gpu_hours price.
//
// Goodput is not cosmetic: over all of PaLM's chip hours 6 N D is 30.4 % of peak where steps ran at
// 45.7 %; Llama 3.1 405B 34.6 % where they ran at 38 to 43 %.
RunCost run_cost(double flops, const Cluster& cluster);

// F3, grounded (its inputs assumed): C = n days 86,400 peak MFU goodput, the FLOPs that a cluster
// does by the calendar.
double flops_within(const Cluster& cluster, double wall_days);

// F4, grounded: vendors print the peak with 2:4 sparsity, twice the dense one.
double dense_peak(double sparse_headline);

// F23, rough: MWh = GPU hours x watts x PUE / 1e6. `pue`: power usage effectiveness of the data
// centre, 1 for the boards alone.
double energy_mwh(double gpu_hours, double watts, double pue = 1);

}  // namespace sluice::sizing
