// Fuzzy deduplication in one go (passes_run.h): between the pass that sketches and the pass that
// writes, link -> verify (a pass over those shards of which a text is wanted) -> cluster.
//
//   FuzzyRun(tool, documents, sketching, options).run();
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "passes_run.h"
#include "sketch_options.h"
#include "text_pass.h"

namespace sluice::dedup_tool {

struct FuzzyOptions {
  std::string cluster;  // "star", "components"; empty: as the profile has it
  bool no_verify = false;
  PassesOptions passes;
};

class FuzzyRun : public PassesRun {
 public:
  // All must outlive it.
  FuzzyRun(cli::Tool& tool, cli::DocumentOptions& documents, const SketchOptions& sketching,
           const FuzzyOptions& options);

 private:
  std::shared_ptr<pipeline::Rendering> sketch_rendering(const DocumentFacts& facts,
                                                        const std::string& path,
                                                        size_t memory) override;
  void make_clusters(const pipeline::RunOptions& run, const std::string& clusters) override;
  std::vector<ShardInputs> shards(const pipeline::RunOptions& run) const;
  ClusterMode mode() const;

  const SketchOptions& sketching_;
  const FuzzyOptions& options_;
  dedup::Sketcher sketcher_;
  dedup::SketchConfig config_;
};

}  // namespace sluice::dedup_tool
