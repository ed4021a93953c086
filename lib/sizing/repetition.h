// What repeated data is worth: tokens seen again teach less (Muennighoff et al. 2023,
// arXiv:2305.16264).
//
//   effective_tokens(100e9, 400e9);                // 372.6e9: four epochs are almost new data
//   repetition_penalty(2.8e9, 220e9, 55e9);        // loss beside the same tokens all new
//
// Coefficients from the authors' code (the paper rounds them). Fitted on 182 runs of 7e6 to 9e9
// parameters and 1 to 500 epochs of C4; extrapolated beyond. Its losses are a surface of their own:
// take levels from scaling_law.h and only differences from here. Each comment opens with the
// formula's number in the report and its label (compute.h).
#pragma once

namespace sluice::sizing {

// F16, extrapolated beyond the fit: D' = U + U R (1 - exp(-r / R)) with r = max(D / U - 1, 0)
// repetitions and R = 15.387756: the new tokens that D processed tokens, U of them different, are
// worth. Never more than 16.387756 U. `unique` counts at most `tokens`.
double effective_tokens(double unique, double tokens);

// F16, as above: 0.0509865177 U, the parameters that are best for so many tokens seen once.
double parameters_for_unique(double unique);

// F16, as above: N' of the same form with R = 5.309743, for the parameters beyond
// parameters_for_unique().
double effective_parameters(double parameters, double unique);

// F16, as above: L = E + A / N'^a + B / D'^a with E = 1.869143678, A = 520.824952, B = 1487.716094,
// a = 0.3526596.
double loss_with_repetition(double parameters, double tokens, double unique);

// F16, as above: the loss above that of the same number of tokens all different.
double repetition_penalty(double parameters, double tokens, double unique);

}  // namespace sluice::sizing
