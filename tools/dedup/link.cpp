// sluice-dedup link: candidate pairs from the sketches of all shards.
#include "base/error.h"
#include "base/format.h"
#include "commands.h"
#include "stage_options.h"

namespace sluice::dedup_tool {

int link(int argc, char** argv) {
  return cli::run("sluice-dedup link", argc, argv, [](cli::Tool& tool) {
    tool.describe("Find candidate pairs: documents whose signatures share a band.",
                  {"sluice-dedup link --sketches sketches/ -o run.pairs",
                   "sluice-dedup link --sketches sketches/ --against published.sketch -o run.pairs "
                   "--memory 32GiB"});
    StageOptions stage(tool);
    double threshold = 0.75;
    tool.section("What is compared");
    tool.number("--threshold", threshold, "J",
                "similarity that verify will ask for, by which large buckets are thinned (0.75)");
    tool.section("Options");
    return tool.on_run([&] {
      stage.prepare();
      if (!(threshold > 0 && threshold <= 1)) {
        throw ConfigError("--threshold: above 0, at most 1, not " + shortest_double(threshold));
      }
      const Sketches sketches = stage.files.sketches();
      stage.output.write("link", [&](io::OutputFile& out) {
        const dedup::LinkCounts counts = link(sketches, threshold, stage.resources(), out);
        if (counts.left > 0) tool.messages().say(left_unpaired(counts));
        return details_of(counts);
      });
    });
  });
}

}  // namespace sluice::dedup_tool
