#include "scatter_options.h"

#include <utility>

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

void ScatterOptions::open_stats() {
  if (!stats_.empty()) stats_file_ = &stats_set_.open(stats_);
}

void ScatterOptions::write_stats(stats::Stats stats, stats::Details details) {
  if (stats_file_ == nullptr) return;
  stats.details.value = stats::Details::Object{{"mix", std::move(details)}};
  stats_file_->write(stats::to_json(stats));
  stats_set_.publish();
}

}  // namespace sluice::mix_tool
