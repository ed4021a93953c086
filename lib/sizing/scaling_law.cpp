#include "sizing/scaling_law.h"

#include <array>
#include <cmath>

#include "sizing/bounds.h"

namespace sluice::sizing {
namespace {

constexpr std::array kSurfaces = {kBesiroglu, kBesirogluNotebook, kHoffmann, kHoffmannTex};

Allocation at(double flops, double parameters) { return {parameters, flops / (6 * parameters)}; }

// Where, between ln N = `inside` (loss below `limit`) and `outside` (above), the limit is reached.
double bisect(const LossSurface& surface, double flops, double limit, double inside,
              double outside) {
  for (int i = 0; i < 100; ++i) {
    const double middle = (inside + outside) / 2;
    const bool below = loss(surface, at(flops, std::exp(middle))) <= limit;
    (below ? inside : outside) = middle;
  }
  return std::exp(inside);
}

}  // namespace

Allocation rule_of_thumb(double flops) {
  const double parameters = std::sqrt(positive("flops", flops) / (6 * kTokensPerParameter));
  return {parameters, kTokensPerParameter * parameters};
}

Allocation rule_of_thumb_for_tokens(double tokens) {
  return {positive("tokens", tokens) / kTokensPerParameter, tokens};
}

double tokens_per_parameter(double parameters, double tokens) {
  return not_negative("tokens", tokens) / positive("parameters", parameters);
}

double overtraining(double parameters, double tokens) {
  return tokens_per_parameter(parameters, tokens) / kTokensPerParameter;
}

std::span<const LossSurface> loss_surfaces() { return kSurfaces; }

std::optional<LossSurface> find_loss_surface(std::string_view name) {
  for (const LossSurface& surface : kSurfaces) {
    if (surface.name == name) return surface;
  }
  return std::nullopt;
}

double loss(const LossSurface& surface, const Allocation& allocation) {
  return surface.e +
         surface.a_n / std::pow(positive("parameters", allocation.parameters), surface.alpha) +
         surface.b_d / std::pow(positive("tokens", allocation.tokens), surface.beta);
}

Allocation compute_optimal(const LossSurface& surface, double flops) {
  const double sum = surface.alpha + surface.beta;
  const double g = std::pow(surface.alpha * surface.a_n / (surface.beta * surface.b_d), 1 / sum);
  return at(flops, g * std::pow(positive("flops", flops) / 6, surface.beta / sum));
}

Range flat_range(const LossSurface& surface, double flops, double tolerance) {
  not_negative("tolerance", tolerance);
  const Allocation best = compute_optimal(surface, flops);
  const double limit = loss(surface, best) + tolerance;
  // ln(1e9) away either term of the loss is beyond any tolerance worth the name.
  const double centre = std::log(best.parameters);
  const double far = std::log(1e9);
  return {bisect(surface, flops, limit, centre, centre - far),
          bisect(surface, flops, limit, centre, centre + far)};
}

std::optional<double> tokens_for_loss(const LossSurface& surface, double parameters,
                                      double target) {
  positive("parameters", parameters);
  const double left = positive("target loss", target) - surface.e -
                      surface.a_n / std::pow(parameters, surface.alpha);
  if (!(left > 0)) return std::nullopt;
  return std::pow(surface.b_d / left, 1 / surface.beta);
}

std::vector<IsoflopPoint> isoflop_curve(const LossSurface& surface, double flops, size_t points,
                                        double span) {
  at_least("points", static_cast<double>(points), 2);
  at_least("span", span, 1);
  const double best = compute_optimal(surface, flops).parameters;
  std::vector<IsoflopPoint> curve;
  curve.reserve(points);
  for (size_t i = 0; i < points; ++i) {
    const double place = 2 * static_cast<double>(i) / static_cast<double>(points - 1) - 1;
    const Allocation allocation = at(flops, best * std::pow(span, place));
    curve.push_back({allocation, loss(surface, allocation)});
  }
  return curve;
}

bool within_fit(double parameters, double flops) {
  return parameters >= 70e6 && parameters <= 16e9 && flops >= 1e18 && flops <= 1e22;
}

}  // namespace sluice::sizing
