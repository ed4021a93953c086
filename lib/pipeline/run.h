// A run: jobs of inputs and outputs, each carried through the pipeline and published whole or not
// at all.
//
//   const RunResult result =
//       pipeline::run(options, fields, {{"where", [&](Document& document) { … }}});
//
// For each job: open the outputs (pending), drive the feed, finish the blocks, check the ledger,
// write the stats file, publish in the order rejects, errors, routes, stats. What goes wrong leaves
// as an exception (base/error.h) and publishes nothing of that job; jobs before it stay published.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/bad_records.h"
#include "pipeline/channels.h"
#include "pipeline/commit_gate.h"
#include "pipeline/document_feed.h"
#include "pipeline/meter.h"
#include "stats/stats_file.h"

namespace sluice::pipeline {

// Inputs that become one set of outputs. Empty paths are not written; "-" is standard output.
struct Job {
  std::string name;  // for people: the shard, or the tool
  std::vector<io::Input> inputs;
  std::vector<std::string> routes;  // Verdict::route chooses among them; at least one
  // Not 0: routes[0] is a pattern with {}, and a new file begins after so many bytes.
  uint64_t shard_bytes = 0;
  // A route that no document takes leaves no file. A file of an earlier run there, which would pass
  // for a part of this one, is an error: CheckError at the end; of the routes behind the first
  // `routes_in_use`, which nothing takes, ConfigError before anything is read.
  bool routes_on_demand = false;
  size_t routes_in_use = SIZE_MAX;
  std::string rejects;
  std::string errors;
  std::string stats;
};

// All paths that the job writes, but for empty ones; a pattern as it is.
std::vector<std::string> outputs_of(const Job& job);

// Who runs: the same identity and inputs give the same outputs.
struct Identity {
  std::string tool;
  std::string version;
  std::string config_digest;
  std::string corpus = {};  // of what is read beside a job's own inputs: stats.run.corpus
};

struct RunOptions {
  Identity identity;
  std::vector<std::string> command;  // for the stats file

  std::vector<Job> jobs;
  size_t threads = 0;  // 0: all of the machine
  MaxErrors max_errors;
  std::string
      no_json_hint;  // for people, where no record is a JSON object: what else the input may be
  uint64_t max_document_bytes = uint64_t{128} << 20;
  // Documents that begin within the first so many plain bytes of a job's inputs.
  uint64_t limit_bytes = UINT64_MAX;
  bool allow_truncated = false;
  // Skip jobs whose stats file tells of the same configuration, version, inputs and outputs.
  bool resume = false;
  TokenPolicy tokens;
  Admission admit;                              // what else makes a line a bad record
  bool number_lines = false;                    // stages ask for Document::line_number()
  RenderingMaker make_rendering;                // what documents are written as; none: as they came
  std::shared_ptr<OrderedJudge> ordered_judge;  // what decides about kept ones in order
  // Called once all documents of a job are judged, to add what the tool itself counted of them to
  // the stats file's `details`.
  std::function<void(const Job&, stats::Details::Object&)> add_details;
  // A chain's gate, where it was taken from the environment before: a run of several passes asks
  // it at the last one alone, and gives the others one that is always open.
  std::optional<CommitGate> gate;
  // When the work began, where that was in earlier passes: the first job's stats tell what has been
  // used since then.
  std::optional<Meter> meter;
  // Called before the outputs of each job take their names, when all else that can fail is done.
  std::function<void()> before_publishing;
  // What that publishes, complete once add_details was called for the last job, whose stats file
  // names it with the job's own outputs.
  std::vector<const io::OutputFile*> also_published;
  io::ChunkReader::Options chunks;
  Channels::Options channels;

  // Lines for people (bad records, summaries), and the one that progress overwrites; may be empty.
  std::function<void(const std::string&)> say;
  std::function<void(const std::string&)> show_progress;
};

struct RunResult {
  stats::Stats total;  // of all jobs, those done before included
  uint64_t jobs_done = 0;
  uint64_t jobs_skipped = 0;  // by --resume
};

// Documents through stages, at least one. `fields` must hold the stages' own fields already; the
// pipeline adds its own.
RunResult run(const RunOptions& options, Fields& fields, const std::vector<Stage>& stages);

// Records of any kind: `make_feed` is called once a job. The feed keeps a ledger for each stage
// that is named here, and may count under names of its own (Batch::count).
using FeedMaker = std::function<std::unique_ptr<Feed>(const Job&)>;
RunResult run(const RunOptions& options, const std::vector<std::string>& stages,
              const FeedMaker& make_feed);

}  // namespace sluice::pipeline
