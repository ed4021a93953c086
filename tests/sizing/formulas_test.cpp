#include "sizing/formulas.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>

namespace sluice::sizing {
namespace {

TEST(Formulas, AreNumberedAndComplete) {
  int number = 0;
  for (const Formula& one : formulas()) {
    EXPECT_EQ(one.id, "F" + std::to_string(++number));
    EXPECT_FALSE(one.title.empty()) << one.id;
    EXPECT_FALSE(one.equation.empty()) << one.id;
    EXPECT_FALSE(one.source.empty()) << one.id;
    EXPECT_EQ(&formula(one.id), &one);
  }
  EXPECT_EQ(number, 25);
  EXPECT_THROW(formula("F0"), std::out_of_range);
}

TEST(Quantity, CarriesItsFormulaInputsAndRange) {
  const Quantity compute = quantity("F1", "compute", 4.8e22, "FLOP", Label::grounded)
                               .from("N", 8e9, "")
                               .from("D", 1e12, "tokens");
  EXPECT_EQ(formula_of(compute).equation, "C = 6 N D");
  EXPECT_EQ(compute.label, Label::grounded);
  ASSERT_EQ(compute.inputs.size(), 2);
  EXPECT_EQ(compute.inputs[1].name, "D");
  EXPECT_EQ(compute.inputs[1].value, 1e12);
  EXPECT_FALSE(compute.range);

  const Quantity memory =
      quantity("F13", "activations", 1.1e9, "B", Label::rough).within(1.07e9, 1.14e9);
  EXPECT_EQ(memory.label, Label::rough);
  EXPECT_EQ(memory.range->low, 1.07e9);
  EXPECT_EQ(memory.range->high, 1.14e9);
}

TEST(Quantity, IsNoStrongerThanWhatItIsMadeFrom) {
  const Quantity interruptions = quantity("F19", "interruptions", 14.9, "", Label::extrapolated);
  const Quantity lost = quantity("F20", "lost", 3.1, "h", Label::grounded).from(interruptions);
  EXPECT_EQ(lost.label, Label::extrapolated);
  EXPECT_EQ(quantity("F9", "price", 1, "$", Label::rough).labelled(Label::extrapolated).label,
            Label::rough);
  EXPECT_EQ(quantity("F7", "loss", 2, "", Label::grounded).labelled(Label::extrapolated).label,
            Label::extrapolated);
}

TEST(Label, HasANameAndAnOrder) {
  EXPECT_EQ(name_of(Label::rough), "rough");
  EXPECT_EQ(weaker(Label::rough, Label::grounded), Label::rough);
  EXPECT_EQ(weaker(Label::extrapolated, Label::absent), Label::absent);
}

}  // namespace
}  // namespace sluice::sizing
