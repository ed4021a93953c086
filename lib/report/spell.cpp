#include "report/spell.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/format.h"

namespace sluice::report {
namespace {

struct Scale {
  double least;
  std::string_view sign;
};

constexpr std::array kCounts = {Scale{1e12, "T"}, Scale{1e9, "B"}, Scale{1e6, "M"},
                                Scale{1e3, "k"}};
constexpr std::array kBytes = {Scale{1e15, "PB"}, Scale{1e12, "TB"}, Scale{1e9, "GB"},
                               Scale{1e6, "MB"}, Scale{1e3, "kB"}};
constexpr std::array<std::string_view, 5> kCounted = {"parameters", "tokens", "documents", "bytes",
                                                      "tokens/parameter"};

// The power of ten of the first digit, once rounded to four.
int exponent_of(double value) {
  int exponent = static_cast<int>(std::floor(std::log10(std::abs(value))));
  const double rounded = std::round(std::abs(value) / std::pow(10, exponent - 3));
  return rounded >= 10'000 ? exponent + 1 : exponent;
}

std::string scientific(double value, int exponent) {
  return fixed(value / std::pow(10, exponent), 3) + "e" + std::to_string(exponent);
}

std::string scaled(double value, std::span<const Scale> scales, std::string_view gap,
                   std::string_view plain) {
  for (const Scale& scale : scales) {
    // Half a unit of the fourth digit below, it is rounded up to it.
    if (std::abs(value) < scale.least * (1 - 5e-5)) continue;
    return four_digits(value / scale.least) + std::string(gap) + std::string(scale.sign);
  }
  return four_digits(value) + std::string(plain);
}

std::string whole_or_four_digits(double value) {
  const bool small = value == std::floor(value) && std::abs(value) < 10'000;
  return small ? with_thousands(static_cast<int64_t>(value)) : four_digits(value);
}

}  // namespace

std::string four_digits(double value) {
  if (!std::isfinite(value)) return std::isnan(value) ? "?" : value < 0 ? "-∞" : "∞";
  if (value == 0) return "0";
  const int exponent = exponent_of(value);
  if (exponent < -4 || exponent > 8) return scientific(value, exponent);
  if (exponent < 3) return fixed(value, 3 - exponent);
  const double unit = std::pow(10, exponent - 3);
  return with_thousands(static_cast<int64_t>(std::round(value / unit) * unit));
}

std::string spell(double value, std::string_view unit) {
  if (unit == "$") {
    const std::string amount = std::abs(value) < 1e8 ? four_digits(std::abs(value))
                                                     : scaled(std::abs(value), kCounts, "", "");
    return (value < 0 ? "-$" : "$") + amount;
  }
  if (unit == "share") return four_digits(100 * value) + " %";
  if (unit == "B") return scaled(value, kBytes, " ", " B");
  if (unit == "B/s") return scaled(value, kBytes, " ", " B") + "/s";
  if (unit == "FLOP" || unit == "FLOP/s") {
    return value == 0 ? "0 " + std::string(unit)
                      : scientific(value, exponent_of(value)) + " " + std::string(unit);
  }
  if (std::ranges::find(kCounted, unit) != kCounted.end()) {
    const std::string number =
        std::abs(value) < 10'000 ? whole_or_four_digits(value) : scaled(value, kCounts, "", "");
    return number + " " + std::string(unit);
  }
  return whole_or_four_digits(value) + (unit.empty() ? "" : " ") + std::string(unit);
}

std::string spell(const sizing::Quantity& quantity) { return spell(quantity.value, quantity.unit); }

std::string spell_range(const sizing::Quantity& quantity) {
  if (!quantity.range) return {};
  const std::string low = spell(quantity.range->low, quantity.unit);
  const std::string high = spell(quantity.range->high, quantity.unit);
  const std::string unit = " " + quantity.unit;  // once, where both end so
  const bool twice = low.ends_with(unit) && high.ends_with(unit);
  return (twice ? low.substr(0, low.size() - unit.size()) : low) + " to " + high;
}

std::string spell(const Cell& cell, std::string_view column) {
  if (!cell.text.empty() || !cell.quantity) return cell.text;
  const std::string_view unit = cell.quantity->unit;
  std::string text = spell(*cell.quantity);
  const bool has_unit = !unit.empty() && text.ends_with(unit) && column.starts_with(unit) &&
                        (column.size() == unit.size() || column[unit.size()] == ' ');
  if (has_unit) text.resize(text.size() - unit.size() - 1);
  return text;
}

}  // namespace sluice::report
