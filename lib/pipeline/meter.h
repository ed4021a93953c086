// What a job has used since a moment: wall time, CPU time of the process, memory.
//
//   const Meter meter;
//   …
//   meter.read(stats.run);        // wall_s, user_s, system_s, peak_rss_bytes
//
// Peak memory is that of the process since it began.
#pragma once

#include <sys/resource.h>

#include <chrono>

#include "stats/stats_file.h"

namespace sluice::pipeline {

class Meter {
 public:
  Meter();

  void read(stats::Run& run) const;

 private:
  std::chrono::steady_clock::time_point start_;
  rusage usage_;
};

}  // namespace sluice::pipeline
