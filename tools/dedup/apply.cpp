// sluice-dedup apply: documents out, their copies to the rejects, shard by shard.
#include <string>
#include <vector>

#include "apply_clusters.h"
#include "base/error.h"
#include "base/format.h"
#include "cli/document_options.h"
#include "commands.h"
#include "stage_options.h"

namespace sluice::dedup_tool {
namespace {

void run_apply(cli::Tool& tool, cli::DocumentOptions& documents, const SketchFiles& files,
               const std::string& clusters) {
  if (clusters.empty()) throw ConfigError("--clusters: name what cluster wrote");
  tool.reads(clusters);
  const auto checksum = dedup::ClusterFile(clusters).checksum();
  tool.digest("--clusters", hex64(checksum.high) + hex64(checksum.low));
  const dedup::SketchSet set = files.sketches().open();
  pipeline::RunOptions run = documents.run_options();
  Fields fields = documents.fields();
  ClusterJudge judge(set, clusters, fields);
  std::vector<size_t> shards;
  for (const pipeline::Job& job : run.jobs) shards.push_back(shard_of(set, job));
  run.number_lines = true;
  run.make_rendering = [&](const pipeline::Job& job) {
    judge.begin(shards[static_cast<size_t>(&job - run.jobs.data())]);
    return nullptr;
  };
  run.add_details = [&](const pipeline::Job&, stats::Details::Object& details) {
    judge.end(details);
  };
  documents.run(run, fields, {judge.stage()});
}

}  // namespace

int apply(int argc, char** argv) {
  return cli::run("sluice-dedup apply", argc, argv, [](cli::Tool& tool) {
    tool.describe("Drop the copies that the stages before have found.",
                  {"sluice-dedup apply --sketches sketches/ --clusters run.clusters shards/ -o "
                   "unique/ --stats stats/ --resume",
                   "sluice-dedup apply --sketches sketches/ --clusters run.clusters "
                   "shards/part-7.jsonl.zst -o unique/ --rejects copies/"});
    cli::DocumentOptions documents(tool, "stored");
    SketchFiles files(tool);
    std::string clusters;
    tool.section("Inputs and outputs");
    tool.text("--clusters", clusters, "FILE", "what cluster wrote", cli::Tool::Matters::run);
    tool.section("Options");
    return tool.on_run([&] { run_apply(tool, documents, files, clusters); });
  });
}

}  // namespace sluice::dedup_tool
