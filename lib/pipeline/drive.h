// One feed through the pipeline into channels: the engine room of run.h, for feeds of every kind.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "pipeline/bad_records.h"
#include "pipeline/channels.h"
#include "pipeline/feed.h"
#include "pipeline/ordered.h"
#include "pipeline/progress.h"

namespace sluice::pipeline {

// What was counted while driving.
struct Tallied {
  std::vector<stats::Ledger> ledgers;  // one a stage
  uint64_t blank_lines = 0;
  Counters counters;
};

struct DriveOptions {
  size_t stages = 1;
  bool allow_truncated = false;
  std::vector<std::string> input_names;  // by Batch::input, for messages
};

// Reads the feed to its end. Throws what its steps throw: IoError (also for a truncated input,
// unless allowed), CheckError (too many bad records), Interrupted.
//
// Memory: batches in flight are bounded by the number of threads; a record that the feed calls too
// large for company is carried through alone, with the pipeline drained before and after.
Tallied drive(const Crew& crew, Feed& feed, Channels& channels, BadRecordLog& log,
              Progress& progress, const DriveOptions& options);

}  // namespace sluice::pipeline
