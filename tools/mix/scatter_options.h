// --rejects, --errors and --stats.
#pragma once

#include <string>
#include <vector>

#include "cli/collisions.h"
#include "cli/tool.h"
#include "mix_options.h"
#include "passes.h"
#include "stats/stats_file.h"

namespace sluice::mix_tool {

class ScatterOptions {
 public:
  explicit ScatterOptions(cli::Tool& tool);

  std::vector<cli::NamedOutput> all() const {
    return {{rejects_, "--rejects"}, {errors_, "--errors"}, {stats_, "--stats"}};
  }
  // Throws ConfigError where an output is another one or an input; removes what killed runs left.
  void prepare(const Mix& mix, std::vector<cli::NamedOutput> more) const;
  ScatterOutputs named(const std::string& lines) const {
    return {.lines = lines, .rejects = rejects_, .errors = errors_};
  }
  const std::string& stats() const { return stats_; }
  // If somebody wants them.
  void write_stats(stats::Stats stats, stats::Details details) const;

 private:
  cli::Tool& tool_;
  std::string rejects_;
  std::string errors_;
  std::string stats_;
};

}  // namespace sluice::mix_tool
