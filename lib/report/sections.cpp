#include "report/sections.h"

namespace sluice::report {

Report report_of(const Basis& basis, const ReportOptions& options) {
  Report report;
  report.decision = decide(basis);
  report.sections.push_back(corpus_section(basis));
  report.sections.push_back(guess_section(basis, options));
  report.sections.push_back(budget_section(basis));
  report.sections.push_back(optimum_section(basis, options));
  report.sections.push_back(data_section(basis));
  report.sections.push_back(vocabulary_section(basis));
  report.sections.push_back(plan_section(basis));
  report.sections.push_back(memory_section(basis));
  report.sections.push_back(parallelism_section(basis));
  report.sections.push_back(roofline_section(basis));
  report.sections.push_back(reliability_section(basis));
  report.sections.push_back(serving_section(basis));
  if (options.sweep) report.sections.push_back(sweep_section(basis, *options.sweep));
  if (!options.others.empty()) {
    report.sections.push_back(comparison_section(basis, options.others));
  }
  report.sections.push_back(uncertainty_section(basis, options));
  report.sections.push_back(runbook_section(basis));
  report.sections.push_back(absent_section(basis));
  report.sections.push_back(assumptions_section(basis));
  report.sections.push_back(formulas_section(report));
  return report;
}

}  // namespace sluice::report
