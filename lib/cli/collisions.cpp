#include "cli/collisions.h"

#include <filesystem>
#include <map>
#include <system_error>

#include "base/error.h"
#include "io/shard_pattern.h"

namespace sluice::cli {
namespace {

namespace fs = std::filesystem;

// The place that a path names, through links and however it is spelled.
std::string place_of(const std::string& path) {
  std::error_code error;
  // weakly_canonical() leaves "new" as it is and makes "./new" absolute.
  const fs::path absolute = fs::absolute(path, error);
  if (error) return path;
  const fs::path canonical = fs::weakly_canonical(absolute, error);
  return error ? path : canonical.string();
}

class Places {
 public:
  void add_input(const io::Input& input) {
    if (input.command.empty() && !input.is_stdin()) taken_[place_of(input.name)] = "an input";
  }

  void add_output(const std::string& path, const std::string& job) {
    if (path.empty() || path == "/dev/null") return;
    const auto [earlier, is_new] =
        taken_.emplace(path == "-" ? path : place_of(path), "an output of " + job);
    if (!is_new) refuse(path, earlier->second);
  }

  // To be called after all others.
  void add_rolling(const std::string& pattern) {
    const io::ShardPattern shards(pattern);
    const fs::path folder = place_of(shards.folder());
    for (const auto& [other, what] : taken_) {
      const fs::path place = other;
      if (place.parent_path() == folder && shards.number_of(place.filename().native())) {
        refuse(other, what);
      }
    }
  }

 private:
  [[noreturn]] static void refuse(const std::string& path, const std::string& other) {
    throw ConfigError((path == "-" ? "standard output" : path) +
                      " would be written twice or over an input: it is " + other);
  }

  std::map<std::string, std::string> taken_;
};

}  // namespace

void refuse_collisions(const std::vector<pipeline::Job>& jobs, const std::string& stats,
                       const std::vector<std::string>& read, const std::vector<NamedOutput>& more) {
  Places places;
  for (const std::string& path : read) places.add_input({.name = path});
  for (const pipeline::Job& job : jobs) {
    for (const io::Input& input : job.inputs) places.add_input(input);
  }
  for (const pipeline::Job& job : jobs) {
    for (const std::string& path : job.routes) places.add_output(path, job.name);
    for (const std::string& path : {job.rejects, job.errors, job.stats}) {
      places.add_output(path, job.name);
    }
  }
  places.add_output(stats, "all shards together");
  for (const NamedOutput& output : more) places.add_output(output.path, output.owner);
  for (const pipeline::Job& job : jobs) {
    if (job.shard_bytes != 0) places.add_rolling(job.routes.front());
  }
}

void refuse_collisions(const std::vector<io::Input>& inputs,
                       const std::vector<NamedOutput>& outputs) {
  Places places;
  for (const io::Input& input : inputs) places.add_input(input);
  for (const NamedOutput& output : outputs) places.add_output(output.path, output.owner);
}

}  // namespace sluice::cli
