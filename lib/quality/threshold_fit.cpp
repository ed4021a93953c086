#include "quality/threshold_fit.h"

#include <algorithm>
#include <array>

namespace sluice::quality {
namespace {

constexpr std::array<std::string_view, 4> kMethods = {"quantile", "mean-std", "tail", "median-std"};

bool drops_small(Comparison comparison) {
  return comparison == Comparison::below || comparison == Comparison::at_most;
}

}  // namespace

std::string_view name_of(FitMethod method) { return kMethods[static_cast<size_t>(method)]; }

std::optional<FitMethod> fit_method_called(std::string_view name) {
  const auto found = std::ranges::find(kMethods, name);
  if (found == kMethods.end()) return std::nullopt;
  return static_cast<FitMethod>(found - kMethods.begin());
}

std::optional<double> Fit::threshold(const ValueHistogram& values) const {
  std::optional<double> found;
  if (values.count() > 0) found = unlimited(values);
  if (!found) return std::nullopt;
  const double most =
      values.scale() == Scale::fraction ? std::max(1.0, reference_threshold) : *found;
  return std::clamp(*found, 0.0, std::max(0.0, most));
}

std::optional<double> Fit::unlimited(const ValueHistogram& values) const {
  switch (method) {
    case FitMethod::tail:
      return values.quantile(drops_small(comparison) ? tail : 1 - tail);
    case FitMethod::median_deviation:
      return std::clamp(*values.quantile(0.5) - values.standard_deviation(), 0.3, 0.9);
    case FitMethod::quantile: {
      if (reference == nullptr || reference->count() == 0) return std::nullopt;
      const double dropped = reference->share_dropped(comparison, reference_threshold);
      return values.quantile(drops_small(comparison) ? dropped : 1 - dropped);
    }
    case FitMethod::mean_deviation: {
      if (reference == nullptr || !(reference->standard_deviation() > 0)) return std::nullopt;
      const double deviations =
          (reference_threshold - reference->mean()) / reference->standard_deviation();
      return values.mean() + deviations * values.standard_deviation();
    }
  }
  return std::nullopt;
}

}  // namespace sluice::quality
