#include "report/quantities.h"
#include "report/sections.h"
#include "report/spell.h"

namespace sluice::report {
namespace {

Criterion missing(const char* name, const char* what) {
  return {.name = name, .verdict = Verdict::open, .because = std::string("give ") + what};
}

Criterion limited(const char* name, double needed, double limit, const char* unit) {
  const double margin = (limit - needed) / limit;
  const bool fits = needed <= limit;
  return {.name = name,
          .verdict = fits ? Verdict::yes : Verdict::no,
          .because = spell(needed, unit) + " of " + spell(limit, unit) + ", " +
                     spell(fits ? margin : -margin, "share") + (fits ? " to spare" : " over")};
}

Criterion decide_data(const Basis& basis) {
  if (!basis.unique) return missing("data", "stats files that count tokens, or unique_tokens");
  if (!basis.tokens) return missing("data", "a model or a calendar");
  const double epochs = basis.tokens->value / basis.unique->value;
  const double most = basis.plan->at("corpus.max_epochs");
  std::string because =
      spell(basis.tokens->value, "tokens") + " wanted, " + spell(basis.unique->value, "tokens") +
      " unique: " + spell(epochs, "epochs") + " of " + spell(most, "") + " allowed";
  return {.name = "data",
          .verdict = epochs <= most ? Verdict::yes : Verdict::no,
          .because = std::move(because)};
}

Criterion decide_memory(const Basis& basis) {
  if (!basis.memory_plan) return missing("memory", "a model's shape, hw and gpus");
  if (!basis.hbm_bytes) return missing("memory", "hw or hbm_gb");
  const MemoryFit fit = memory_fit(basis);
  return limited("memory", fit.total.range->high, fit.limit, "B");
}

Criterion decide_calendar(const Basis& basis) {
  if (!basis.cost) return missing("calendar", "hw, gpus, and a model or tokens");
  if (!basis.days) return missing("calendar", "days");
  return limited("calendar", basis.cost->wall_days, *basis.days, "days");
}

Criterion decide_budget(const Basis& basis) {
  const auto budget = basis.plan->find("cluster.budget");
  if (!basis.plan->given("cluster.price_per_gpu_hour") || !budget || *budget == 0) {
    return missing("budget", "price_per_gpu_hour and budget");
  }
  if (!basis.cost) return missing("budget", "hw, gpus, and a model or tokens");
  return limited("budget", basis.cost->wall_dollars, *budget, "$");
}

}  // namespace

std::vector<Criterion> decide(const Basis& basis) {
  return {decide_data(basis), decide_memory(basis), decide_calendar(basis), decide_budget(basis)};
}

}  // namespace sluice::report
