// Axes: from a range of data to a scale with round ticks and their spelling.
//
//   const Scale scale({.label = "Tokens", .log = true}, {2e6, 7e9}, /*max_ticks=*/8);
//   scale.ticks();          // 1e6, 1e7, … 1e10
//   scale.labels();         // "1M", "10M", … "10B"
//   scale.position(1e8);    // 0.5
//
// Linear ticks are 1, 2 or 5 times a power of ten apart and cover the data (Heckbert, "Nice Numbers
// for Graph Labels", Graphics Gems, 1990). Log ticks are 1, 2 and 5 in each decade, or every n-th
// decade; data within a factor of two get linear ticks at logarithmic places.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "chart/chart.h"

namespace sluice::chart {

// Values beyond this cannot be subtracted safely; they count as not drawable.
constexpr double kLargest = 1e300;

// True if the value has a place on the axis: finite, not beyond kLargest, positive on a log axis.
bool drawable(double value, const Axis& axis);

// A range of data that grows by what it is shown.
struct Extent {
  double low = 0;
  double high = 0;
  bool empty = true;

  void add(double value);
};

class Scale {
 public:
  // `data` must be drawable; an empty extent gives 0..1 (1..10 if log). `max_ticks`: at least 3.
  Scale(const Axis& axis, const Extent& data, size_t max_ticks);

  double low() const { return low_; }
  double high() const { return high_; }
  const std::vector<double>& ticks() const { return ticks_; }
  // As many as ticks; different texts for different ticks, unless spelled by Axis::custom.
  const std::vector<std::string>& labels() const { return labels_; }

  // Where a value lies: 0 at low(), 1 at high(), beyond that outside. 0 if it is not drawable.
  double position(double value) const;
  // The same within 0..1: where a bar ends.
  double clamped(double value) const;
  bool contains(double value) const;

 private:
  void choose_linear(const Extent& range, size_t max_ticks);
  void choose_log(const Extent& range, size_t max_ticks);
  void apply_bounds(const Axis& axis);

  bool log_;
  double low_ = 0;
  double high_ = 1;
  std::vector<double> ticks_;
  std::vector<std::string> labels_;
};

// The value as the axis spells it, to at most `digits` significant digits (3..15).
std::string spell(double value, const Axis& axis, int digits = 3);

}  // namespace sluice::chart
