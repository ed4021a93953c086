// Compares a computed number with one as it is printed in a paper or a fact sheet: equal to the
// last digit shown.
//
//   EXPECT_TRUE(prints_as(5.8800000001e23, "5.88e23"));
//   EXPECT_TRUE(prints_as(42863689728.0, "42,863,689,728"));
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

namespace sluice::sizing {

// `printed`: a decimal number, commas between thousands allowed. Half a unit of its last digit is
// allowed, and the error of a few roundings.
inline testing::AssertionResult prints_as(double value, std::string printed) {
  printed.erase(std::remove(printed.begin(), printed.end(), ','), printed.end());
  const std::string mantissa = printed.substr(0, printed.find('e'));
  const size_t point = mantissa.find('.');
  const double decimals =
      point == std::string::npos ? 0 : static_cast<double>(mantissa.size() - point - 1);
  const double exponent = mantissa.size() == printed.size()
                              ? 0
                              : std::atof(printed.substr(mantissa.size() + 1).c_str());
  const double expected = std::strtod(printed.c_str(), nullptr);
  const double allowed =
      0.5 * std::pow(10, exponent - decimals) * (1 + 1e-9) + 1e-15 * std::abs(expected);
  if (std::abs(value - expected) <= allowed) return testing::AssertionSuccess();
  char shown[40];
  std::snprintf(shown, sizeof shown, "%.17g", value);
  return testing::AssertionFailure() << shown << " is not printed as " << printed;
}

}  // namespace sluice::sizing
