// Whether work has been done already, as its stats file tells.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pipeline/run.h"

namespace sluice::pipeline {

// An input as a stats file records it: name, stored size, time of last change (unknown for streams
// and commands).
stats::FileUse input_use(const io::Input& input);

// The stats of the work if the stats file tells of the same tool, version, configuration and
// corpus, of inputs with the same names, sizes and times (not compared if `inputs` is empty; never
// the same for standard input), and of outputs that are still there with their sizes, `outputs`
// among them (standard output is not looked for). Anything else, an unreadable stats file included,
// means that the work is to be done (again).
std::optional<stats::Stats> done_before(const std::string& stats_file, const Identity& identity,
                                        const std::vector<io::Input>& inputs,
                                        const std::vector<std::string>& outputs = {});
// Of all that the job says; never if it writes to standard output, which is not kept.
std::optional<stats::Stats> done_before(const Job& job, const Identity& identity);

// Removes the pending files that killed runs of these jobs left.
void remove_stale_outputs(const std::vector<Job>& jobs);

}  // namespace sluice::pipeline
