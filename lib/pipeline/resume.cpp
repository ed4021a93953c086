#include "pipeline/resume.h"

#include <sys/stat.h>

#include <algorithm>

#include "base/error.h"
#include "io/output.h"

namespace sluice::pipeline {
namespace {

bool same_file(const stats::FileUse& recorded, const stats::FileUse& now) {
  return recorded.path == now.path && recorded.bytes == now.bytes &&
         recorded.modified_ns == now.modified_ns;
}

bool is_there(const stats::FileUse& output) {
  struct stat status {};
  return ::stat(output.path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         static_cast<uint64_t>(status.st_size) == output.bytes.value_or(0);
}

bool matches(const stats::Stats& stats, const Job& job, const RunOptions& options) {
  if (stats.tool != options.tool || stats.version != options.version ||
      stats.config_digest != options.config_digest) {
    return false;
  }
  std::vector<stats::FileUse> inputs;
  for (const io::Input& input : job.inputs) {
    if (input.is_stdin()) return false;
    inputs.push_back(input_use(input));
  }
  return std::equal(inputs.begin(), inputs.end(), stats.run.inputs.begin(), stats.run.inputs.end(),
                    same_file) &&
         std::all_of(stats.run.outputs.begin(), stats.run.outputs.end(), is_there);
}

}  // namespace

stats::FileUse input_use(const io::Input& input) {
  stats::FileUse use{.path = input.name, .bytes = std::nullopt, .modified_ns = 0};
  struct stat status {};
  if (input.command.empty() && !input.is_stdin() &&
      ::stat(input.name.c_str(), &status) == 0 && S_ISREG(status.st_mode)) {
    use.bytes = static_cast<uint64_t>(status.st_size);
    use.modified_ns = int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
  }
  return use;
}

bool is_done(const Job& job, const RunOptions& options) {
  for (const std::string& path : job.routes) io::remove_stale_pending(path);
  for (const std::string& path : {job.rejects, job.errors, job.stats}) {
    if (!path.empty()) io::remove_stale_pending(path);
  }
  try {
    const std::string text = io::read_whole({.name = job.stats, .command = {}});
    return matches(stats::from_json(text, job.stats), job, options);
  } catch (const Error&) {
    return false;
  }
}

}  // namespace sluice::pipeline
