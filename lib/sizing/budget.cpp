#include "sizing/budget.h"

namespace sluice::sizing {
namespace {

constexpr double kSecondsPerDay = 86'400;

}  // namespace

RunCost run_cost(double flops, const Cluster& cluster) {
  RunCost cost;
  cost.gpu_seconds = flops / (cluster.peak * cluster.mfu);
  cost.gpu_hours = cost.gpu_seconds / 3600;
  cost.days = cost.gpu_seconds / (cluster.gpus * kSecondsPerDay);
  cost.wall_days = cost.days / cluster.goodput;
  cost.dollars = cost.gpu_hours * cluster.price_per_gpu_hour;
  cost.wall_dollars = cost.dollars / cluster.goodput;
  return cost;
}

double flops_within(const Cluster& cluster, double wall_days) {
  return cluster.gpus * wall_days * kSecondsPerDay * cluster.peak * cluster.mfu * cluster.goodput;
}

double dense_peak(double sparse_headline) { return sparse_headline / 2; }

double energy_mwh(double gpu_hours, double watts, double pue) {
  return gpu_hours * watts * pue / 1e6;
}

}  // namespace sluice::sizing
