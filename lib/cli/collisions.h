// Outputs that would overwrite each other, or an input that is still to be read.
#pragma once

#include <string>
#include <vector>

#include "pipeline/run.h"

namespace sluice::cli {

// Throws ConfigError if two outputs of the jobs, or an output and an input, are one file, through
// links and however they are spelled. A rolling output counts as all files that its pattern may
// become. `stats`: a stats file of all jobs together, or empty.
// `read`: files that are read beside the inputs (lists, models); `more`: written beside the jobs'
// outputs.
struct NamedOutput {
  std::string path;
  std::string owner;  // says whose output it is: a shard, or the option that names it
};
void refuse_collisions(const std::vector<pipeline::Job>& jobs, const std::string& stats,
                       const std::vector<std::string>& read = {},
                       const std::vector<NamedOutput>& more = {});

// The same for inputs and outputs named one by one.
void refuse_collisions(const std::vector<io::Input>& inputs,
                       const std::vector<NamedOutput>& outputs);

}  // namespace sluice::cli
