// What the commands of single stages have in common: sketch files of a run, in one order.
//
//   StageOptions stage(tool);                    // --sketches, --against, -o, …
//   const Sketches sketches = stage.sketches();
//   const dedup::SketchSet set = sketches.open();
//   shard_of(set, input);                        // whose documents these are, by name
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/collisions.h"
#include "cli/document_options.h"
#include "cli/tool.h"
#include "cli/work_options.h"
#include "dedup/sketch_set.h"
#include "io/source.h"
#include "pipeline/meter.h"
#include "pipeline/run.h"
#include "stages.h"
#include "stats/stats_file.h"

namespace sluice::dedup_tool {

inline constexpr std::string_view kSketchExtension = ".sketch";

// --sketches and --against.
class SketchFiles {
 public:
  explicit SketchFiles(cli::Tool& tool);

  // Directories stand for their files that end in .sketch, by name. Throws ConfigError if there are
  // none, IoError where one is missing. They are no outputs from then on (Tool::reads()).
  Sketches sketches() const;

 private:
  cli::Tool& tool_;
  std::vector<std::string> sketches_;
  std::vector<std::string> against_;
};

// The shard, references apart, whose file has the name of the job's input: part-7.jsonl.zst.sketch
// for part-7.jsonl.zst. Of several inputs in one, the only shard. Throws ConfigError if there is no
// such shard or more than one.
size_t shard_of(const dedup::SketchSet& set, const pipeline::Job& job);
// The same among references.
size_t reference_of(const dedup::SketchSet& set, size_t references, const io::Input& input);

// A stage file and its stats: -o and --stats.
class StageOutput {
 public:
  explicit StageOutput(cli::Tool& tool);

  // Throws ConfigError: no output, one that is no file, one of the files that are read (`read` and
  // what the tool was told of) or of `more` outputs. Removes what a killed run of the same command
  // left there: stages have no --resume, and are run again as they are.
  void prepare(const std::vector<io::Input>& read = {},
               const std::vector<cli::NamedOutput>& more = {}) const;
  // Writes the output, calls `then`, and writes the stats, each whole or not at all; `write`
  // returns details, which stand under `name`.
  template <class Write>
  void write(const std::string& name, Write&& write,
             const std::function<void()>& then = nullptr) const;

  const std::string& path() const { return path_; }

 private:
  std::string stats_json(const std::string& name, stats::Details::Object details) const;

  cli::Tool& tool_;
  std::string path_;
  std::string stats_;
  pipeline::Meter meter_;
};

// For commands that read and write stage files alone.
struct StageOptions {
  explicit StageOptions(cli::Tool& owner);
  Resources resources() const;
  // Before anything is read or written: `read` beside the sketches, `more` outputs. Throws
  // ConfigError.
  void prepare(const std::vector<std::string>& read = {},
               const std::vector<cli::NamedOutput>& more = {}) const;

  cli::Tool& tool;
  SketchFiles files;
  cli::WorkOptions work;
  StageOutput output;
  uint64_t threads = 0;
  bool quiet = false;
};

// Says in --help what options of documents mean where stage files are written in their place.
void reword_for_sketches(cli::Tool& tool);

// Writes a sketch file a job, where the jobs' documents would go; `make` makes what writes to this
// path. `stage`: what this is called in stats files.
inline constexpr size_t kSketchWriterBytes = size_t{32} << 20;
void write_sketches(
    cli::DocumentOptions& documents, Fields& fields, const std::string& stage,
    const std::function<std::shared_ptr<pipeline::Rendering>(const std::string& path)>& make);

template <class Write>
void StageOutput::write(const std::string& name, Write&& write,
                        const std::function<void()>& then) const {
  io::OutputSet outputs;
  io::OutputSet stats_set;
  io::OutputFile* stats_file = stats_.empty() ? nullptr : &stats_set.open(stats_);
  stats::Details::Object details = write(outputs.open(path_));
  outputs.prepare();
  if (stats_file != nullptr) {
    stats_file->write(stats_json(name, std::move(details)));
    stats_set.prepare();
    stats_set.withdraw();  // it tells of the output that is replaced now
  }
  outputs.publish();
  if (then) then();
  stats_set.publish();
}

}  // namespace sluice::dedup_tool
