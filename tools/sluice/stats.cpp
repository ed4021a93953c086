// sluice stats merge: adds up the stats files of shards.
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/collisions.h"
#include "cli/messages.h"
#include "cli/tool.h"
#include "commands.h"
#include "io/chunk.h"
#include "io/inputs.h"
#include "io/output.h"
#include "stats/stats_file.h"

namespace sluice::front {
namespace {

std::vector<stats::Stats> read_all(const std::vector<io::Input>& inputs) {
  std::vector<stats::Stats> all;
  for (const io::Input& input : inputs) {
    all.push_back(stats::from_json(io::read_whole(input), input.name));
  }
  return all;
}

}  // namespace

int stats(int argc, char** argv) {
  return cli::run("sluice-stats", argc, argv, [](cli::Tool& tool) {
    tool.describe("Add up stats files of one tool and configuration: sluice stats merge FILE…",
                  {"sluice stats merge stats/*.stats.json -o total.stats.json",
                   "sluice stats merge --summary stats/"});
    std::vector<std::string> words;
    std::string list;
    std::string output = "-";
    bool summary = false;
    tool.arguments("merge FILE", words, "stats files; directories stand for their files");
    tool.text("--inputs", list, "LIST", "file with one stats file a line");
    tool.text("-o,--output", output, "FILE", "where the sum goes (standard output)");
    tool.flag("--summary", summary, "print the sum as a table for people instead");

    return tool.on_run([&] {
      if (words.empty() || words.front() != "merge") {
        throw ConfigError("the one thing to do with stats files is: sluice stats merge FILE…");
      }
      words.erase(words.begin());
      if (words.empty() && list.empty()) throw ConfigError("stats merge: no stats file is named");
      const std::vector<io::Input> files =
          io::expand_inputs({.paths = words, .list = list, .fetch = {}});
      cli::refuse_collisions(files, {{output, "the sum"}});
      const stats::Stats sum = stats::merge_all(read_all(files));
      io::OutputSet outputs;
      outputs.open(output).write(summary ? stats::summary(sum) : stats::to_json(sum));
      outputs.publish();
    });
  });
}

}  // namespace sluice::front
