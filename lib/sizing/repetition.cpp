#include "sizing/repetition.h"

#include <algorithm>
#include <cmath>

#include "sizing/bounds.h"

namespace sluice::sizing {
namespace {

constexpr double kTokenDecay = 15.387756;
constexpr double kParameterDecay = 5.309743;
constexpr double kExponent = 0.3526596;
const double kA = std::exp(6.255414);
const double kB = std::exp(7.3049974);
const double kE = std::exp(0.6254804);

// What `total` is worth of which `first` count in full.
double decayed(double first, double total, double decay) {
  const double repetitions = std::max(total / first - 1, 0.0);
  return first + first * decay * -std::expm1(-repetitions / decay);
}

}  // namespace

double effective_tokens(double unique, double tokens) {
  positive("unique tokens", unique);
  positive("tokens", tokens);
  return decayed(std::min(unique, tokens), tokens, kTokenDecay);
}

double parameters_for_unique(double unique) {
  // N_opt(U) = (U G)^(b / a) G with G = (a A / (b B))^(1 / (a + b)), and here a = b.
  positive("unique tokens", unique);
  const double g = std::pow(kA / kB, 1 / (2 * kExponent));
  return unique * g * g;
}

double effective_parameters(double parameters, double unique) {
  positive("parameters", parameters);
  return decayed(std::min(parameters, parameters_for_unique(unique)), parameters, kParameterDecay);
}

double loss_with_repetition(double parameters, double tokens, double unique) {
  const double different = std::min(unique, tokens);
  return kE + kA / std::pow(effective_parameters(parameters, different), kExponent) +
         kB / std::pow(effective_tokens(different, tokens), kExponent);
}

double repetition_penalty(double parameters, double tokens, double unique) {
  return loss_with_repetition(parameters, tokens, unique) -
         loss_with_repetition(parameters, tokens, tokens);
}

}  // namespace sluice::sizing
