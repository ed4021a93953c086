// What the numbers that go into a formula may be: a ConfigError which names the input, where the
// formula would otherwise give a number that means nothing.
//
//   positive("tokens", tokens);           // "tokens must be more than 0, not -3"
//   share("goodput", cluster.goodput);    // 0 < x <= 1
//
// Every function of this folder that takes a double checks it so; NaN and infinity are refused by
// all. Each returns its value. No allocation where there is nothing to say.
#pragma once

#include <string_view>

namespace sluice::sizing {

double positive(std::string_view name, double value);                // 0 < x
double not_negative(std::string_view name, double value);            // 0 <= x
double at_least(std::string_view name, double value, double least);  // least <= x
double share(std::string_view name, double value);                   // 0 < x <= 1
double utilisation(std::string_view name, double value);             // 0 < x < 1

}  // namespace sluice::sizing
