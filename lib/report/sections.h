// The sections of a report, each from the basis alone.
//
//   const Report report = report_of(basis, {.guess = 3e9});
//   report.fits();
//
// A section whose numbers cannot be computed says what it wants, so that all are always there, in
// the same order. Throws ConfigError where an input is out of a formula's bounds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/basis.h"
#include "report/model.h"

namespace sluice::report {

// Tokens a parameter, from … to, at the same compute.
struct SweepRange {
  double low = 0;
  double high = 0;  // more than `low`
};

struct NamedBasis {
  std::string name;
  Basis basis;
};

struct ReportOptions {
  std::optional<double> guess;  // parameters: what the reader thinks is compute-optimal
  uint64_t seed = 0;            // of the draws from the plan's ranges
  std::optional<SweepRange> sweep = {};
  std::vector<NamedBasis> others = {};  // plans to tell beside this one
};

std::vector<Criterion> decide(const Basis& basis);

Section corpus_section(const Basis& basis);
Section guess_section(const Basis& basis, const ReportOptions& options);
Section budget_section(const Basis& basis);
Section optimum_section(const Basis& basis, const ReportOptions& options);
Section data_section(const Basis& basis);
Section vocabulary_section(const Basis& basis);
Section plan_section(const Basis& basis);
Section memory_section(const Basis& basis);
Section parallelism_section(const Basis& basis);
Section roofline_section(const Basis& basis);
Section reliability_section(const Basis& basis);
Section serving_section(const Basis& basis);
Section uncertainty_section(const Basis& basis, const ReportOptions& options);
Section runbook_section(const Basis& basis);
Section sweep_section(const Basis& basis, const SweepRange& range);
Section comparison_section(const Basis& basis, const std::vector<NamedBasis>& others);
Section absent_section(const Basis& basis);
Section assumptions_section(const Basis& basis);
Section formulas_section(const Report& report);  // of the sections that it has

Report report_of(const Basis& basis, const ReportOptions& options = {});

}  // namespace sluice::report
