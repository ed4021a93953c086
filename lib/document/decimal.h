// Numbers compared as they are spelled: exact, whatever their length and exponent.
//
//   compare_numbers("9007199254740993", "9007199254740992")   // greater (equal as doubles)
//   compare_numbers("1e3", "1000.0")                          // equal
#pragma once

#include <compare>
#include <string_view>

namespace sluice {

// Both must be numbers of JSON. -0 equals 0. Exponents beyond ±10^17 count as that. Time:
// O(digits).
std::strong_ordering compare_numbers(std::string_view a, std::string_view b);

}  // namespace sluice
