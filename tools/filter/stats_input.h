// Stats files as the commands take them that draw and fit: added up, with the rules that they hold.
//
//   StatsInput input(tool);                       // declares the arguments and --rule
//   …
//   for (const quality::RuleRecord& rule : input.rules()) …
#pragma once

#include <string>
#include <vector>

#include "cli/tool.h"
#include "io/source.h"
#include "quality/filter_tally.h"

namespace sluice::filter_tool {

class StatsInput {
 public:
  explicit StatsInput(cli::Tool& tool);

  std::vector<io::Input> files() const;
  // Of all files together, those that --rule names. Throws ConfigError where a file is no stats
  // file of sluice-filter and where there is no such rule, CheckError where files do not add up.
  std::vector<quality::RuleRecord> rules(const std::vector<io::Input>& files) const;
  bool names_rules() const { return !rules_.empty(); }

 private:
  bool is_wanted(const quality::RuleRecord& rule) const;

  std::vector<std::string> paths_;
  std::string list_;
  std::vector<std::string> rules_;
};

// Names for a message: ten at most.
std::string first_ten(const std::vector<std::string>& names);

// Throws CheckError where the rules do not tell languages apart, for there were too many.
void require_languages(const std::vector<quality::RuleRecord>& rules);

}  // namespace sluice::filter_tool
