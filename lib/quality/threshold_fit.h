// Thresholds for a language, from the values of its documents.
//
//   const Fit fit{.method = FitMethod::mean_deviation, .comparison = Comparison::above,
//                 .reference = &english, .reference_threshold = 0.3};
//   fit.threshold(german)             // 0.27; nothing: the values do not tell
//
// The methods are those that FineWeb-2 (arXiv 2506.20920) compares. A threshold T that was chosen
// for one language, the reference, is carried over to another
//
//   quantile          so that it lies at the same quantile of the values
//   mean_deviation    so that it lies as many standard deviations s from the mean m:
//                     m + s (T - m_ref) / s_ref
//
// or is chosen without one:
//
//   tail              so that it drops a share of the documents, a tenth as in FineWeb-2
//   median_deviation  median - s, at least .3 and at most .9: FineWeb-2's, for language scores
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "quality/histogram.h"

namespace sluice::quality {

enum class FitMethod : uint8_t { quantile, mean_deviation, tail, median_deviation };

// "quantile", "mean-std", "tail", "median-std". And back; nothing if there is no such method.
std::string_view name_of(FitMethod method);
std::optional<FitMethod> fit_method_called(std::string_view name);

struct Fit {
  FitMethod method = FitMethod::tail;
  Comparison comparison = Comparison::above;
  double tail = 0.1;  // of the documents, 0..1
  // Of the methods that have one; without it they tell nothing.
  const ValueHistogram* reference = nullptr;
  double reference_threshold = 0;

  // Nothing where there are no values or no reference, or where the reference's do not differ.
  // Shares are kept within 0..1, all else above 0.
  std::optional<double> threshold(const ValueHistogram& values) const;

 private:
  std::optional<double> unlimited(const ValueHistogram& values) const;
};

}  // namespace sluice::quality
