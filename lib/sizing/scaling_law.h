// Scaling laws: how to divide compute between parameters and tokens.
//
//   rule_of_thumb(5.88e23);                        // 70e9 parameters, 1.4e12 tokens: 20 to 1
//   compute_optimal(kBesiroglu, 5.88e23);          // 73.0e9, 1.342e12
//   flat_range(kBesiroglu, 5.88e23, 0.002);        // … and all sizes that are as good, nearly
//
// A loss is in nats a token on its authors' text and tokenizer: print differences and ratios of it,
// never a forecast for another corpus. The surfaces were fitted on 70e6 to 16e9 parameters and
// 1e18 to 1e22 FLOP of data that did not repeat (repetition.h); all else is extrapolation
// (within_fit()). They know training compute alone: a model that will serve many tokens should be
// smaller and trained longer (serving.h). Each comment opens with the formula's number in the
// report and its label (compute.h).
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sizing/range.h"

namespace sluice::sizing {

struct Allocation {
  double parameters = 0;
  double tokens = 0;
};

// F5, grounded for 20 to 1, rough elsewhere: N = sqrt(C / 120), D = 20 N. Hoffmann et al. 2022
// (arXiv:2203.15556).
inline constexpr double kTokensPerParameter = 20;
Allocation rule_of_thumb(double flops);
// … from a stock of tokens: N = D / 20, and so C = 0.3 D^2.
Allocation rule_of_thumb_for_tokens(double tokens);

// F6, grounded: D / N, and how many times the 20 of the rule of thumb that is.
double tokens_per_parameter(double parameters, double tokens);
double overtraining(double parameters, double tokens);

// F7: L(N, D) = E + A / N^a + B / D^b.
struct LossSurface {
  std::string_view name;
  double e = 0;
  double a_n = 0;  // A
  double b_d = 0;  // B
  double alpha = 0;
  double beta = 0;
  std::string_view source;
};

// Rounding alone moves the published optimum from 59 to 93 tokens a parameter: the equation as
// printed, and the authors' unrounded numbers from the paper's TeX source.
inline constexpr LossSurface kHoffmann{"hoffmann",
                                       1.69,
                                       406.4,
                                       410.7,
                                       0.34,
                                       0.28,
                                       "Hoffmann et al. 2022, arXiv:2203.15556, equation 10"};
inline constexpr LossSurface kHoffmannTex{"hoffmann_tex",
                                          1.69337368,
                                          406.401018,
                                          410.722827,
                                          0.33917084,
                                          0.2849083,
                                          "Hoffmann et al. 2022, arXiv:2203.15556, TeX source"};
// The replication that corrects the fit, which agrees with 20 to 1; and its notebook's output.
inline constexpr LossSurface kBesiroglu{"besiroglu",
                                        1.8172,
                                        482.01,
                                        2085.43,
                                        0.3478,
                                        0.3658,
                                        "Besiroglu et al. 2024, arXiv:2404.10102"};
inline constexpr LossSurface kBesirogluNotebook{"besiroglu_nb",
                                                1.81686,
                                                482.00572,
                                                2085.43420,
                                                0.34781,
                                                0.36585,
                                                "Besiroglu et al. 2024, the notebook's output"};

// All of them, the default (besiroglu) first.
std::span<const LossSurface> loss_surfaces();
std::optional<LossSurface> find_loss_surface(std::string_view name);

// F7, grounded within the fit, extrapolated outside: the surface's loss.
double loss(const LossSurface& surface, const Allocation& allocation);

// F7, as loss(): the minimum on C = 6 N D in closed form, G = (alpha A / (beta B))^(1 / (alpha +
// beta)), N* = G (C / 6)^(beta / (alpha + beta)), D* = C / 6 N*.
Allocation compute_optimal(const LossSurface& surface, double flops);

// F7, as loss(): the smallest and largest N on C = 6 N D whose loss is within `tolerance` of the
// best. The minimum is flat, so that this range says more than its lowest point.
Range flat_range(const LossSurface& surface, double flops, double tolerance);

// F10, as loss(): D = (B / (L - E - A / N^alpha))^(1 / beta), the tokens that bring N parameters to
// this loss; nothing where no number of tokens does.
std::optional<double> tokens_for_loss(const LossSurface& surface, double parameters, double target);

// F8, as loss(): `points` (2 or more) sizes spread evenly in log N over N* / span … N* span, each
// with the tokens that C leaves it.
struct IsoflopPoint {
  Allocation allocation;
  double loss = 0;
};
std::vector<IsoflopPoint> isoflop_curve(const LossSurface& surface, double flops, size_t points,
                                        double span = 16);

// Whether the surfaces were fitted on runs of this size: 70e6 to 16e9 parameters, 1e18 to 1e22
// FLOP.
bool within_fit(double parameters, double flops);

}  // namespace sluice::sizing
