// sluice-dedup match: which documents of all shards are the same, from their fingerprints.
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/format.h"
#include "commands.h"
#include "exact_run.h"
#include "stage_options.h"

namespace sluice::dedup_tool {
namespace {

// "3/16": the fourth of sixteen parts of all partitions.
Partitions part_of(const std::string& part, uint32_t partitions) {
  if (part.empty()) return {.first = 0, .end = partitions};
  const size_t slash = std::min(part.find('/'), part.size());
  const auto number = parse_u64(part.substr(0, slash));
  const auto count = parse_u64(std::string_view(part).substr(std::min(slash + 1, part.size())));
  if (!number || !count || *count == 0 || *count > partitions || *number >= *count) {
    throw ConfigError("--partition " + part + ": I/N, I from 0 to N - 1, N at most " +
                      std::to_string(partitions));
  }
  return {.first = static_cast<uint32_t>(partitions * *number / *count),
          .end = static_cast<uint32_t>(partitions * (*number + 1) / *count)};
}

}  // namespace

int match(int argc, char** argv) {
  return cli::run("sluice-dedup match", argc, argv, [](cli::Tool& tool) {
    tool.describe("Choose who is kept of documents that are the same.",
                  {"sluice-dedup match --sketches prints/ -o run.clusters",
                   "sluice-dedup match --sketches prints/ --partition 3/16 -o part-3.clusters"});
    StageOptions stage(tool);
    std::string partition;
    std::vector<std::string> join;
    tool.section("Inputs and outputs");
    tool.text("--partition", partition, "I/N",
              "only the part I (from 0) of N: a job each, joined by --join (all)");
    tool.texts("--join", join, "FILE", "make one file of those of all partitions (repeatable)",
               cli::Tool::Matters::run);
    tool.section("Options");
    return tool.on_run([&] {
      stage.prepare(join);
      if (!join.empty() && !partition.empty()) {
        throw ConfigError("--join takes all partitions, --partition one of them; give one option");
      }
      const dedup::SketchSet set = stage.files.sketches().open(stage.work.memory / 4);
      require(set, Compares::keys);
      const Partitions partitions = part_of(partition, set.config().partitions());
      stage.output.write("match", [&](io::OutputFile& out) {
        if (join.empty()) return details_of(match(set, partitions, stage.resources(), out));
        join_matches(set, join, out);
        return stats::Details::Object();
      });
    });
  });
}

}  // namespace sluice::dedup_tool
