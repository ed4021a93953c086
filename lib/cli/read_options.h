// The options of every tool that reads: inputs, limits for bad input, threads, what is said.
//
// Tools that give documents take them as part of IoOptions (document_options.h); tools that only
// measure take them as they are:
//
//   cli::ReadOptions reading(tool, "JSON Lines, plain, gzip or zstd");
//   …
//   pipeline::RunOptions run = reading.run_options();
//   run.jobs = {{.name = tool.name(), .inputs = reading.inputs(), .routes = {""}, …}};
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/tool.h"
#include "io/source.h"
#include "pipeline/run.h"

namespace sluice::cli {

// What is asked of every run, whatever names its inputs.
class RunningOptions {
 public:
  explicit RunningOptions(Tool& tool);

  // Everything for pipeline::run() but the jobs.
  pipeline::RunOptions run_options();

  bool verbose() const { return verbose_; }

 protected:
  Tool& tool() { return tool_; }
  const Tool& tool() const { return tool_; }
  static void refuse_over(const std::string& option, uint64_t value, uint64_t most);

 private:
  Tool& tool_;
  std::string max_errors_ = "0.1%";
  uint64_t max_document_bytes_ = uint64_t{128} << 20;
  bool allow_truncated_ = false;
  uint64_t threads_ = 0;
  uint64_t batch_bytes_ = uint64_t{1} << 20;
  std::string progress_ = "auto";
  bool quiet_ = false;
  bool verbose_ = false;
};

// Inputs that are named on the command line: declared before the others, as --help lists them.
class InputOptions {
 protected:
  InputOptions(Tool& tool, const std::string& inputs);

  std::vector<std::string> inputs_;
  std::string inputs_list_;
  std::string fetch_;
  bool page_trees_ = false;
  uint64_t fetch_retries_ = 4;
};

class ReadOptions : private InputOptions, public RunningOptions {
 public:
  // `inputs`: what the inputs are, for --help.
  ReadOptions(Tool& tool, const std::string& inputs);

  // Directories may be trees of pages (io/inputs.h). To be called before inputs().
  void take_page_trees() { page_trees_ = true; }

  // All inputs named, in order. Throws IoError where one is missing.
  std::vector<io::Input> inputs() const;
  bool names_inputs() const { return !inputs_.empty() || !inputs_list_.empty(); }
  // More than one, or a directory or list, however many those hold.
  bool names_several_inputs() const;
  // Files that the tool reads beside its inputs.
  std::vector<std::string> read_files() const;

  // Everything for pipeline::run() but the jobs.
  pipeline::RunOptions run_options();
};

// --text-key and --id-key.
class KeyOptions {
 public:
  explicit KeyOptions(Tool& tool);
  Fields fields() const;

 private:
  std::string text_key_ = "text";
  std::string id_key_ = "id";
};

}  // namespace sluice::cli
