// What ranges of the inputs make of a result: percentiles by sampling, and which input matters
// most.
//
//   const std::vector<UncertainInput> inputs = {{"MFU", 0.30, 0.40, 0.45},
//                                               {"price", 1.80, 2.00, 4.10}};
//   const auto dollars = [](std::span<const double> x) { return 1e9 * x[1] / x[0]; };
//   propagate(inputs, dollars, seed).p90;
//   tornado(inputs, dollars).front().input;     // 1: the price moves the bill most
//
// Each input (low <= likely <= high, else ConfigError) is drawn from the triangle over low, likely,
// high (the least that three numbers say), independently of the others: rough. A draw depends on
// the seed, its number and the input's name alone, so that results computed from the same inputs
// are of the same draws, and another input does not change them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace sluice::sizing {

struct UncertainInput {
  std::string name;
  double low = 0;
  double likely = 0;
  double high = 0;  // low <= likely <= high
};

// From the inputs' values, in their order. What is not finite is refused with a ConfigError that
// tells at which values.
using Model = std::function<double(std::span<const double>)>;

struct Spread {
  double p10 = 0;
  double p50 = 0;
  double p90 = 0;
};

// Percentiles of the model over `samples` (1 or more) draws. At 10,000, the three are within about
// one percentile of their place.
Spread propagate(std::span<const UncertainInput> inputs, const Model& model, uint64_t seed,
                 size_t samples = 10'000);

// The model with one input at its ends and the others at their likely values.
struct Swing {
  size_t input = 0;  // its place among the inputs
  double at_low = 0;
  double at_high = 0;
};

// One for each input, the widest first.
std::vector<Swing> tornado(std::span<const UncertainInput> inputs, const Model& model);

}  // namespace sluice::sizing
