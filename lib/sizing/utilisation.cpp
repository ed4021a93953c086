#include "sizing/utilisation.h"

#include "sizing/bounds.h"

namespace sluice::sizing {

double mfu(double flops_per_token, double tokens_per_second, double gpus, double peak) {
  return not_negative("flops_per_token", flops_per_token) *
         not_negative("tokens_per_second", tokens_per_second) /
         (positive("gpus", gpus) * positive("peak", peak));
}

double hfu(double mfu, double executed_over_required) {
  return not_negative("mfu", mfu) * at_least("executed / required", executed_over_required, 1);
}

double run_utilisation(double flops, double peak, double gpu_hours) {
  return not_negative("flops", flops) /
         (positive("peak", peak) * positive("gpu_hours", gpu_hours) * 3600);
}

UtilisationBand judge(double mfu) {
  not_negative("mfu", mfu);
  if (mfu <= 0.15) return UtilisationBand::profile;
  if (mfu < 0.30) return UtilisationBand::below_published;
  if (mfu <= 0.50) return UtilisationBand::published;
  if (mfu <= 0.60) return UtilisationBand::above_most;
  if (mfu < 0.85) return UtilisationBand::recheck_convention;
  return UtilisationBand::wrong_peak;
}

std::string_view advice(UtilisationBand band) {
  switch (band) {
    case UtilisationBand::profile:
      return "a real problem: profile it";
    case UtilisationBand::below_published:
      return "below the band of published runs";
    case UtilisationBand::published:
      return "within the band of published runs";
    case UtilisationBand::above_most:
      return "above most published runs";
    case UtilisationBand::recheck_convention:
      return "recheck which FLOPs are counted";
    case UtilisationBand::wrong_peak:
      return "divided by a wrong peak, or by a sparse one";
  }
  return {};
}

}  // namespace sluice::sizing
