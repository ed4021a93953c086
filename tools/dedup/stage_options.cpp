#include "stage_options.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "cli/shards.h"
#include "io/inputs.h"
#include "text_pass.h"

namespace sluice::dedup_tool {
namespace {

namespace fs = std::filesystem;
using Matters = cli::Tool::Matters;

std::vector<std::string> expanded(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    const bool directory = cli::names_directory(path);
    for (const io::Input& input : io::expand_inputs({.paths = {path}, .list = {}, .fetch = {}})) {
      if (directory && !input.name.ends_with(kSketchExtension)) continue;
      files.push_back(input.name);
    }
  }
  return files;
}

std::string base_name(const std::string& path) { return fs::path(path).filename().string(); }

size_t shard_called(const dedup::SketchSet& set, size_t first, size_t end,
                    const std::string& name) {
  std::optional<size_t> found;
  for (size_t shard = first; shard < end; ++shard) {
    if (base_name(set.path(shard)) != name) continue;
    if (found) throw ConfigError(name + ": two sketch files are called so");
    found = shard;
  }
  if (!found) throw ConfigError(name + ": there is no such sketch file");
  return *found;
}

std::string sketch_name(const io::Input& input) {
  return cli::shard_name(input, "") + std::string(kSketchExtension);
}

}  // namespace

SketchFiles::SketchFiles(cli::Tool& tool) : tool_(tool) {
  tool.section("Inputs and outputs");
  tool.texts("--sketches", sketches_, "FILE|DIR",
             "the sketches of all shards, in one order for all stages (repeatable)", Matters::run);
  tool.texts("--against", against_, "FILE|DIR",
             "sketches of what is compared with and never dropped (repeatable)", Matters::run);
  tool.section("Options");
}

Sketches SketchFiles::sketches() const {
  if (sketches_.empty()) throw ConfigError("--sketches: name the sketch files of all shards");
  Sketches sketches{.paths = expanded(against_), .references = 0};
  sketches.references = sketches.paths.size();
  const std::vector<std::string> shards = expanded(sketches_);
  if (shards.empty()) throw ConfigError("--sketches: there are no files that end in .sketch");
  sketches.paths.insert(sketches.paths.end(), shards.begin(), shards.end());
  for (const std::string& path : sketches.paths) tool_.reads(path);
  return sketches;
}

size_t shard_of(const dedup::SketchSet& set, const pipeline::Job& job) {
  const size_t first = set.shard_of(set.references());
  const size_t count = set.shards();
  if (job.inputs.size() == 1) return shard_called(set, first, count, sketch_name(job.inputs[0]));
  if (count - first == 1) return first;
  throw ConfigError("several inputs have as many sketches, so -o must be a directory (DIR/)");
}

size_t reference_of(const dedup::SketchSet& set, size_t references, const io::Input& input) {
  return shard_called(set, 0, references, sketch_name(input));
}

namespace {

void check_stage_output(const std::string& path) {
  std::error_code none;
  const auto type = fs::status(path, none).type();
  if (path.empty() || path == "-") throw ConfigError("-o: name the file that is to be written");
  if (type != fs::file_type::regular && type != fs::file_type::not_found) {
    throw ConfigError("-o " + path + ": a stage file is no stream, device or folder");
  }
}

}  // namespace

void reword_for_sketches(cli::Tool& tool) {
  tool.reword(
      "--output",
      "the stage file; a directory (DIR/) takes one for each input: part-7.jsonl.zst.sketch");
  for (const char* const option :
       {"--extension", "--rejects", "--compression-level", "--tokenizer"}) {
    tool.reword(option, "");
  }
}

void write_sketches(
    cli::DocumentOptions& documents, Fields& fields, const std::string& stage,
    const std::function<std::shared_ptr<pipeline::Rendering>(const std::string& path)>& make) {
  pipeline::RunOptions run = documents.run_options();
  for (pipeline::Job& job : run.jobs) {
    std::string& path = job.routes.front();
    if (documents.sharded()) path += kSketchExtension;
    check_stage_output(path);
  }
  run.number_lines = true;
  run.make_rendering = [&](const pipeline::Job& job) { return make(job.routes.front()); };
  documents.run(run, fields, {{stage, keep_document}});
}

StageOutput::StageOutput(cli::Tool& tool) : tool_(tool) {
  tool.section("Inputs and outputs");
  tool.text("-o,--output", path_, "FILE", "the stage file that is written", Matters::run);
  tool.text("--stats", stats_, "FILE", "what was found, as JSON", Matters::run);
  tool.section("Options");
}

void StageOutput::prepare(const std::vector<io::Input>& read,
                          const std::vector<cli::NamedOutput>& more) const {
  check_stage_output(path_);
  std::vector<io::Input> inputs = read;
  for (const std::string& path : tool_.read_files()) inputs.push_back({.name = path});
  std::vector<cli::NamedOutput> outputs = {{path_, "--output"}, {stats_, "--stats"}};
  outputs.insert(outputs.end(), more.begin(), more.end());
  cli::refuse_collisions(inputs, outputs);
  io::remove_stale_pending({&path_, 1});
  if (!stats_.empty()) io::remove_stale_pending({&stats_, 1});
}

std::string StageOutput::stats_json(const std::string& name, stats::Details::Object details) const {
  stats::Stats made;
  made.tool = tool_.program();
  made.version = cli::Tool::version();
  made.config_digest = tool_.config_digest();
  made.details.value = stats::Details::Object{{name, {std::move(details)}}};
  made.run.command = tool_.command();
  meter_.read(made.run);
  return stats::to_json(made);
}

StageOptions::StageOptions(cli::Tool& owner)
    : tool(owner), files(owner), work(owner), output(owner) {
  tool.section("Running");
  tool.number("-j,--threads", threads, "N", "threads (0: all of the machine)", Matters::run);
  tool.flag("-q,--quiet", quiet, "say nothing but errors", Matters::run);
  tool.section("Options");
}

void StageOptions::prepare(const std::vector<std::string>& read,
                           const std::vector<cli::NamedOutput>& more) const {
  tool.refuse_chain();
  tool.messages().set_quiet(quiet);
  work.check();
  files.sketches();
  for (const std::string& path : read) tool.reads(path);
  output.prepare({}, more);
}

Resources StageOptions::resources() const {
  return {.memory = work.memory, .folder = work.folder, .threads = threads};
}

}  // namespace sluice::dedup_tool
