#include "document/decimal.h"

#include <gtest/gtest.h>

#include <vector>

namespace sluice {
namespace {

// Groups of equal numbers, in ascending order.
const std::vector<std::vector<const char*>> kAscending = {
    {"-1e99999999999999999999"},
    {"-1e400"},
    {"-18446744073709551617"},
    {"-18446744073709551616", "-18446744073709551616.0", "-1.8446744073709551616e19"},
    {"-1.5", "-15e-1", "-0.15E1"},
    {"-1", "-1.0", "-10e-1"},
    {"-1e-400"},
    {"0", "-0", "0.0", "0e5", "-0.00e-3", "0e99999999999999999999"},
    {"1e-99999999999999999999"},
    {"0.00099"},
    {"0.001", "1e-3", "0.1e-2", "0.00001e2"},
    {"0.8", "0.80", "8e-1"},
    {"0.8000000000000000444"},
    {"1", "1.0", "1e0", "0.1e1", "100e-2", "0.01E+2"},
    {"9.99"},
    {"10", "1e1", "10.0"},
    {"999", "99.9e1"},
    {"1000", "1e3", "1000.000"},
    {"9007199254740992", "9007199254740992.0"},
    {"9007199254740992.5"},
    {"9007199254740993"},
    {"1e400", "10e399"},
    {"1e99999999999999999999"},
};

TEST(Decimal, ComparesByValueHoweverSpelled) {
  for (size_t i = 0; i < kAscending.size(); ++i) {
    for (size_t j = 0; j < kAscending.size(); ++j) {
      for (const char* a : kAscending[i]) {
        for (const char* b : kAscending[j]) {
          EXPECT_EQ(compare_numbers(a, b), i <=> j) << a << " " << b;
        }
      }
    }
  }
}

}  // namespace
}  // namespace sluice
