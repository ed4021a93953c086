// The options of all commands of sluice-mix, and what they amount to: a plan, its inputs, where
// stages leave their files.
//
//   MixOptions options(tool);
//   …
//   const Mix mix = options.open();       // throws ConfigError before anything is read
//   mix.inputs[7]; mix.source_of[7];      // a file, and whose it is
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cli/read_options.h"
#include "cli/tokenizer.h"
#include "cli/tool.h"
#include "cli/work_options.h"
#include "document/fields.h"
#include "io/source.h"
#include "mix/mix_plan.h"
#include "pipeline/run.h"

namespace sluice::mix_tool {

struct Mix {
  mix::MixPlan plan;
  std::vector<io::Input> inputs;    // of all sources, in their order
  std::vector<uint32_t> source_of;  // by input
  std::string config;               // a digest of what decides the result, the inputs apart
  std::string digest;               // of that and the inputs: stage files have to agree on it
  pipeline::RunOptions run;         // without jobs
};

class MixOptions : public cli::RunningOptions {
 public:
  explicit MixOptions(cli::Tool& tool);

  // Throws ConfigError: no plan, a plan that is wrong, sources without files, inputs that cannot be
  // read twice.
  Mix open();

  Fields fields() const { return keys_.fields(); }
  const cli::WorkOptions& work() const { return work_; }

 private:
  void find_inputs(Mix& mix) const;
  std::string config_of(const Mix& mix) const;
  std::string digest_of(const Mix& mix) const;

  std::vector<std::string> plans_;
  std::string tokenizer_ = "stored";
  std::unique_ptr<cli::TokenizerCounter> counter_;
  cli::KeyOptions keys_;
  cli::WorkOptions work_;
};

// Which of the parts that several processes work on: --part I/N.
struct Part {
  uint32_t number = 0;
  uint32_t of = 1;

  bool has(size_t item) const { return item % of == number; }
  // "counts-3-of-8".
  std::string file(const std::string& stage) const;
  // Throws ConfigError.
  static Part parse(const std::string& text);
};

// --work and --part.
class StageFolder {
 public:
  // `parts`: whether the command works on a part.
  StageFolder(cli::Tool& tool, bool parts);

  // Throws ConfigError.
  void check() const;
  Part part() const { return Part::parse(part_); }
  std::string path(const std::string& file) const { return folder_ + "/" + file; }
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
  std::string part_ = "0/1";
};

// The files of all parts of a stage in this folder, in the order of their parts. Throws CheckError
// that names those that are missing.
std::vector<std::string> all_parts(const std::string& folder, const std::string& stage);

}  // namespace sluice::mix_tool
