#include "cli/document_options.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/format.h"
#include "cli/collisions.h"
#include "cli/shards.h"
#include "io/inputs.h"
#include "io/output.h"
#include "stats/stats_file.h"

namespace sluice::cli {
namespace {

using Matters = Tool::Matters;

// More threads than any machine has are a slip, and each wants its memory.
constexpr uint64_t kMostThreads = 4096;
constexpr uint64_t kMostRetries = 1000;
constexpr uint64_t kMostBatchBytes = uint64_t{1} << 30;
constexpr uint64_t kMostLevel = 100;  // the formats have less and say so themselves

void refuse_over(const std::string& option, uint64_t value, uint64_t most) {
  if (value <= most) return;
  throw ConfigError(option + ": at most " + with_thousands(most) + ", not " +
                    with_thousands(value));
}

// What a chain wants to know: the configuration's digest, on the same line what would not do in a
// chain ("inputs": some are named, "resume"), then every output, a line each.
std::string plan_of(const pipeline::RunOptions& options) {
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
  return plan;
}

}  // namespace

IoOptions::IoOptions(Tool& tool, const std::string& inputs) : tool_(tool) {
  tool.section("Inputs and outputs");
  tool.arguments("INPUT", inputs_,
                 inputs + "; directories stand for their files; '-' or none: standard input");
  tool.text("--inputs", inputs_list_, "LIST", "file with one input a line", Matters::run);
  tool.text(
      "--fetch", fetch_, "COMMAND",
      "read each input from this shell command, {} replaced by the input's name; it must exit "
      "with 0");
  tool.number("--fetch-retries", fetch_retries_, "N", "further attempts of a failed fetch (4)",
              Matters::run);
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
  tool.one_of("--tokenizer", tokenizer_, {"stored", "none"},
              "token counts: those stored in the documents (default), or none");
  tool.text("--max-errors", max_errors_, "N|SHARE",
            "stop at more bad records than this (0.1% once 1,000 were read)", Matters::run);
  tool.bytes("--max-document-bytes", max_document_bytes_,
             "larger ones are bad records, streamed past (128MiB)");
  tool.flag("--allow-truncated", allow_truncated_, "take what there is of a truncated input");

  tool.section("Running");
  tool.number("-j,--threads", threads_, "N", "threads (0: all of the machine)", Matters::run);
  tool.bytes("--batch-bytes", batch_bytes_, "input a thread takes at a time (1MiB)", Matters::run);
  tool.flag("--resume", resume_, "skip what the stats files say is done", Matters::run);
  tool.one_of("--progress", progress_, {"auto", "always", "never"},
              "progress on standard error (auto: on a terminal)", Matters::run);
  tool.flag("-q,--quiet", quiet_, "say nothing but errors", Matters::run);
  tool.flag("-v,--verbose", verbose_,
            "print the counts at the end, also where there is no terminal", Matters::run);
  tool.section("Options");
}

bool IoOptions::sharded() const { return output_ != "-" && names_directory(output_); }

bool IoOptions::stats_by_shard() const { return !stats_.empty() && names_directory(stats_); }

std::vector<pipeline::Job> IoOptions::jobs() const {
  const std::vector<io::Input> inputs =
      io::expand_inputs({.paths = inputs_, .list = inputs_list_, .fetch = fetch_});
  std::vector<pipeline::Job> jobs;
  if (sharded()) {
    jobs = shard_jobs(inputs);
  } else {
    for (const std::string& path : {rejects_, errors_, stats_}) {
      if (!path.empty() && names_directory(path)) {
        throw ConfigError(path + " is a directory, but -o " + output_ +
                          " is one file; a file for each input needs -o DIR/");
      }
    }
    jobs.push_back({.name = tool_.name(),
                    .inputs = inputs,
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
      throw ConfigError(std::string(option) + " " + path +
                        ": with -o DIR/ this takes a directory too (" + path + "/)");
    }
  }
  std::vector<pipeline::Job> jobs;
  for (const io::Input& input : inputs) {
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

std::vector<std::string> IoOptions::read_files() const {
  std::vector<std::string> files = tool_.read_files();
  if (!inputs_list_.empty()) files.push_back(inputs_list_);
  return files;
}

void IoOptions::check_values() const {
  if (batch_bytes_ == 0) throw ConfigError("--batch-bytes: must be 1 or more");
  refuse_over("--batch-bytes", batch_bytes_, kMostBatchBytes);
  refuse_over("--threads", threads_, kMostThreads);
  refuse_over("--fetch-retries", fetch_retries_, kMostRetries);
  refuse_over("--compression-level", compression_level_, kMostLevel);
  // Most likely a variable of a script that is not set; it must not mean "nowhere".
  for (const auto& [option, value] :
       {std::pair("--inputs", inputs_list_), std::pair("--output", output_),
        std::pair("--rejects", rejects_), std::pair("--errors", errors_),
        std::pair("--stats", stats_)}) {
    if (tool_.given(option) && value.empty()) {
      throw ConfigError(std::string(option) + ": the name is empty");
    }
  }
}

pipeline::RunOptions IoOptions::run_options() {
  if (resume_ && (sharded() ? !stats_by_shard() : stats_.empty())) {
    throw ConfigError(
        sharded() ? "--resume needs --stats DIR/: it skips the shards whose stats file is there"
                  : "--resume needs --stats FILE: it skips the run if that file is there");
  }
  check_values();
  tool_.messages().set_quiet(quiet_);
  tool_.messages().set_progress(progress_);
  pipeline::RunOptions options;
  options.identity = {tool_.name(), Tool::version(), tool_.config_digest()};
  options.command = tool_.command();
  options.jobs = jobs();
  options.threads = threads_;
  options.max_errors = pipeline::MaxErrors::parse(max_errors_);
  options.max_document_bytes = max_document_bytes_;
  options.allow_truncated = allow_truncated_;
  options.resume = resume_;
  options.tokens.stored = tokenizer_ == "stored";
  options.chunks.chunk_bytes = batch_bytes_;
  options.chunks.command.retries = static_cast<uint32_t>(fetch_retries_);
  if (tool_.given("--compression-level")) {
    options.channels.compression_level = static_cast<int>(compression_level_);
  }
  options.say = [this](const std::string& line) { tool_.messages().say(line); };
  if (tool_.messages().shows_progress()) {
    options.show_progress = [this](const std::string& line) { tool_.messages().progress(line); };
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

pipeline::RunResult IoOptions::run_with(const pipeline::RunOptions& options, const Runner& runner) {
  const bool merged_stats = sharded() && !stats_.empty() && !stats_by_shard();
  refuse_collisions(options.jobs, merged_stats ? stats_ : "", read_files());
  if (tool_.wants_plan()) throw Done(plan_of(options));
  io::OutputSet stats_set;
  io::OutputFile* stats_file = merged_stats ? &stats_set.open(stats_) : nullptr;
  pipeline::RunResult result = runner(options);
  if (stats_file != nullptr) {
    stats_file->write(stats::to_json(result.total));
    stats_set.publish();
  }
  if (result.jobs_skipped > 0) {
    tool_.messages().say(count_of(result.jobs_skipped, "shard") +
                         " skipped, done before (--resume)");
  }
  if (result.jobs_done > 0 && (verbose_ || Messages::on_terminal())) {
    tool_.messages().block(stats::summary(result.total));
  }
  return result;
}

DocumentOptions::DocumentOptions(Tool& tool) : IoOptions(tool, "JSON Lines, plain, gzip or zstd") {
  tool.section("Documents");
  tool.text("--text-key", text_key_, "PATH", "where the text is (text); dotted: content.body");
  tool.text("--id-key", id_key_, "PATH", "where the id is (id)");
  tool.section("Options");
}

Fields DocumentOptions::fields() const {
  return configured_by("--text-key, --id-key",
                       [this] { return Fields({.text_key = text_key_, .id_key = id_key_}); });
}

pipeline::RunResult DocumentOptions::run(const pipeline::RunOptions& options, Fields& fields,
                                         const std::vector<pipeline::Stage>& stages) {
  return run_with(options, [&](const pipeline::RunOptions& settled) {
    return pipeline::run(settled, fields, stages);
  });
}

}  // namespace sluice::cli
