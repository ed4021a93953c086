// Inputs that can be read but once, kept so that several passes can read them.
//
//   spool(run.jobs, work, "input");     // fills Input::spool where it is needed
//
// Standard input and everything else that is no regular file is copied as it comes, compressed or
// not. Commands (--fetch) are run again in each pass.
#pragma once

#include <vector>

#include "io/work_folder.h"
#include "pipeline/run.h"

namespace sluice::pipeline {

// `name`: what the copies are called in the folder, with a number behind it.
void spool(std::vector<Job>& jobs, const io::WorkFolder& work, const std::string& name);

}  // namespace sluice::pipeline
