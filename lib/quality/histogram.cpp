#include "quality/histogram.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "stats/checked.h"

namespace sluice::quality {
namespace {

constexpr size_t kFractions = 200;  // between 0 and 1
constexpr size_t kLengths = 1000;   // below 100
constexpr int kOctaves = 40;

// 2^(i/8 - 1) for i = 1 to 7: where the eighths of an octave begin, as frexp(3) gives mantissas.
constexpr std::array<double, 7> kEighths = {
    0.5452538663326288, 0.5946035575013605, 0.6484197773255048, 0.7071067811865476,
    0.7711054127039704, 0.8408964152537145, 0.9170040432046712};

struct Units {
  double most;  // values are clipped to it
  int64_t one;  // the integer of 1
};

constexpr Units units_of(Scale scale) {
  switch (scale) {
    case Scale::count:
      return {.most = 100'000, .one = 1};
    case Scale::length:
      return {.most = 1000, .one = 1000};
    case Scale::fraction:
      break;
  }
  return {.most = 4, .one = 1'000'000};
}

size_t count_bucket(double value) {
  if (value < 1) return 0;
  if (value >= std::ldexp(1, kOctaves)) return bucket_count(Scale::count) - 1;
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);
  size_t bucket = 1 + 8 * static_cast<size_t>(exponent - 1);
  for (const double eighth : kEighths) bucket += mantissa >= eighth ? 1 : 0;
  return bucket;
}

// The whole number that a bucket of counts holds alone; nothing if there are several or none.
std::optional<double> only_count(size_t bucket) {
  if (bucket == 0) return 0.0;
  const double first = std::ceil(lower_edge(Scale::count, bucket));
  if (first + 1 < lower_edge(Scale::count, bucket + 1)) return std::nullopt;
  return first;
}

// The one value of a bucket that is no range.
std::optional<double> only_value(Scale scale, size_t bucket) {
  if (scale == Scale::count) return only_count(bucket);
  if (bucket + 1 == bucket_count(scale)) return lower_edge(scale, bucket);
  if (scale == Scale::fraction && bucket == 0) return 0.0;
  return std::nullopt;
}

}  // namespace

size_t bucket_count(Scale scale) {
  switch (scale) {
    case Scale::count:
      return 2 + 8 * kOctaves;
    case Scale::length:
      return kLengths + 1;
    case Scale::fraction:
      break;
  }
  return kFractions + 2;
}

size_t bucket_of(Scale scale, double value) {
  if (!(value > 0)) return 0;
  if (scale == Scale::count) return count_bucket(value);
  const bool is_length = scale == Scale::length;
  const double most = is_length ? kLengths / 10 : 1;
  if (value >= most) return bucket_count(scale) - 1;
  const size_t bucket =
      is_length ? static_cast<size_t>(value * 10) : 1 + static_cast<size_t>(value * kFractions);
  // The product is rounded: 0.29 * 200 is 57.99…, and 1 - 2^-53 times 200 is 200.
  return bucket + (value >= lower_edge(scale, bucket + 1) ? 1 : 0) -
         (value < lower_edge(scale, bucket) ? 1 : 0);
}

double lower_edge(Scale scale, size_t bucket) {
  if (bucket == 0) return 0;
  switch (scale) {
    case Scale::count: {
      const size_t eighth = (bucket - 1) % 8;
      const double begin = eighth == 0 ? 0.5 : kEighths[eighth - 1];
      return std::ldexp(begin, static_cast<int>((bucket - 1) / 8) + 1);
    }
    case Scale::length:
      return static_cast<double>(bucket) / 10;
    case Scale::fraction:
      break;
  }
  return static_cast<double>(bucket - 1) / kFractions;
}

std::optional<ValueHistogram> ValueHistogram::from(
    Scale scale, const Sums& sums, const std::vector<std::pair<size_t, uint64_t>>& counts) {
  ValueHistogram values(scale);
  for (const auto& [bucket, times] : counts) {
    if (bucket >= bucket_count(scale)) return std::nullopt;
    values.add_to_bucket(bucket, times);
  }
  values.sums_ = sums;
  return values;
}

void ValueHistogram::add(double value) {
  add_to_bucket(bucket_of(scale_, value), 1);
  const Units units = units_of(scale_);
  const double clipped = std::clamp(value, 0.0, units.most);
  const int64_t whole = std::llround(clipped * static_cast<double>(units.one));
  const int64_t square = whole * whole;
  stats::add_checked(sums_.values, whole);
  stats::add_checked(sums_.squares, square / units.one);
  stats::add_checked(sums_.square_rests, square % units.one);
}

void ValueHistogram::add_to_bucket(size_t bucket, uint64_t times) {
  if (counts_.empty()) first_ = bucket;
  if (bucket < first_) {
    counts_.insert(counts_.begin(), first_ - bucket, 0);
    first_ = bucket;
  }
  if (bucket - first_ >= counts_.size()) counts_.resize(bucket - first_ + 1, 0);
  stats::add_checked(counts_[bucket - first_], times);
  stats::add_checked(count_, times);
}

ValueHistogram& ValueHistogram::operator+=(const ValueHistogram& other) {
  for (size_t bucket = other.begin(); bucket < other.end(); ++bucket) {
    if (const uint64_t times = other.at(bucket); times > 0) add_to_bucket(bucket, times);
  }
  stats::add_checked(sums_.values, other.sums_.values);
  stats::add_checked(sums_.squares, other.sums_.squares);
  stats::add_checked(sums_.square_rests, other.sums_.square_rests);
  return *this;
}

bool operator==(const ValueHistogram& a, const ValueHistogram& b) {
  if (a.scale_ != b.scale_ || a.count_ != b.count_ || a.sums_ != b.sums_) return false;
  for (size_t bucket = 0; bucket < bucket_count(a.scale_); ++bucket) {
    if (a.at(bucket) != b.at(bucket)) return false;
  }
  return true;
}

uint64_t ValueHistogram::at(size_t bucket) const {
  return bucket < begin() || bucket >= end() ? 0 : counts_[bucket - first_];
}

bool ValueHistogram::varies() const {
  return counts_.size() - static_cast<size_t>(std::ranges::count(counts_, uint64_t{0})) > 1;
}

double ValueHistogram::mean() const {
  if (count_ == 0) return 0;
  const auto one = static_cast<double>(units_of(scale_).one);
  return static_cast<double>(sums_.values) / one / static_cast<double>(count_);
}

double ValueHistogram::standard_deviation() const {
  if (count_ == 0) return 0;
  // In whole numbers as they were added, which a double holds exactly where they are few.
  const auto one = static_cast<double>(units_of(scale_).one);
  const auto count = static_cast<double>(count_);
  const double squares =
      static_cast<double>(sums_.squares) * one + static_cast<double>(sums_.square_rests);
  const double mean = static_cast<double>(sums_.values) / count;
  return std::sqrt(std::max(0.0, squares / count - mean * mean)) / one;
}

std::optional<double> ValueHistogram::quantile(double share) const {
  if (count_ == 0) return std::nullopt;
  const double wanted = std::clamp(share, 0.0, 1.0) * static_cast<double>(count_);
  double below = 0;
  size_t last = begin();
  for (size_t bucket = begin(); bucket < end(); ++bucket) {
    const auto here = static_cast<double>(at(bucket));
    if (here == 0) continue;
    last = bucket;
    if (below + here >= wanted) break;
    below += here;
  }
  if (const auto value = only_value(scale_, last)) return value;
  const double from = lower_edge(scale_, last);
  const double part = std::clamp((wanted - below) / static_cast<double>(at(last)), 0.0, 1.0);
  return from + part * (lower_edge(scale_, last + 1) - from);
}

double ValueHistogram::share_below(double threshold, bool inclusive) const {
  if (count_ == 0) return 0;
  double below = 0;
  for (size_t bucket = begin(); bucket < end(); ++bucket) {
    const auto here = static_cast<double>(at(bucket));
    if (const auto value = only_value(scale_, bucket)) {
      if (*value < threshold || (inclusive && *value == threshold)) below += here;
      continue;
    }
    const double from = lower_edge(scale_, bucket);
    const double width = lower_edge(scale_, bucket + 1) - from;
    below += here * std::clamp((threshold - from) / width, 0.0, 1.0);
  }
  return below / static_cast<double>(count_);
}

double ValueHistogram::share_dropped(Comparison comparison, double threshold) const {
  if (count_ == 0) return 0;
  switch (comparison) {
    case Comparison::above:
      return 1 - share_below(threshold, true);
    case Comparison::at_least:
      return 1 - share_below(threshold, false);
    case Comparison::below:
      return share_below(threshold, false);
    case Comparison::at_most:
      return share_below(threshold, true);
    case Comparison::none:
      break;
  }
  return 0;
}

}  // namespace sluice::quality
