// Whether a job has been done already, as its stats file tells.
#pragma once

#include "pipeline/run.h"

namespace sluice::pipeline {

// An input as a stats file records it: name, stored size, time of last change (unknown for streams and commands).
stats::FileUse input_use(const io::Input& input);

// True if the job's stats file tells of the same tool, version and configuration, of inputs with the same names, sizes and
// times, and of outputs that are still there with their sizes. Anything else, an unreadable stats file
// included, means that the job is to be done (again). Also removes pending files that killed runs left.
bool is_done(const Job& job, const RunOptions& options);

}  // namespace sluice::pipeline
