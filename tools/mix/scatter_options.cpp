#include "scatter_options.h"

#include <utility>

#include "io/output.h"

namespace sluice::mix_tool {

using Matters = cli::Tool::Matters;

ScatterOptions::ScatterOptions(cli::Tool& tool) : tool_(tool) {
  tool.section("Inputs and outputs");
  tool.text("--rejects", rejects_, "FILE", "documents that are not in the mix, with the reason",
            Matters::run);
  tool.text("--errors", errors_, "FILE", "bad records, as they came", Matters::run);
  tool.text("--stats", stats_, "FILE", "counts as JSON", Matters::run);
  tool.section("Options");
}

void ScatterOptions::prepare(const Mix& mix, std::vector<cli::NamedOutput> more) const {
  for (const cli::NamedOutput& output : all()) more.push_back(output);
  std::vector<io::Input> read = mix.inputs;
  for (const std::string& path : tool_.read_files()) read.push_back({.name = path});
  cli::refuse_collisions(read, more);
  std::vector<std::string> paths;
  for (const cli::NamedOutput& output : more) {
    if (!output.path.empty()) paths.push_back(output.path);
  }
  io::remove_stale_pending(paths);
}

void ScatterOptions::write_stats(stats::Stats stats, stats::Details details) const {
  if (stats_.empty()) return;
  stats.details.value = stats::Details::Object{{"mix", std::move(details)}};
  io::OutputSet outputs;
  outputs.open(stats_).write(stats::to_json(stats));
  outputs.publish();
}

}  // namespace sluice::mix_tool
