#include "chart/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>
#include <unordered_set>

namespace sluice::chart {
namespace {

constexpr std::array<double, 3> kMultiples = {1, 2, 5};

// 10^exponent, correctly rounded (std::pow is not, on every machine). Wide strides of log ticks
// reach beyond kLargest; they end where doubles still have room for a multiple.
double power_of_ten(int exponent) {
  const std::string text = fmt::format("1e{}", std::clamp(exponent, -305, 305));
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// A step of 1, 2 or 5 times a power of ten. Multiples below one are computed by division, since 0.3
// is 3 / 10 but not 3 * 0.1.
struct Step {
  double multiple = 1;
  int exponent = 0;

  double size() const { return times(1); }
  double times(double count) const {
    const double scale = power_of_ten(std::abs(exponent));
    return exponent >= 0 ? count * multiple * scale : count * multiple / scale;
  }
};

// Ticks at multiples of the step from at or below `low` to at or above `high`.
std::vector<double> multiples(const Step& step, double low, double high) {
  const double first = std::floor(low / step.size() + 1e-9);
  const double last = std::ceil(high / step.size() - 1e-9);
  std::vector<double> ticks;
  for (double count = first; count <= last; ++count) ticks.push_back(step.times(count) + 0.0);
  return ticks;
}

// The closest ticks that cover the range and are at most `max_ticks`.
std::vector<double> linear_ticks(double low, double high, size_t max_ticks) {
  const double least = (high - low) / static_cast<double>(max_ticks - 1);
  for (int exponent = static_cast<int>(std::floor(std::log10(least)));; ++exponent) {
    for (const double multiple : kMultiples) {
      const Step step{multiple, exponent};
      if (step.size() < least * (1 - 1e-9)) continue;
      std::vector<double> ticks = multiples(step, low, high);
      if (ticks.size() <= max_ticks) return ticks;
    }
  }
}

// The index-th of …, 0.5, 1, 2, 5, 10, 20, …, where 1 has index 0.
double one_two_five(int index) {
  const int decade = index >= 0 ? index / 3 : -((2 - index) / 3);
  return Step{kMultiples[static_cast<size_t>(index - decade * 3)], decade}.size();
}

// Ticks one_two_five(k * stride) that cover the range: stride 1, or 3 for decades, 6 for every
// second.
std::vector<double> log_ticks(double low, double high, int stride) {
  const int decade = static_cast<int>(std::floor(std::log10(low))) - 1;
  const int multiple = static_cast<int>(std::floor(decade * 3.0 / stride));
  int index = multiple * stride;
  while (one_two_five(index + stride) <= low * (1 + 1e-9)) index += stride;
  std::vector<double> ticks = {one_two_five(index)};
  while (ticks.back() < high * (1 - 1e-9)) ticks.push_back(one_two_five(index += stride));
  return ticks;
}

std::string trim_zeros(std::string digits) {
  if (digits.find('.') == std::string::npos) return digits;
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.back() == '.') digits.pop_back();
  return digits;
}

// "2.5e-7": the exponent without a sign or zeros that say nothing.
std::string spell_scientific(double value, int digits) {
  const std::string text = fmt::format("{:.{}e}", value, digits - 1);
  const size_t e = text.find('e');
  int exponent = 0;
  const size_t sign = text[e + 1] == '+' ? 2 : 1;
  std::from_chars(text.data() + e + sign, text.data() + text.size(), exponent);
  return fmt::format("{}e{}", trim_zeros(text.substr(0, e)), exponent);
}

double round_to_digits(double value, int digits) {
  const std::string text = fmt::format("{:.{}e}", value, digits - 1);
  double rounded = value;
  std::from_chars(text.data(), text.data() + text.size(), rounded);
  return rounded;
}

// The value over the largest power of 1000 that leaves at least 1, and that power's name.
std::string spell_with_units(double value, int digits, std::span<const char* const> units) {
  const double rounded = round_to_digits(value, digits);
  const double size = std::abs(rounded);
  if (size == 0) return std::string("0") + units[0];
  if (size < 1e-3 || size >= 1e18) return spell_scientific(rounded, digits) + units[0];
  size_t unit = 0;
  double scale = 1;
  while (unit + 1 < units.size() && size >= scale * 1000) {
    scale *= 1000;
    ++unit;
  }
  if (size / scale >= 1e4) return spell_scientific(rounded, digits) + units[0];
  // Between 1000 and 10,000 only behind the last unit: "1200T".
  return fmt::format("{:.{}g}", rounded / scale, std::max(digits, 4)) + units[unit];
}

std::string spell_percent(double value, int digits) {
  const double percent = round_to_digits(value * 100, digits);
  const double size = std::abs(percent);
  if (size == 0) return "0 %";
  if (size < 1e-3 || size >= 1e6) return spell_scientific(percent, digits) + " %";
  return fmt::format("{:.{}g} %", percent, std::max(digits, 6));
}

// Spelled with as few digits as tell the ticks apart.
std::vector<std::string> spell_ticks(const std::vector<double>& ticks, const Axis& axis) {
  std::vector<std::string> labels;
  for (int digits = 3; digits <= 15; ++digits) {
    labels.clear();
    for (const double tick : ticks) labels.push_back(spell(tick, axis, digits));
    const std::unordered_set<std::string> distinct(labels.begin(), labels.end());
    if (axis.custom || distinct.size() == labels.size()) break;
  }
  return labels;
}

bool usable(const std::optional<double>& bound, const Axis& axis) {
  return bound && drawable(*bound, axis);
}

// The axis without bounds that contradict each other or cannot be drawn.
Axis with_sound_bounds(Axis axis) {
  if (!usable(axis.min, axis)) axis.min.reset();
  if (!usable(axis.max, axis)) axis.max.reset();
  if (axis.min && axis.max && *axis.min >= *axis.max) {
    axis.min.reset();
    axis.max.reset();
  }
  return axis;
}

// The data cut to the bounds, and widened if all values are (nearly) equal.
Extent range_of(const Axis& axis, const Extent& data) {
  Extent range = data;
  if (range.empty) range = {axis.log ? 1.0 : 0.0, axis.log ? 10.0 : 1.0, false};
  if (axis.min) range.low = *axis.min;
  if (axis.max) range.high = *axis.max;
  if (axis.min && range.high <= range.low) range.high = range.low;
  if (axis.max && range.low >= range.high) range.low = range.high;
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  if (range.high - range.low > std::max(size * 1e-12, 1e-290)) return range;
  if (axis.log) return {range.low / 2, range.high * 2, false};
  const double pad = size > 1e-280 ? size * 0.1 : 1;
  return {range.low - pad, range.high + pad, false};
}

}  // namespace

bool drawable(double value, const Axis& axis) {
  if (!std::isfinite(value) || std::abs(value) > kLargest) return false;
  return !axis.log || value > 1 / kLargest;
}

void Extent::add(double value) {
  low = empty ? value : std::min(low, value);
  high = empty ? value : std::max(high, value);
  empty = false;
}

Scale::Scale(const Axis& given, const Extent& data, size_t max_ticks) : log_(given.log) {
  const Axis axis = with_sound_bounds(given);
  const Extent range = range_of(axis, data);
  max_ticks = std::max<size_t>(max_ticks, 3);
  if (log_) {
    choose_log(range, max_ticks);
  } else {
    choose_linear(range, max_ticks);
  }
  apply_bounds(axis);
  labels_ = spell_ticks(ticks_, axis);
}

void Scale::choose_linear(const Extent& range, size_t max_ticks) {
  ticks_ = linear_ticks(range.low, range.high, max_ticks);
  low_ = ticks_.front();
  high_ = ticks_.back();
}

void Scale::choose_log(const Extent& range, size_t max_ticks) {
  ticks_.clear();
  if (range.high / range.low < 2) ticks_ = linear_ticks(range.low, range.high, max_ticks);
  if (ticks_.empty() || ticks_.front() <= 0) ticks_ = log_ticks(range.low, range.high, 1);
  for (int stride = 3; ticks_.size() > max_ticks; stride += 3) {
    ticks_ = log_ticks(range.low, range.high, stride);
  }
  low_ = ticks_.front();
  high_ = ticks_.back();
}

// Bounds that were asked for are kept to the letter, so ticks outside them go.
void Scale::apply_bounds(const Axis& axis) {
  if (axis.min) low_ = *axis.min;
  if (axis.max) high_ = *axis.max;
  std::erase_if(ticks_, [&](double tick) { return tick < low_ || tick > high_; });
  if (ticks_.empty()) ticks_ = {low_, high_};
}

double Scale::position(double value) const {
  if (!std::isfinite(value) || (log_ && value <= 0)) return 0;
  if (!log_) return (value - low_) / (high_ - low_);
  return (std::log10(value) - std::log10(low_)) / (std::log10(high_) - std::log10(low_));
}

double Scale::clamped(double value) const { return std::clamp(position(value), 0.0, 1.0); }

bool Scale::contains(double value) const {
  const double at = position(value);
  return (!log_ || value > 0) && at >= -1e-9 && at <= 1 + 1e-9;
}

std::string spell(double value, const Axis& axis, int digits) {
  static constexpr std::array<const char*, 5> kNumber = {"", "k", "M", "B", "T"};
  static constexpr std::array<const char*, 7> kBytes = {" B",  " kB", " MB", " GB",
                                                        " TB", " PB", " EB"};
  if (axis.custom) return axis.custom(value);
  if (axis.format == Format::percent) return spell_percent(value, digits);
  if (axis.format == Format::bytes) return spell_with_units(value, digits, kBytes);
  return spell_with_units(value, digits, kNumber);
}

}  // namespace sluice::chart
