#include "fuzzy_run.h"

#include "sketch_rendering.h"

namespace sluice::dedup_tool {

FuzzyRun::FuzzyRun(cli::Tool& tool, cli::DocumentOptions& documents, const SketchOptions& sketching,
                   const FuzzyOptions& options)
    : PassesRun(tool, documents, sketching.facts(), options.passes, "fuzzy"),
      sketching_(sketching),
      options_(options),
      sketcher_(sketching.sketcher()),
      config_(sketching.config()) {}

std::shared_ptr<pipeline::Rendering> FuzzyRun::sketch_rendering(const DocumentFacts& facts,
                                                                const std::string& path,
                                                                size_t memory) {
  return std::make_shared<SketchRendering>(sketcher_, facts, config_, path, memory);
}

ClusterMode FuzzyRun::mode() const {
  if (options_.cluster.empty()) {
    return sketching_.is_fineweb() ? ClusterMode::components : ClusterMode::star;
  }
  return options_.cluster == "star" ? ClusterMode::star : ClusterMode::components;
}

std::vector<ShardInputs> FuzzyRun::shards(const pipeline::RunOptions& run) const {
  std::vector<ShardInputs> shards;
  const size_t count = references().size();
  for (size_t shard = 0; shard < count; ++shard) {
    if (references()[shard].job) shards.push_back({shard, references()[shard].job->inputs});
  }
  for (size_t at = 0; at < run.jobs.size(); ++at) {
    shards.push_back({count + at, run.jobs[at].inputs});
  }
  return shards;
}

void FuzzyRun::make_clusters(const pipeline::RunOptions& run, const std::string& clusters) {
  const Resources resources = this->resources(run);
  const std::string pairs = work_path("pairs");
  const std::string edges = work_path("edges");
  write_stage(pairs, [&](io::OutputFile& out) {
    const dedup::LinkCounts counts = link(sketches(), sketching_.threshold(), resources, out);
    if (counts.left > 0) say(left_unpaired(counts));
    details()["link"] = {details_of(counts)};
  });
  const dedup::SketchSet set = sketches().open(resources.memory / 4);
  {
    PairTexts texts(set, pairs, sketcher_,
                    {.threshold = sketching_.threshold(), .verify = !options_.no_verify},
                    resources);
    read_texts(run, documents().fields(), shards(run), texts);
    set.drop_pages();
    write_stage(edges, [&](io::OutputFile& out) { texts.write_edges(out); });
    details()["verify"] = {texts.details()};
  }
  write_stage(clusters, [&](io::OutputFile& out) {
    details()["cluster"] = {details_of(cluster(set, {edges}, mode(), resources, out))};
  });
}

}  // namespace sluice::dedup_tool
