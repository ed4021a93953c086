#include "cli/collisions.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>

#include "base/error.h"

namespace sluice::cli {
namespace {

namespace fs = std::filesystem;

// The place that a path names, through links and however it is spelled.
std::string place_of(const std::string& path) {
  std::error_code error;
  const fs::path canonical = fs::weakly_canonical(path, error);
  return error ? path : canonical.string();
}

// Whether `place` is `pattern` with a number in the place of its {}.
bool may_become(std::string_view pattern, std::string_view place) {
  constexpr std::string_view kNumber = "{}";
  const size_t at = pattern.find(kNumber);
  if (at == std::string_view::npos) return false;
  const std::string_view before = pattern.substr(0, at);
  const std::string_view behind = pattern.substr(at + kNumber.size());
  if (place.size() <= before.size() + behind.size()) return false;
  const std::string_view number =
      place.substr(before.size(), place.size() - before.size() - behind.size());
  return place.starts_with(before) && place.ends_with(behind) &&
         std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
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
    const std::string place = place_of(pattern);
    for (const auto& [other, what] : taken_) {
      if (may_become(place, other)) refuse(other, what);
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
                       const std::vector<std::string>& read) {
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
