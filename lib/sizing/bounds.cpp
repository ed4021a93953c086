#include "sizing/bounds.h"

#include <cmath>
#include <string>

#include "base/error.h"
#include "base/format.h"

namespace sluice::sizing {
namespace {

double checked(bool good, std::string_view name, double value, const char* expected,
               const std::string& bound = {}) {
  if (good && std::isfinite(value)) return value;
  const std::string shown = std::isnan(value)   ? "and is not a number"
                            : std::isinf(value) ? "and is infinite"
                                                : "not " + plain_double(value);
  throw ConfigError(std::string(name) + " must be " + expected + bound + ", " + shown);
}

}  // namespace

double positive(std::string_view name, double value) {
  return checked(value > 0, name, value, "more than 0");
}

double not_negative(std::string_view name, double value) {
  return checked(value >= 0, name, value, "0 or more");
}

double at_least(std::string_view name, double value, double least) {
  if (value >= least && std::isfinite(value)) return value;
  return checked(false, name, value, "at least ", plain_double(least));
}

double share(std::string_view name, double value) {
  return checked(value > 0 && value <= 1, name, value, "more than 0 and at most 1");
}

double utilisation(std::string_view name, double value) {
  return checked(value > 0 && value < 1, name, value, "more than 0 and less than 1");
}

}  // namespace sluice::sizing
