// Whether two documents are near-duplicates: from their sketches where these are clear, else from
// their shingles.
//
// A verification sketch keeps one byte of each minimum of a document's signature. For Jaccard
// similarity J two bytes agree with probability p = J + (1 - J) / 256, so `a` of `k` that agree
// estimate J as (a / k - 1/256) / (1 - 1/256), with a standard error of sqrt(p (1 - p) / k) / (1 -
// 1/256): 0.041 at J = 0.75 and k = 112 (Broder 1997; Li and König 2010, b-bit minwise hashing).
// What lies within `margin` standard errors of the threshold is borderline and is computed exactly.
// Candidates share a band, so that their sketches agree a little more often than those of any two
// documents do: at J = 0.75, 8 of 112 rows raise the estimate by 0.018, which the margin covers.
//
//   const SketchRule rule({.threshold = 0.75, .minima = 112});
//   rule.judge(agreeing(one, other))                  // accept, reject, borderline
//   jaccard(shingles, other_shingles) >= 0.75         // of the borderline ones (shingles.h)
//
// Pure functions and an immutable class.
#pragma once

#include <cstdint>
#include <span>

namespace sluice::dedup {

enum class Verdict : uint8_t { reject, borderline, accept };

// How many bytes of two sketches agree; of the shorter one's length.
uint32_t agreeing(std::span<const uint8_t> one, std::span<const uint8_t> other);

class SketchRule {
 public:
  struct Options {
    double threshold = 0.75;  // 0..1: from which similarity on two documents are duplicates
    uint32_t minima = 112;    // bytes of a sketch; 0: there are none, and all is borderline
    double margin = 3.5;      // standard errors, at least 0
  };

  // Throws ConfigError if an option is out of range.
  explicit SketchRule(const Options& options);

  // `agreeing`: of options().minima.
  Verdict judge(uint32_t agreeing) const {
    if (agreeing >= accept_from_) return Verdict::accept;
    return agreeing < borderline_from_ ? Verdict::reject : Verdict::borderline;
  }
  // 0..1.
  double estimate(uint32_t agreeing) const;
  const Options& options() const { return options_; }
  // From how many agreeing bytes on a pair is not rejected, and accepted.
  uint32_t borderline_from() const { return borderline_from_; }
  uint32_t accept_from() const { return accept_from_; }

 private:
  Options options_;
  uint32_t borderline_from_ = 0;
  uint32_t accept_from_ = UINT32_MAX;
};

}  // namespace sluice::dedup
