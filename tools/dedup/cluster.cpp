// sluice-dedup cluster: who is kept, from the near-duplicates of all shards.
#include <string>
#include <vector>

#include "base/error.h"
#include "commands.h"
#include "stage_options.h"

namespace sluice::dedup_tool {

int cluster(int argc, char** argv) {
  return cli::run("sluice-dedup cluster", argc, argv, [](cli::Tool& tool) {
    tool.describe("Choose who is kept of near-duplicates.",
                  {"sluice-dedup cluster --sketches sketches/ --edges run.edges -o run.clusters",
                   "sluice-dedup cluster --sketches sketches/ --edges run.edges --cluster "
                   "components -o run.clusters"});
    StageOptions stage(tool);
    std::vector<std::string> edges;
    std::string mode = "star";
    std::string keep_clusters;
    tool.section("Inputs and outputs");
    tool.texts("--edges", edges, "FILE", "what verify wrote (repeatable)", cli::Tool::Matters::run);
    tool.text("--keep-clusters", keep_clusters, "FILE", "clusters as JSON Lines: id, size, members",
              cli::Tool::Matters::run);
    tool.section("What is dropped");
    tool.one_of("--cluster", mode, {"star", "components"},
                "star: what resembles a kept document is dropped (default); components: all but "
                "one of what pairs join");
    tool.section("Options");
    return tool.on_run([&] {
      stage.prepare(edges, {{keep_clusters, "--keep-clusters"}});
      if (edges.empty()) throw ConfigError("--edges: name what verify wrote");
      const dedup::SketchSet set = stage.files.sketches().open(stage.work.memory / 4);
      const auto choose = [&](io::OutputFile& out) {
        return details_of(cluster(set, edges,
                                  mode == "star" ? ClusterMode::star : ClusterMode::components,
                                  stage.resources(), out));
      };
      stage.output.write("cluster", choose, [&] {
        if (keep_clusters.empty()) return;
        io::OutputSet outputs;
        write_clusters(stage.output.path(), stage.resources(), outputs.open(keep_clusters));
        outputs.publish();
      });
    });
  });
}

}  // namespace sluice::dedup_tool
