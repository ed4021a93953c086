// The plan as the command line gives it: --plan FILE, --model FILE, and a flag for what is asked
// most.
//
//   PlanOptions options(tool);
//   const report::Plan plan = options.plan(tool);      // throws ConfigError
//   options.hardware();                                // the built-in table, with --hardware's
#pragma once

#include <string>
#include <vector>

#include "cli/tool.h"
#include "report/basis.h"
#include "report/plan.h"

namespace sluice::report_tool {

class PlanOptions {
 public:
  explicit PlanOptions(cli::Tool& tool);

  report::Plan plan(cli::Tool& tool) const;
  // A plan of --compare: the file alone, with its hf_config.
  static report::Plan other_plan(const std::string& path, cli::Tool& tool);
  // The stats files that the plan names, as seen from here.
  std::vector<std::string> stats_of(const report::Plan& plan) const;
  std::vector<sizing::Hardware> hardware() const;
  const report::BasisOptions& basis() const { return basis_; }

 private:
  std::string plan_;
  std::string model_;
  std::string hardware_file_;
  std::string hw_;
  std::string fit_;
  std::string attention_;
  struct Flag {
    std::string option;
    std::string setting;
    double value = 0;
  };
  std::vector<Flag> numbers_;
  report::BasisOptions basis_;
};

}  // namespace sluice::report_tool
