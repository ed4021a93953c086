// --rejects, --errors and --stats.
#pragma once

#include <string>
#include <vector>

#include "cli/collisions.h"
#include "cli/tool.h"
#include "io/output.h"
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
  // Before anything is read, so that a file that cannot be written is found.
  void open_stats();
  // If somebody wants them.
  void write_stats(stats::Stats stats, stats::Details details);

 private:
  cli::Tool& tool_;
  std::string rejects_;
  std::string errors_;
  std::string stats_;
  io::OutputSet stats_set_;
  io::OutputFile* stats_file_ = nullptr;
};

}  // namespace sluice::mix_tool
