#include "pipeline/resume.h"

#include <sys/stat.h>

#include <algorithm>

#include "base/error.h"
#include "io/output.h"

namespace sluice::pipeline {
namespace {

bool is_there(const stats::FileUse& output) {
  if (output.path == "-") return true;  // whoever asks knows what became of it
  struct stat status {};
  return ::stat(output.path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         static_cast<uint64_t>(status.st_size) == output.bytes.value_or(0);
}

bool same_inputs(const stats::Stats& stats, const std::vector<io::Input>& inputs) {
  if (inputs.empty()) return true;
  std::vector<stats::FileUse> uses;
  for (const io::Input& input : inputs) {
    if (input.is_stdin()) return false;
    uses.push_back(input_use(input));
  }
  return std::equal(uses.begin(), uses.end(), stats.run.inputs.begin(), stats.run.inputs.end());
}

bool names_outputs(const stats::Stats& stats, const std::vector<std::string>& outputs) {
  const auto& recorded = stats.run.outputs;
  return std::all_of(outputs.begin(), outputs.end(), [&](const std::string& path) {
    return std::any_of(recorded.begin(), recorded.end(),
                       [&](const stats::FileUse& use) { return use.path == path; });
  });
}

bool names_only(const std::vector<std::string>& paths, const stats::Stats& stats) {
  return std::ranges::all_of(stats.run.outputs, [&](const stats::FileUse& use) {
    return std::ranges::find(paths, use.path) != paths.end();
  });
}

// Of a rolling output the first file is known beforehand, of routes on demand none.
std::vector<std::string> known_outputs(const Job& job) {
  std::vector<std::string> paths;
  if (!job.routes_on_demand) paths = job.routes;
  if (job.shard_bytes != 0) paths = {numbered_path(job.routes.front(), 0)};
  paths.insert(paths.end(), {job.rejects, job.errors});
  std::erase(paths, std::string());
  return paths;
}

}  // namespace

stats::FileUse input_use(const io::Input& input) {
  stats::FileUse use{.path = input.name, .bytes = std::nullopt, .modified_ns = 0};
  struct stat status {};
  if (input.command.empty() && !input.is_stdin() && ::stat(input.name.c_str(), &status) == 0 &&
      S_ISREG(status.st_mode)) {
    use.bytes = static_cast<uint64_t>(status.st_size);
    // A time beyond 2262 does not fit; 0 says that it is not known.
    int64_t time = 0;
    if (__builtin_mul_overflow(int64_t{status.st_mtim.tv_sec}, int64_t{1'000'000'000}, &time) ||
        __builtin_add_overflow(time, int64_t{status.st_mtim.tv_nsec}, &time)) {
      time = 0;
    }
    use.modified_ns = time;
  }
  return use;
}

std::optional<stats::Stats> done_before(const std::string& stats_file, const Identity& identity,
                                        const std::vector<io::Input>& inputs,
                                        const std::vector<std::string>& outputs) {
  if (stats_file == "-") return std::nullopt;
  try {
    const std::string text = io::read_whole({.name = stats_file, .command = {}});
    stats::Stats stats = stats::from_json(text, stats_file);
    const bool is_done = stats.tool == identity.tool && stats.version == identity.version &&
                         stats.config_digest == identity.config_digest &&
                         stats.run.corpus == identity.corpus && same_inputs(stats, inputs) &&
                         names_outputs(stats, outputs) &&
                         std::all_of(stats.run.outputs.begin(), stats.run.outputs.end(), is_there);
    if (is_done) return stats;
  } catch (const IoError&) {      // there is none
  } catch (const ConfigError&) {  // it is none
  }
  return std::nullopt;
}

std::optional<stats::Stats> done_before(const Job& job, const Identity& identity) {
  const std::vector<std::string> outputs = known_outputs(job);
  if (std::find(outputs.begin(), outputs.end(), "-") != outputs.end()) return std::nullopt;
  auto stats = done_before(job.stats, identity, job.inputs, outputs);
  if (stats && job.routes_on_demand && !names_only(outputs_of(job), *stats)) return std::nullopt;
  return stats;
}

void remove_stale_outputs(const std::vector<Job>& jobs) {
  std::vector<std::string> paths;
  for (const Job& job : jobs) {
    const std::vector<std::string> outputs = outputs_of(job);
    paths.insert(paths.end(), outputs.begin(), outputs.end());
  }
  io::remove_stale_pending(paths);
}

}  // namespace sluice::pipeline
