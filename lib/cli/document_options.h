// The options of every tool that gives documents, spelled the same everywhere: IoOptions for all,
// and DocumentOptions for those that also take documents.
//
//   auto& documents = tool.add<cli::DocumentOptions>();
//   …
//   return tool.on_run([&] {
//     Fields fields = documents.fields();
//     documents.run(documents.run_options(), fields, {{"where", judge}});
//   });
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/collisions.h"
#include "cli/read_options.h"
#include "cli/tokenizer.h"
#include "cli/tool.h"
#include "pipeline/run.h"

namespace sluice::cli {

class IoOptions : public ReadOptions {
 public:
  // `inputs`: what the inputs are, for --help. `tokenizer`: what counts where --tokenizer is not
  // given; "stored" for tools that leave documents as they are.
  IoOptions(Tool& tool, const std::string& inputs,
            const std::string& tokenizer = std::string(kDefaultTokenizer));

  // The jobs that inputs and outputs amount to: one, or one a shard if the output is a directory.
  // Throws ConfigError where files and directories do not go together, and IoError where an input
  // is missing.
  std::vector<pipeline::Job> jobs() const;

  // For tools whose documents go to files of a directory that they name themselves, to be called
  // before run_options(), with `directory`, which `option` names, in place of -o. A job a shard
  // where several inputs are named (or a directory or list of them, however many those hold) or a
  // directory for rejects, errors or stats, else one job. Throws ConfigError if -o was given. The
  // jobs' routes are the tool's to replace.
  void route_into(const std::string& directory, const std::string& option);
  // For tools that leave documents as they are, where options make them change texts: counts again,
  // by kDefaultTokenizer, unless --tokenizer was given. To be called before run_options().
  void count_by_default();
  // Whether each input makes files of its own.
  bool sharded() const;

  // Everything for pipeline::run(), jobs and token counter included (which lives as long as this).
  // A tool may change it before it runs.
  pipeline::RunOptions run_options();

  // An output that `option` names and the tool writes beside those of the jobs, and publishes by
  // RunOptions::before_publishing. May be empty. Once is enough for all jobs.
  void also_writes(const std::string& path, const std::string& option);

  // What run() begins with, for tools that work before it. Throws ConfigError where outputs would
  // overwrite each other or an input (collisions.h), and what tells a chain the plan.
  void check_outputs(const pipeline::RunOptions& options) const;

  // Runs, writes the merged stats file of a sharded run, says the summary. Throws ConfigError,
  // before anything is read, where outputs would overwrite each other or an input (collisions.h).
  pipeline::RunResult run(const pipeline::RunOptions& options,
                          const std::vector<std::string>& stages,
                          const pipeline::FeedMaker& make_feed);

  const std::string& output() const { return output_; }
  // What --tokenizer names, once run_options() was called; nullptr for "stored" and "none".
  const TokenizerCounter* counter() const { return counter_.get(); }

 protected:
  using Runner = std::function<pipeline::RunResult(const pipeline::RunOptions&)>;
  pipeline::RunResult run_with(const pipeline::RunOptions& options, const Runner& runner);

 private:
  bool stats_by_shard() const;
  // One file for all shards.
  bool merged_stats() const { return sharded() && !stats_.empty() && !stats_by_shard(); }
  std::vector<pipeline::Job> shard_jobs(const std::vector<io::Input>& inputs) const;

  std::string output_ = "-";
  std::string output_option_ = "-o";   // what names it
  std::optional<bool> routes_shards_;  // of route_into()
  std::string extension_;
  std::string rejects_;
  std::string errors_;
  std::string stats_;
  std::vector<NamedOutput> also_written_;
  uint64_t compression_level_ = 0;
  std::string tokenizer_;
  bool resume_ = false;
  std::unique_ptr<TokenizerCounter> counter_;
};

class DocumentOptions : public IoOptions {
 public:
  explicit DocumentOptions(Tool& tool,
                           const std::string& tokenizer = std::string(kDefaultTokenizer));

  // The keys that --text-key and --id-key name.
  Fields fields() const { return keys_.fields(); }

  pipeline::RunResult run(const pipeline::RunOptions& options, Fields& fields,
                          const std::vector<pipeline::Stage>& stages);

 private:
  KeyOptions keys_;
};

}  // namespace sluice::cli
