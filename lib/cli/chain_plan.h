// What a chain will do: its tools, its runs (one, or one a shard), and every file that they write.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/chain.h"
#include "cli/sisters.h"
#include "cli/tool.h"
#include "io/source.h"
#include "pipeline/run.h"

namespace sluice::cli {

struct ChainOptions {
  ChainOptions() = default;
  explicit ChainOptions(Tool& tool);

  std::vector<std::string> words;  // the chain, then its inputs
  std::string list;
  std::string fetch;
  std::string output = "-";
  std::string extension;
  std::string stats;
  uint64_t threads = 0;
  bool resume = false;
  bool quiet = false;
  std::string programs = program_folder();  // where the tools are
};

// One run of the chain over one set of inputs.
struct ChainRun {
  std::string shard;
  std::vector<io::Input> inputs;
  std::string output;
};

class ChainPlan {
 public:
  // Asks every tool what its words amount to. Throws ConfigError on a chain that is none, unknown
  // tools, words that a tool does not take, and outputs that would overwrite each other or an
  // input; IoError where an input is missing.
  explicit ChainPlan(const ChainOptions& options);

  const std::vector<ChainRun>& runs() const { return runs_; }
  std::vector<ChainProcess> processes(const ChainRun& run) const;
  // Whether the stats files tell that every tool did this very work.
  bool is_done(const ChainRun& run) const;
  // Removes the stats files of the shard, which tell of the outputs that are replaced now: a chain
  // that is killed between two commits must not leave stats of two runs, for --resume would believe
  // them.
  void withdraw_stats(const ChainRun& run) const;
  void remove_stale_outputs() const;

 private:
  struct Stage {
    std::string name;                // "1-extract"
    std::vector<std::string> words;  // program and own arguments, {shard} as it is
    size_t threads = 1;
    pipeline::Identity identity;
    std::vector<std::string> outputs;  // {shard} as it is; without standard output
  };

  void add_stage(const ChainStage& stage, size_t threads, bool is_last);
  void plan_runs();
  void check_outputs() const;
  std::vector<std::string> argv(const ChainRun& run, size_t stage) const;
  std::string stats_path(const ChainRun& run, const Stage& stage) const;
  // Every file that a run writes.
  std::vector<std::string> outputs(const ChainRun& run) const;

  const ChainOptions& options_;
  bool sharded_ = false;
  std::vector<Stage> stages_;
  std::vector<ChainRun> runs_;
};

}  // namespace sluice::cli
