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
#include <string>
#include <vector>

#include "cli/messages.h"
#include "cli/tool.h"
#include "pipeline/run.h"

namespace sluice::cli {

class IoOptions {
 public:
  // `inputs`: what the inputs are, for --help.
  IoOptions(Tool& tool, const std::string& inputs);

  // The jobs that inputs and outputs amount to: one, or one a shard if the output is a directory.
  // Throws ConfigError where files and directories do not go together, and IoError where an input
  // is missing.
  std::vector<pipeline::Job> jobs() const;

  // Everything for pipeline::run(), jobs included. A tool may change it before it runs.
  pipeline::RunOptions run_options();

  // Runs, writes the merged stats file of a sharded run, says the summary. Throws ConfigError,
  // before anything is read, where outputs would overwrite each other or an input (collisions.h).
  pipeline::RunResult run(const pipeline::RunOptions& options,
                          const std::vector<std::string>& stages,
                          const pipeline::FeedMaker& make_feed);

  const std::string& output() const { return output_; }

 protected:
  using Runner = std::function<pipeline::RunResult(const pipeline::RunOptions&)>;
  pipeline::RunResult run_with(const pipeline::RunOptions& options, const Runner& runner);

 private:
  void check_values() const;
  std::vector<std::string> read_files() const;
  bool sharded() const;
  bool stats_by_shard() const;
  std::vector<pipeline::Job> shard_jobs(const std::vector<io::Input>& inputs) const;

  Tool& tool_;

  std::vector<std::string> inputs_;
  std::string inputs_list_;
  std::string fetch_;
  uint64_t fetch_retries_ = 4;
  std::string output_ = "-";
  std::string extension_;
  std::string rejects_;
  std::string errors_;
  std::string stats_;
  uint64_t compression_level_ = 0;
  std::string tokenizer_ = "stored";
  std::string max_errors_ = "0.1%";
  uint64_t max_document_bytes_ = uint64_t{128} << 20;
  bool allow_truncated_ = false;
  uint64_t threads_ = 0;
  uint64_t batch_bytes_ = uint64_t{1} << 20;
  bool resume_ = false;
  std::string progress_ = "auto";
  bool quiet_ = false;
  bool verbose_ = false;
};

class DocumentOptions : public IoOptions {
 public:
  explicit DocumentOptions(Tool& tool);

  // The keys that --text-key and --id-key name.
  Fields fields() const;

  pipeline::RunResult run(const pipeline::RunOptions& options, Fields& fields,
                          const std::vector<pipeline::Stage>& stages);

 private:
  std::string text_key_ = "text";
  std::string id_key_ = "id";
};

}  // namespace sluice::cli
