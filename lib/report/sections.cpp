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
  report.sections.push_back(memory_section(basis));
  return report;
}

}  // namespace sluice::report
