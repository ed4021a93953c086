#include "sizing/uncertainty.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/error.h"
#include "base/format.h"
#include "base/hash.h"
#include "sizing/bounds.h"

namespace sluice::sizing {
namespace {

double draw(const UncertainInput& input, uint64_t name_hash, uint64_t sample, uint64_t seed) {
  const double width = input.high - input.low;
  if (!(width > 0)) return input.low;
  char key[16];
  for (int i = 0; i < 8; ++i) {
    key[i] = static_cast<char>(name_hash >> (8 * i));
    key[8 + i] = static_cast<char>(sample >> (8 * i));
  }
  const double u = unit_interval(hash64({key, sizeof key}, seed));
  const double rise = input.likely - input.low;
  if (u * width < rise) return input.low + std::sqrt(u * width * rise);
  return input.high - std::sqrt((1 - u) * width * (input.high - input.likely));
}

void check(std::span<const UncertainInput> inputs) {
  for (const UncertainInput& input : inputs) {
    at_least(input.name + " (likely)", input.likely, input.low);
    at_least(input.name + " (high)", input.high, input.likely);
    at_least(input.name + " (low)", input.low, std::numeric_limits<double>::lowest());
  }
}

// The model's result; there is no order among numbers that are none.
double result_of(const Model& model, std::span<const UncertainInput> inputs,
                 std::span<const double> values) {
  const double result = model(values);
  if (std::isfinite(result)) return result;
  std::string at;
  for (size_t i = 0; i < inputs.size(); ++i) {
    at += (i == 0 ? " at " : ", ") + inputs[i].name + " = " + shortest_double(values[i]);
  }
  throw ConfigError("the ranges of the inputs give no finite result" + at);
}

// Between the two nearest of the sorted values.
double percentile(std::span<const double> sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(place);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - std::floor(place)) * (sorted[above] - sorted[below]);
}

}  // namespace

Spread propagate(std::span<const UncertainInput> inputs, const Model& model, uint64_t seed,
                 size_t samples) {
  check(inputs);
  at_least("samples", static_cast<double>(samples), 1);
  std::vector<uint64_t> name_hashes;
  for (const UncertainInput& input : inputs) name_hashes.push_back(hash64(input.name));
  std::vector<double> values(inputs.size());
  std::vector<double> results(samples);
  for (size_t sample = 0; sample < samples; ++sample) {
    for (size_t i = 0; i < inputs.size(); ++i) {
      values[i] = draw(inputs[i], name_hashes[i], sample, seed);
    }
    results[sample] = result_of(model, inputs, values);
  }
  std::ranges::sort(results);
  return {percentile(results, 0.10), percentile(results, 0.50), percentile(results, 0.90)};
}

std::vector<Swing> tornado(std::span<const UncertainInput> inputs, const Model& model) {
  check(inputs);
  std::vector<double> values;
  for (const UncertainInput& input : inputs) values.push_back(input.likely);
  std::vector<Swing> swings;
  for (size_t i = 0; i < inputs.size(); ++i) {
    Swing swing{.input = i};
    values[i] = inputs[i].low;
    swing.at_low = result_of(model, inputs, values);
    values[i] = inputs[i].high;
    swing.at_high = result_of(model, inputs, values);
    values[i] = inputs[i].likely;
    swings.push_back(swing);
  }
  std::ranges::stable_sort(swings, std::greater(), [](const Swing& swing) {
    return std::abs(swing.at_high - swing.at_low);
  });
  return swings;
}

}  // namespace sluice::sizing
