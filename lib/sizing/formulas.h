// The catalogue of formulas, and values that say where they come from.
//
//   Quantity hours = quantity("F3", "GPU hours", cost.gpu_hours, "h", Label::grounded)
//                        .from("C", flops, "FLOP")
//                        .from("MFU", 0.40, "");
//   formula_of(hours).equation;                     // "gpu_seconds = C / (peak MFU)"
//   hours.label;                                    // Label::grounded
//
// The functions of this folder take and give plain numbers; a report wraps what it prints. Every
// number then tells its formula, inputs, label, and its range where there is one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sizing/range.h"

namespace sluice::sizing {

// How far a number can be trusted, best first.
enum class Label : uint8_t {
  grounded,      // a formula, checked against a published figure
  extrapolated,  // from one observation, or outside the range of a fit
  rough,         // a simplification known to be wrong
  absent,        // not modelled
};
std::string_view name_of(Label label);
// The label of a result that needs both.
Label weaker(Label a, Label b);

struct Formula {
  std::string_view id;        // "F1"
  std::string_view title;     // "training compute"
  std::string_view equation;  // "C = 6 N D"
  Label label;                // of most of its values, at best
  std::string_view source;
};

// In the order of their numbers.
std::span<const Formula> formulas();
// Throws std::out_of_range if there is none of this id: ids are the program's, not the user's.
const Formula& formula(std::string_view id);

struct Input {
  std::string name;
  double value = 0;
  std::string unit;
};

struct Quantity {
  std::string_view formula;  // its id
  std::string name;
  double value = 0;
  std::string unit;
  Label label = Label::grounded;
  std::vector<Input> inputs;
  std::optional<Range> range;

  Quantity from(std::string input, double input_value, std::string input_unit) &&;
  // An input that is a result itself: its label weakens this one.
  Quantity from(const Quantity& input) &&;
  Quantity within(double low, double high) &&;
  Quantity labelled(Label weakened) &&;  // never stronger than it was
};

// A value by the formula of this id. Its label is said here, since one formula gives values of
// several (a fit inside of its range and outside); inputs may weaken it.
Quantity quantity(std::string_view id, std::string name, double value, std::string unit,
                  Label label);

inline const Formula& formula_of(const Quantity& quantity) { return formula(quantity.formula); }

}  // namespace sluice::sizing
