#include "report/spell.h"

#include <gtest/gtest.h>

#include <limits>

namespace sluice::report {
namespace {

TEST(Spell, HasFourDigitsAndAUnit) {
  EXPECT_EQ(spell(8'030'261'248, "parameters"), "8.030B parameters");
  EXPECT_EQ(spell(28.217e9, "B"), "28.22 GB");
  EXPECT_EQ(spell(7.2e23, "FLOP"), "7.200e23 FLOP");
  EXPECT_EQ(spell(359'958.1, "$"), "$360,000");
  EXPECT_EQ(spell(0.3906, "share"), "39.06 %");
  EXPECT_EQ(spell(117.1738, "days"), "117.2 days");
  EXPECT_EQ(spell(4, ""), "4");
  EXPECT_EQ(spell(1024, ""), "1,024");
  EXPECT_EQ(spell(0, "B"), "0 B");
  EXPECT_EQ(spell(3.35e12, "B/s"), "3.350 TB/s");
  EXPECT_EQ(spell(0, "FLOP"), "0 FLOP");
  EXPECT_EQ(spell(-0.0012345, "nats/token"), "-0.001234 nats/token");
  EXPECT_EQ(spell(64'921'453.06, "$"), "$64,920,000");
  EXPECT_EQ(spell(6.4e9, "$"), "$6.400B");
}

TEST(Spell, CarriesWhatIsRoundedUp) {
  EXPECT_EQ(four_digits(9.99996), "10.00");
  EXPECT_EQ(four_digits(999.96), "1,000");
  EXPECT_EQ(spell(999.97e6, "tokens"), "1.000B tokens");
  EXPECT_EQ(spell(9.99996e22, "FLOP"), "1.000e23 FLOP");
}

TEST(Spell, TellsWhatIsNoNumber) {
  EXPECT_EQ(four_digits(std::numeric_limits<double>::infinity()), "∞");
  EXPECT_EQ(four_digits(std::numeric_limits<double>::quiet_NaN()), "?");
}

TEST(Spell, TellsAUnitOnce) {
  const sizing::Quantity sizes =
      sizing::quantity("F7", "sizes", 2e9, "parameters", sizing::Label::grounded).within(1e9, 3e9);
  EXPECT_EQ(spell_range(sizes), "1.000B to 3.000B parameters");
  EXPECT_EQ(spell(Cell(sizes), "parameters"), "2.000B");
  EXPECT_EQ(spell(Cell(sizes), "parameters that fit"), "2.000B");
  EXPECT_EQ(spell(Cell(sizes), "parametersets"), "2.000B parameters");
  EXPECT_EQ(spell(Cell(sizes), "N"), "2.000B parameters");
  EXPECT_EQ(spell(Cell("2,000,000,001", sizes), "N"), "2,000,000,001");
}

}  // namespace
}  // namespace sluice::report
