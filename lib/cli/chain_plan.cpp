#include "cli/chain_plan.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/suggest.h"
#include "cli/collisions.h"
#include "cli/shards.h"
#include "io/inputs.h"
#include "io/output.h"
#include "pipeline/resume.h"

namespace sluice::cli {
namespace {

constexpr std::string_view kShard = "{shard}";

std::string with_shard(std::string text, const std::string& shard) {
  for (size_t at = text.find(kShard); at != std::string::npos; at = text.find(kShard, at)) {
    text.replace(at, kShard.size(), shard);
    at += shard.size();
  }
  return text;
}

void refuse_unknown_tool(const std::string& tool, const std::string& folder) {
  const std::vector<std::string> names = tool_names(folder);
  if (std::find(names.begin(), names.end(), tool) != names.end()) return;
  const std::vector<std::string_view> known(names.begin(), names.end());
  throw ConfigError("chain: there is no tool '" + tool + "'" + did_you_mean(tool, known) +
                    " (sluice help lists them)");
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(separator, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

std::vector<std::string> lines_of(const std::string& text) { return split(text, '\n'); }
std::vector<std::string> words_of(const std::string& line) { return split(line, ' '); }

}  // namespace

ChainOptions::ChainOptions(Tool& tool) {
  tool.arguments(
      "CHAIN INPUT", words,
      "the chain ('cat --sample 0.1 | cat --drop source'), then its inputs; {shard} in the "
      "chain stands for the shard's name");
  tool.text("--inputs", list, "LIST", "file with one input a line");
  tool.text("--fetch", fetch, "COMMAND", "read each input from this command, as of the first tool");
  tool.text("-o,--output", output, "FILE",
            "output of the last tool; a directory (DIR/) takes a file for each input");
  tool.text("--extension", extension, "EXT", "of files in an output directory, as jsonl.zst");
  tool.text("--stats", stats, "DIR", "takes a stats file for each tool and shard");
  tool.number("-j,--threads", threads, "N", "threads in all (0: all of the machine)");
  tool.flag("--resume", resume, "skip shards whose stats files say that they are done");
  tool.flag("-q,--quiet", quiet, "say nothing but errors");
}

ChainPlan::ChainPlan(const ChainOptions& options) : options_(options) {
  if (options.words.empty()) {
    throw ConfigError(
        "no chain is given, as in: sluice chain 'cat --sample 0.1 | cat' INPUT -o OUT");
  }
  if (options.output.empty()) throw ConfigError("--output: the name is empty");
  if (options.resume && options.stats.empty()) {
    throw ConfigError(
        "--resume needs --stats DIR: it skips the shards whose stats files are there");
  }
  if (options.resume && options.output == "-") {
    throw ConfigError("--resume needs -o FILE or -o DIR/: standard output is not kept");
  }
  sharded_ = names_directory(options.output);
  const std::vector<ChainStage> stages = parse_chain(options.words.front());
  const uint64_t threads =
      options.threads != 0 ? options.threads : std::thread::hardware_concurrency();
  const std::vector<size_t> shares = share_threads(threads, stages.size());
  for (size_t i = 0; i < stages.size(); ++i) {
    add_stage(stages[i], shares[i], i + 1 == stages.size());
  }
  plan_runs();
  check_outputs();
}

// Only the tool itself knows which options and files decide its result, and what it writes.
void ChainPlan::add_stage(const ChainStage& stage, size_t threads, bool is_last) {
  refuse_unknown_tool(stage.tool, options_.programs);
  Stage added;
  added.name = std::to_string(stages_.size() + 1) + "-" + stage.tool;
  added.threads = threads;
  added.words = {program_of(stage.tool, options_.programs)};
  added.words.insert(added.words.end(), stage.arguments.begin(), stage.arguments.end());
  // With what the chain will add, so that an option that a stage may not have as well is found now.
  std::vector<std::string> question = added.words;
  question.insert(question.end(), {"--threads", std::to_string(threads), "--print-plan"});
  if (!options_.stats.empty()) question.insert(question.end(), {"--stats", "/dev/null"});
  if (options_.quiet) question.push_back("--quiet");
  if (!stages_.empty()) question.insert(question.end(), {"--progress", "never"});
  if (is_last) question.insert(question.end(), {"--output", "-"});
  const Answer answer = ask_program(question);
  std::vector<std::string> lines = lines_of(answer.text);
  if (answer.exit_code != 0 || lines.empty()) {
    throw ConfigError(
        "chain: " + added.name +
        " cannot run with these options; the chain itself gives every tool --threads, "
        "--stats, --quiet and --progress, and the last one --output");
  }
  std::vector<std::string> first = words_of(lines.front());
  added.identity = {"sluice-" + stage.tool, Tool::version(), first.empty() ? "" : first.front()};
  for (const std::string& word : first) {
    if (word == "inputs") {
      throw ConfigError("chain: " + added.name +
                        " names inputs of its own; the chain's inputs stand behind the chain");
    }
    if (word == "resume") {
      throw ConfigError("chain: " + added.name + " has --resume; give it to the chain");
    }
  }
  lines.erase(lines.begin());
  std::erase(lines, "/dev/null");
  if (std::erase(lines, "-") == 0) {
    throw ConfigError("chain: " + added.name +
                      " does not pass its documents on; the chain's own -o says where they go");
  }
  added.outputs = std::move(lines);
  stages_.push_back(std::move(added));
}

void ChainPlan::plan_runs() {
  const std::vector<std::string> paths(options_.words.begin() + 1, options_.words.end());
  const std::vector<io::Input> inputs =
      io::expand_inputs({.paths = paths, .list = options_.list, .fetch = options_.fetch});
  if (!sharded_) {
    runs_.push_back({.shard = "chain", .inputs = inputs, .output = options_.output});
    return;
  }
  for (const io::Input& input : inputs) {
    const std::string shard = shard_name(input, options_.extension);
    runs_.push_back(
        {.shard = shard, .inputs = {input}, .output = in_directory(options_.output, shard)});
  }
}

void ChainPlan::check_outputs() const {
  if (runs_.size() > 1) {
    for (const Stage& stage : stages_) {
      for (const std::string& path : stage.outputs) {
        if (path == "/dev/null" || path.find(kShard) != std::string::npos) continue;
        throw ConfigError("chain: " + stage.name + " would write " + path +
                          " for every shard; put {shard} into the name");
      }
    }
  }
  std::vector<io::Input> inputs;
  std::vector<NamedOutput> written;
  for (const ChainRun& run : runs_) {
    inputs.insert(inputs.end(), run.inputs.begin(), run.inputs.end());
    for (std::string& path : outputs(run)) written.push_back({std::move(path), run.shard});
  }
  refuse_collisions(inputs, written);
}

std::string ChainPlan::stats_path(const ChainRun& run, const Stage& stage) const {
  return in_directory(options_.stats, run.shard + "." + stage.name + ".stats.json");
}

std::vector<std::string> ChainPlan::outputs(const ChainRun& run) const {
  std::vector<std::string> paths{run.output};
  for (const Stage& stage : stages_) {
    for (const std::string& path : stage.outputs) paths.push_back(with_shard(path, run.shard));
    if (!options_.stats.empty()) paths.push_back(stats_path(run, stage));
  }
  return paths;
}

std::vector<ChainProcess> ChainPlan::processes(const ChainRun& run) const {
  std::vector<ChainProcess> processes;
  for (size_t i = 0; i < stages_.size(); ++i) {
    processes.push_back({stages_[i].name, argv(run, i)});
  }
  return processes;
}

std::vector<std::string> ChainPlan::argv(const ChainRun& run, size_t stage) const {
  const Stage& planned = stages_[stage];
  std::vector<std::string> words;
  for (const std::string& word : planned.words) words.push_back(with_shard(word, run.shard));
  words.insert(words.end(), {"--threads", std::to_string(planned.threads)});
  const auto add = [&words](const std::string& option, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {option, value});
  };
  add("--stats", stats_path(run, planned));
  if (options_.quiet) words.push_back("--quiet");
  if (stage > 0) add("--progress", "never");  // one line of progress, that of the first tool
  if (stage + 1 == stages_.size()) add("--output", run.output);
  if (stage == 0) {
    add("--fetch", options_.fetch);
    words.push_back("--");
    for (const io::Input& input : run.inputs) words.push_back(input.name);
  }
  return words;
}

bool ChainPlan::is_done(const ChainRun& run) const {
  std::optional<stats::Stats> before;
  for (size_t i = 0; i < stages_.size(); ++i) {
    const Stage& stage = stages_[i];
    // The first tool reads the inputs, the last one writes the output; between them are pipes.
    const std::vector<io::Input> inputs = i == 0 ? run.inputs : std::vector<io::Input>{};
    std::vector<std::string> outputs;
    for (const std::string& path : stage.outputs) outputs.push_back(with_shard(path, run.shard));
    if (i + 1 == stages_.size()) outputs.push_back(run.output);
    auto stats = pipeline::done_before(stats_path(run, stage), stage.identity, inputs, outputs);
    if (!stats) return false;
    // A chain that was killed between two commits leaves stats files of two runs.
    if (before && (before->ledger.out.documents != stats->ledger.in.documents ||
                   before->ledger.out.ids != stats->ledger.in.ids)) {
      return false;
    }
    before = std::move(stats);
  }
  return true;
}

void ChainPlan::withdraw_stats(const ChainRun& run) const {
  if (options_.stats.empty()) return;
  // The last tool's first: it tells of the output, and the others are of no use without it.
  for (auto stage = stages_.rbegin(); stage != stages_.rend(); ++stage) {
    const std::string path = stats_path(run, *stage);
    if (::unlink(path.c_str()) != 0 && errno != ENOENT) throw_errno(path, "cannot be removed");
  }
}

void ChainPlan::remove_stale_outputs() const {
  std::vector<std::string> paths;
  for (const ChainRun& run : runs_) {
    const std::vector<std::string> written = outputs(run);
    paths.insert(paths.end(), written.begin(), written.end());
  }
  io::remove_stale_pending(paths);
}

}  // namespace sluice::cli
