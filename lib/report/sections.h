// The sections of a report, each from the basis alone.
//
//   const Report report = report_of(basis, {.guess = 3e9});
//   report.fits();
//
// A section whose numbers cannot be computed says what it wants, so that all are always there, in
// the same order. Throws ConfigError where an input is out of a formula's bounds.
#pragma once

#include <optional>

#include "report/basis.h"
#include "report/model.h"

namespace sluice::report {

struct ReportOptions {
  std::optional<double> guess;  // parameters: what the reader thinks is compute-optimal
};

std::vector<Criterion> decide(const Basis& basis);

Section corpus_section(const Basis& basis);
Section guess_section(const Basis& basis, const ReportOptions& options);
Section budget_section(const Basis& basis);
Section optimum_section(const Basis& basis, const ReportOptions& options);
Section data_section(const Basis& basis);
Section memory_section(const Basis& basis);

Report report_of(const Basis& basis, const ReportOptions& options = {});

}  // namespace sluice::report
