#include "cli/document_options.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/format.h"
#include "cli/collisions.h"
#include "cli/shards.h"
#include "io/output.h"
#include "stats/stats_file.h"

namespace sluice::cli {
namespace {

using Matters = Tool::Matters;

constexpr uint64_t kMostLevel = 100;  // the formats have less and say so themselves

// What a chain wants to know: the configuration's digest, on the same line what would not do in a
// chain ("inputs": some are named, "resume"), then every output, a line each.
std::string plan_of(const pipeline::RunOptions& options,
                    const std::vector<NamedOutput>& also_written) {
  std::string plan = options.identity.config_digest;
  const auto has_named_input = [](const pipeline::Job& job) {
    return std::any_of(job.inputs.begin(), job.inputs.end(),
                       [](const io::Input& input) { return !input.is_stdin(); });
  };
  if (std::any_of(options.jobs.begin(), options.jobs.end(), has_named_input)) plan += " inputs";
  if (options.resume) plan += " resume";
  for (const pipeline::Job& job : options.jobs) {
    for (const std::string& path : pipeline::outputs_of(job)) plan += "\n" + path;
  }
  for (const NamedOutput& output : also_written) plan += "\n" + output.path;
  return plan;
}

}  // namespace

IoOptions::IoOptions(Tool& tool, const std::string& inputs, const std::string& tokenizer)
    : ReadOptions(tool, inputs), tokenizer_(tokenizer) {
  tool.section("Inputs and outputs");
  tool.text(
      "-o,--output", output_, "FILE",
      "where documents go (standard output); .gz and .zst compress; a directory (DIR/) takes a "
      "file for each input",
      Matters::run);
  tool.text("--extension", extension_, "EXT",
            "of files in an output directory, as jsonl.zst (that of the input)", Matters::run);
  tool.text("--rejects", rejects_, "FILE", "dropped documents, whole, with the reason",
            Matters::run);
  tool.text("--errors", errors_, "FILE", "bad records, as they came", Matters::run);
  tool.text("--stats", stats_, "FILE",
            "counts as JSON; a directory takes a file for each input, which --resume needs",
            Matters::run);
  tool.number("--compression-level", compression_level_, "N", "zstd 1-22 (3), gzip 1-12 (6)",
              Matters::run);
  tool.section("Documents");
  tool.text("--tokenizer", tokenizer_, "NAME|FILE",
            "what counts tokens (" + tokenizer_ + "): " + std::string(kTokenizerHelp) +
                "; 'stored' adds up what documents say, 'none' counts nothing",
            Matters::run);
  tool.section("Running");
  tool.flag("--resume", resume_, "skip what the stats files say is done", Matters::run);
  tool.section("Options");
}

bool IoOptions::sharded() const {
  return routes_shards_.value_or(output_ != "-" && names_directory(output_));
}

void IoOptions::route_into(const std::string& directory, const std::string& option) {
  if (tool().given("--output")) {
    throw ConfigError(option + " and --output both say where documents go; give one of them");
  }
  output_ = directory;
  output_option_ = option;
  const auto names_one = [](const std::string& path) {
    return !path.empty() && names_directory(path);
  };
  routes_shards_ =
      names_several_inputs() || names_one(rejects_) || names_one(errors_) || names_one(stats_);
}

void IoOptions::count_by_default() {
  if (!tool().given("--tokenizer")) tokenizer_ = kDefaultTokenizer;
}

bool IoOptions::stats_by_shard() const { return !stats_.empty() && names_directory(stats_); }

std::vector<pipeline::Job> IoOptions::jobs() const {
  const std::vector<io::Input> all = inputs();
  std::vector<pipeline::Job> jobs;
  if (sharded()) {
    jobs = shard_jobs(all);
  } else {
    for (const std::string& path : {rejects_, errors_, stats_}) {
      if (!path.empty() && names_directory(path)) {
        throw ConfigError(path + " is a directory, but -o " + output_ +
                          " is one file; a file for each input needs -o DIR/");
      }
    }
    jobs.push_back({.name = tool().name(),
                    .inputs = all,
                    .routes = {output_},
                    .shard_bytes = 0,
                    .rejects = rejects_,
                    .errors = errors_,
                    .stats = stats_});
  }
  return jobs;
}

std::vector<pipeline::Job> IoOptions::shard_jobs(const std::vector<io::Input>& inputs) const {
  for (const auto& [option, path] :
       {std::pair("--rejects", rejects_), std::pair("--errors", errors_)}) {
    if (!path.empty() && !names_directory(path)) {
      throw ConfigError(std::string(option) + " " + path + ": with " + output_option_ +
                        " DIR/ this takes a directory too (" + path + "/)");
    }
  }
  std::vector<pipeline::Job> jobs;
  for (const io::Input& input : inputs) {
    if (!jobs.empty() && !input.shard.empty() && jobs.back().inputs.back().shard == input.shard) {
      jobs.back().inputs.push_back(input);
      continue;
    }
    const std::string name = shard_name(input, extension_);
    jobs.push_back({.name = name,
                    .inputs = {input},
                    .routes = {in_directory(output_, name)},
                    .shard_bytes = 0,
                    .rejects = in_directory(rejects_, name),
                    .errors = in_directory(errors_, name),
                    .stats = stats_by_shard() ? in_directory(stats_, name + ".stats.json") : ""});
  }
  return jobs;
}

pipeline::RunOptions IoOptions::run_options() {
  if (resume_ && (sharded() ? !stats_by_shard() : stats_.empty())) {
    throw ConfigError(
        sharded() ? "--resume needs --stats DIR/: it skips the shards whose stats file is there"
                  : "--resume needs --stats FILE: it skips the run if that file is there");
  }
  refuse_over("--compression-level", compression_level_, kMostLevel);
  // Read once, and only now that the configuration is known to be asked for.
  const pipeline::TokenPolicy tokens = token_policy(tokenizer_, tool(), counter_);
  pipeline::RunOptions options = ReadOptions::run_options();
  options.tokens = tokens;
  options.jobs = jobs();
  options.resume = resume_;
  if (tool().given("--compression-level")) {
    options.channels.compression_level = static_cast<int>(compression_level_);
  }
  return options;
}

pipeline::RunResult IoOptions::run(const pipeline::RunOptions& options,
                                   const std::vector<std::string>& stages,
                                   const pipeline::FeedMaker& make_feed) {
  return run_with(options, [&](const pipeline::RunOptions& settled) {
    return pipeline::run(settled, stages, make_feed);
  });
}

void IoOptions::check_outputs(const pipeline::RunOptions& options) const {
  refuse_collisions(options.jobs, merged_stats() ? stats_ : "", read_files(), also_written_);
  if (tool().wants_plan()) throw Done(plan_of(options, also_written_));
}

void IoOptions::also_writes(const std::string& path, const std::string& option) {
  if (!path.empty()) also_written_.push_back({path, option});
}

pipeline::RunResult IoOptions::run_with(const pipeline::RunOptions& options, const Runner& runner) {
  check_outputs(options);
  io::OutputSet stats_set;
  io::OutputFile* stats_file = merged_stats() ? &stats_set.open(stats_) : nullptr;
  pipeline::RunResult result = runner(options);
  if (stats_file != nullptr) {
    stats_file->write(stats::to_json(result.total));
    stats_set.publish();
  }
  if (result.jobs_skipped > 0) {
    tool().messages().say(count_of(result.jobs_skipped, "shard") +
                          " skipped, done before (--resume)");
  }
  if (result.jobs_done > 0 && (verbose() || Messages::on_terminal())) {
    tool().messages().block(stats::summary(result.total));
  }
  return result;
}

DocumentOptions::DocumentOptions(Tool& tool, const std::string& tokenizer)
    : IoOptions(tool, "JSON Lines, plain, gzip or zstd", tokenizer), keys_(tool) {}

pipeline::RunResult DocumentOptions::run(const pipeline::RunOptions& options, Fields& fields,
                                         const std::vector<pipeline::Stage>& stages) {
  return run_with(options, [&](const pipeline::RunOptions& settled) {
    return pipeline::run(settled, fields, stages);
  });
}

}  // namespace sluice::cli
