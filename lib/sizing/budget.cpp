#include "sizing/budget.h"

#include "sizing/bounds.h"

namespace sluice::sizing {
namespace {

constexpr double kSecondsPerDay = 86'400;

void check(const Cluster& cluster) {
  positive("gpus", cluster.gpus);
  positive("peak", cluster.peak);
  utilisation("mfu", cluster.mfu);
  share("goodput", cluster.goodput);
  not_negative("price_per_gpu_hour", cluster.price_per_gpu_hour);
}

}  // namespace

RunCost run_cost(double flops, const Cluster& cluster) {
  check(cluster);
  RunCost cost;
  cost.gpu_seconds = not_negative("flops", flops) / (cluster.peak * cluster.mfu);
  cost.gpu_hours = cost.gpu_seconds / 3600;
  cost.days = cost.gpu_seconds / (cluster.gpus * kSecondsPerDay);
  cost.wall_days = cost.days / cluster.goodput;
  cost.dollars = cost.gpu_hours * cluster.price_per_gpu_hour;
  cost.wall_dollars = cost.dollars / cluster.goodput;
  return cost;
}

double flops_within(const Cluster& cluster, double wall_days) {
  check(cluster);
  return cluster.gpus * not_negative("days", wall_days) * kSecondsPerDay * cluster.peak *
         cluster.mfu * cluster.goodput;
}

double dense_peak(double sparse_headline) { return positive("sparse peak", sparse_headline) / 2; }

double energy_mwh(double gpu_hours, double watts, double pue) {
  return not_negative("gpu_hours", gpu_hours) * not_negative("watts", watts) *
         at_least("pue", pue, 1) / 1e6;
}

}  // namespace sluice::sizing
