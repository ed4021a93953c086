// The values of a rule over many documents, counted: what charts are drawn and thresholds are
// chosen from.
//
//   ValueHistogram values(Scale::fraction);
//   values.add(0.31);
//   values += of_another_thread;                          // any order gives the same
//   values.quantile(0.9)                                  // 0.452: nine of ten have at most that
//   values.share_dropped(Comparison::above, 0.3)          // 0.17, as far as buckets tell
//
// Buckets by scale, the same for all rules, so that files add up:
//
//   fraction   0 is exactly 0 (and less); 1 to 200 are .005 wide; 201 is 1 and more
//   count      0 is less than 1; 1 + i is [2^(i/8), 2^((i+1)/8)): nine percent wide, whole numbers
//              up to 11 apart; the last is 2^40 and more
//   length     a tenth wide, from 0; the last, 1000, is 100 and more
//
// Mean and standard deviation come from sums of whole numbers, so that they do not depend on the
// order of adding: of values clipped to 0..4 (fraction, in millionths), 0..100,000 (count) and
// 0..1000 (length, in thousandths), and of the squares of these whole numbers, which are exact: in
// the same units, and the rest, which is less than one, in units of units (10^-12, 10^-6). So many
// of the largest values fit 64 bits: 5 * 10^11 shares, 9 * 10^9 lengths, 9 * 10^8 counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "quality/step.h"

namespace sluice::quality {

// How many buckets there are, where a value belongs, and where a bucket begins.
size_t bucket_count(Scale scale);
size_t bucket_of(Scale scale, double value);
double lower_edge(Scale scale, size_t bucket);

class ValueHistogram {
 public:
  explicit ValueHistogram(Scale scale = Scale::fraction) : scale_(scale) {}
  // What mean and deviation are made of.
  struct Sums {
    int64_t values = 0;
    int64_t squares = 0;
    int64_t square_rests = 0;

    friend bool operator==(const Sums& a, const Sums& b) = default;
  };

  // From a file. Nothing if there is no such bucket.
  static std::optional<ValueHistogram> from(Scale scale, const Sums& sums,
                                            const std::vector<std::pair<size_t, uint64_t>>& counts);

  // Any value but NaN. Allocates only for a bucket beyond those that have been met.
  void add(double value);
  // Of the same scale. Throws CheckError where a sum does not fit 64 bits.
  ValueHistogram& operator+=(const ValueHistogram& other);
  friend bool operator==(const ValueHistogram& a, const ValueHistogram& b);

  Scale scale() const { return scale_; }
  uint64_t count() const { return count_; }
  const Sums& sums() const { return sums_; }
  // The count of a bucket, and the range of buckets outside which all are 0: [begin, end).
  uint64_t at(size_t bucket) const;
  size_t begin() const { return first_; }
  size_t end() const { return first_ + counts_.size(); }

  // Whether at least two values differ, as far as buckets tell.
  bool varies() const;
  // Of clipped values; 0 if there are none.
  double mean() const;
  double standard_deviation() const;  // over all, not n - 1
  // The value that a share of 0..1 of the documents does not exceed, taken as evenly spread within
  // a bucket; nothing if there are none.
  std::optional<double> quantile(double share) const;
  // Which share a rule with this threshold drops, 0..1. Comparison::none: 0.
  double share_dropped(Comparison comparison, double threshold) const;

 private:
  void add_to_bucket(size_t bucket, uint64_t times);
  // The share of values below, and if `inclusive` those that are the threshold, as far as it is a
  // value that a bucket holds alone.
  double share_below(double threshold, bool inclusive) const;

  Scale scale_;
  size_t first_ = 0;
  std::vector<uint64_t> counts_;  // of buckets from first_ on
  uint64_t count_ = 0;
  Sums sums_;
};

}  // namespace sluice::quality
