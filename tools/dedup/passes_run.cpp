#include "passes_run.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "apply_clusters.h"
#include "base/error.h"
#include "base/format.h"
#include "base/hash.h"
#include "cli/collisions.h"
#include "io/inputs.h"
#include "pipeline/resume.h"
#include "pipeline/spool.h"
#include "text_pass.h"

namespace sluice::dedup_tool {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWorkFolder = "sluice-dedup";

size_t index_of(const pipeline::Job& job, const std::vector<pipeline::Job>& jobs) {
  return static_cast<size_t>(&job - jobs.data());
}

std::string size_and_time(const io::Input& input) {
  const stats::FileUse use = pipeline::input_use(input);
  return std::to_string(use.modified_ns) + " " + std::to_string(use.bytes.value_or(0)) + "\n";
}

// A folder that cannot be written to is found before hours of work.
void try_outputs(const std::vector<pipeline::Job>& jobs) {
  io::OutputSet outputs;
  std::error_code none;
  for (const std::string& path : pipeline::outputs_of(jobs.front())) {
    // Streams and devices are not touched before there is something to write; where the type cannot
    // be told, opening says why.
    const auto status = fs::status(path, none);
    if (path != "-" && (!fs::exists(status) || fs::is_regular_file(status))) outputs.open(path);
  }
}

}  // namespace

void declare(cli::Tool& tool, PassesOptions& options, const std::string& copies) {
  tool.section("What is dropped");
  tool.texts("--against", options.against, "REF",
             "drop also " + copies +
                 " these documents or stage files, which are not written "
                 "(repeatable)");
  tool.section("Inputs and outputs");
  tool.text("--keep-clusters", options.keep_clusters, "FILE",
            "clusters as JSON Lines: id, size, members", cli::Tool::Matters::run);
  tool.section("Options");
}

PassesRun::PassesRun(cli::Tool& tool, cli::DocumentOptions& documents,
                     const DocumentFactsOptions& facts, const PassesOptions& options,
                     std::string name)
    : tool_(tool),
      documents_(documents),
      facts_(facts),
      options_(options),
      name_(std::move(name)),
      references_(find_references()) {}

std::vector<PassesRun::Reference> PassesRun::find_references() const {
  std::vector<Reference> references;
  for (const io::Input& input : reference_inputs(tool_, options_.against)) {
    if (io::is_stage_file(input.name)) {
      references.push_back({.sketch = input.name, .job = std::nullopt});
    } else {
      references.push_back({.sketch = {}, .job = job_of(input.name, {input}, "")});
    }
  }
  return references;
}

Resources PassesRun::resources(const pipeline::RunOptions& run) const {
  return {.memory = options_.work->memory, .folder = options_.work->folder, .threads = run.threads};
}

std::vector<io::Input> reference_inputs(cli::Tool& tool, const std::vector<std::string>& paths) {
  if (paths.empty()) return {};
  std::vector<io::Input> inputs;
  try {
    inputs = io::expand_inputs({.paths = paths, .list = {}, .fetch = {}});
  } catch (const IoError& error) {
    throw ConfigError(std::string("--against: ") + error.what());
  }
  std::error_code none;
  for (const io::Input& input : inputs) {
    if (input.is_stdin()) throw ConfigError("--against: standard input is what is deduplicated");
    if (!fs::is_regular_file(input.name, none)) {
      throw ConfigError("--against " + input.name +
                        ": is looked at more than once, so it must be a file, no pipe");
    }
    tool.reads(input.name);
  }
  return inputs;
}

std::string name_references(cli::Tool& tool, const std::vector<io::Input>& references) {
  std::string contents;
  std::string sizes;
  for (const io::Input& input : references) {
    contents += size_and_time(input);
    sizes += std::to_string(pipeline::input_use(input).bytes.value_or(0)) + "\n";
  }
  if (!sizes.empty()) tool.digest("--against", sizes);
  return contents + "references\n";
}

// What becomes of a shard depends on all inputs and references: --resume asks whether they are the
// same.
void PassesRun::name_contents(pipeline::RunOptions& run) {
  std::vector<io::Input> references;
  for (const Reference& reference : references_) {
    references.push_back(reference.job ? reference.job->inputs.front()
                                       : io::Input{.name = reference.sketch, .command = {}});
  }
  std::string contents = name_references(tool_, references);
  for (const pipeline::Job& job : run.jobs) {
    for (const io::Input& input : job.inputs) contents += size_and_time(input);
  }
  run.identity.corpus = sha256_hex(contents);
}

// Of --keep-clusters, which the documents' options do not know.
void PassesRun::refuse_collisions(const pipeline::RunOptions& run) const {
  std::vector<io::Input> read;
  for (const std::string& path : documents_.read_files()) read.push_back({.name = path});
  std::vector<cli::NamedOutput> written = {{options_.keep_clusters, "--keep-clusters"}};
  for (const pipeline::Job& job : run.jobs) {
    read.insert(read.end(), job.inputs.begin(), job.inputs.end());
    for (const std::string& path : pipeline::outputs_of(job)) written.push_back({path, job.name});
  }
  cli::refuse_collisions(read, written);
}

bool PassesRun::is_done(const pipeline::RunOptions& run) const {
  if (!options_.keep_clusters.empty() && !fs::exists(options_.keep_clusters)) return false;
  return std::ranges::all_of(run.jobs, [&](const pipeline::Job& job) {
    return pipeline::done_before(job, run.identity).has_value();
  });
}

void PassesRun::sketch(const pipeline::RunOptions& run) {
  std::vector<pipeline::Job> jobs;
  const auto add = [&](const pipeline::Job& job) {
    const std::string path = work_->path(std::to_string(sketches_.paths.size()) + ".sketch");
    sketches_.paths.push_back(path);
    jobs.push_back(job_of(job.name, job.inputs, path));
  };
  for (const Reference& reference : references_) {
    if (reference.job) {
      add(*reference.job);
    } else {
      sketches_.paths.push_back(reference.sketch);
    }
  }
  sketches_.references = sketches_.paths.size();
  for (const pipeline::Job& job : run.jobs) add(job);

  pipeline::RunOptions options = early_pass(run, std::move(jobs));
  Fields fields = documents_.fields();
  const DocumentFacts facts(facts_, fields);
  prepare(fields);
  const size_t memory = std::min(size_t{32} << 20, options_.work->memory / 4);
  options.make_rendering = [&](const pipeline::Job& job) {
    return sketch_rendering(facts, job.routes.front(), memory);
  };
  pipeline::run(options, fields, {{"sketch", keep_document}});
  facts.require_seen();
}

void PassesRun::apply(pipeline::RunOptions& run) {
  const std::string clusters = work_->path("clusters");
  const dedup::SketchSet set = sketches_.open();
  Fields fields = documents_.fields();
  ClusterJudge judge(set, clusters, fields);
  io::OutputSet kept_clusters;
  if (!options_.keep_clusters.empty()) {
    write_clusters(clusters, resources(run), kept_clusters.open(options_.keep_clusters));
    kept_clusters.prepare();
  }
  run.say = nullptr;
  run.number_lines = true;
  run.make_rendering = [&](const pipeline::Job& job) {
    judge.begin(sketches_.references + index_of(job, run.jobs));
    return nullptr;
  };
  run.add_details = [&](const pipeline::Job& job, stats::Details::Object& details) {
    judge.end(details);
    if (index_of(job, run.jobs) == 0) details[name_] = {details_};
  };
  run.before_publishing = [&] {
    if (!std::exchange(published_, true)) kept_clusters.publish();
  };
  documents_.run(run, fields, {judge.stage()});
}

void PassesRun::run() {
  const pipeline::Meter meter;
  pipeline::RunOptions run = documents_.run_options();
  name_contents(run);
  run.identity.config_digest = tool_.config_digest();
  documents_.check_outputs(run);
  refuse_collisions(run);
  run.gate = pipeline::CommitGate::from_environment();
  if (run.resume && is_done(run)) {
    io::WorkFolder::remove_stale(options_.work->folder, kWorkFolder);
    Fields fields = documents_.fields();
    documents_.run(run, fields, {{name_, keep_document}});
    return;
  }
  run.resume = false;
  run.meter = meter;
  try_outputs(run.jobs);
  work_.emplace(options_.work->folder, kWorkFolder);
  pipeline::spool(run.jobs, *work_, "input");
  sketch(run);
  make_clusters(run, work_->path("clusters"));
  apply(run);
}

}  // namespace sluice::dedup_tool
