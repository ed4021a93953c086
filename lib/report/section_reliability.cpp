#include "report/quantities.h"
#include "report/sections.h"
#include "sizing/memory.h"
#include "sizing/reliability.h"

namespace sluice::report {
namespace {

using sizing::Label;
using sizing::quantity;

constexpr double kMinute = 60;
constexpr double kHour = 3600;

// Seconds that a checkpoint takes, with training stopped.
std::optional<double> checkpoint_seconds(const Basis& basis) {
  if (const auto given = basis.plan->find("reliability.checkpoint_seconds")) return given;
  if (!basis.parameters) return std::nullopt;
  return sizing::checkpoint_bytes(basis.parameters->value) /
         (basis.plan->at("reliability.write_gbps") * 1e9);
}

void add_intervals(Section& section, const Basis& basis, double mtbf, double checkpoint) {
  const auto minutes = [&](const char* name, double seconds) {
    return quantity("F20", name, seconds / kMinute, "min", Label::rough)
        .from("delta", checkpoint, "s")
        .from("M", mtbf / kHour, "h");
  };
  const double young = sizing::young_interval(checkpoint, mtbf);
  section.fact("checkpoint_seconds",
               quantity("F20", "time of a checkpoint", checkpoint, "s", Label::rough));
  section.fact("young", minutes("interval of checkpoints, Young", young));
  section.fact("daly",
               minutes("interval of checkpoints, Daly", sizing::daly_interval(checkpoint, mtbf)));
  if (young == 0) return;
  const double restart = basis.plan->at("reliability.restart_seconds");
  const sizing::Checkpointing plan{.interval = young, .checkpoint = checkpoint, .restart = restart};
  section.fact("waste", quantity("F20", "of the time lost, to first order",
                                 sizing::wasted_share(plan, mtbf), "share", Label::rough)
                            .from("tau", young / kMinute, "min")
                            .from("R", restart, "s"));
  const double wall = sizing::wall_multiplier(plan, mtbf);
  constexpr double kHopeless = 100;
  if (wall < kHopeless) {
    section.fact("wall_multiplier",
                 quantity("F20", "wall time over training time", wall, "", Label::rough)
                     .from("tau", young / kMinute, "min")
                     .from("R", restart, "s"));
  } else {
    section.warn(
        "interruptions come faster than checkpoints and restarts: the run takes more than "
        "100 times its training time");
  }
  section.fact("lost_per_failure",
               minutes("training lost by a failure, exactly", sizing::expected_loss(young, mtbf)));
  section.fact("half_interval", minutes("… to first order, tau / 2", young / 2));
}

}  // namespace

Section reliability_section(const Basis& basis) {
  Section section("reliability", "Interruptions and checkpoints");
  if (!basis.cluster) {
    section.say("Interruptions want gpus and hw.");
    return section;
  }
  const double rate = basis.plan->at("reliability.interruptions_per_gpu_day");
  const double gpus = basis.cluster->gpus;
  const double mtbf = sizing::mean_seconds_between(gpus, rate);
  section.fact(
      "mtbf", quantity("F19", "hours between interruptions", mtbf / kHour, "h", Label::extrapolated)
                  .from("GPUs", gpus, "")
                  .from("a GPU and day", rate, ""));
  if (basis.cost) {
    const double expected = sizing::expected_interruptions(gpus, basis.cost->wall_days, rate);
    sizing::Quantity count = quantity("F19", "interruptions of the run, nine runs of ten", expected,
                                      "", Label::extrapolated)
                                 .from("GPUs", gpus, "")
                                 .from("days", basis.cost->wall_days, "days");
    constexpr double kMostTold = 1e15;
    if (expected < kMostTold) {
      const sizing::CountRange range = sizing::poisson_range(expected);
      count =
          std::move(count).within(static_cast<double>(range.low), static_cast<double>(range.high));
    }
    section.fact("interruptions", std::move(count));
  }
  section.say(
      "From one observation, 419 interruptions of 16,000 GPUs in 54 days: an order of "
      "magnitude. Other clusters may be several times better or worse.");
  if (basis.parameters) {
    section.fact("checkpoint_bytes",
                 quantity("F20", "a checkpoint", sizing::checkpoint_bytes(basis.parameters->value),
                          "B", Label::grounded)
                     .from("N", basis.parameters->value, "parameters"));
  }
  if (const auto checkpoint = checkpoint_seconds(basis)) {
    add_intervals(section, basis, mtbf, *checkpoint);
  }
  return section;
}

}  // namespace sluice::report
