// Exact deduplication in two passes (passes_run.h): fingerprints first, which take the place of
// sketches; then, once it is known who stands first among the copies, documents.
//
//   ExactRun(tool, documents, options).run();
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dedup/exact_key.h"
#include "passes_run.h"

namespace sluice::dedup_tool {

// What fingerprints are made of.
struct FingerprintOptions {
  // `first`: as of DocumentFactsOptions.
  explicit FingerprintOptions(cli::Tool& tool, bool first = false);
  // Throws ConfigError where options do not go together.
  void check(const cli::Tool& tool) const;
  // Declares its fields.
  dedup::ExactKey key(Fields& fields) const;
  // Of all that shapes fingerprints and what goes with them.
  std::string digest() const;

  DocumentFactsOptions facts;
  std::string by = "text";
  std::string url_field = "metadata.url";
  std::string normalize;
};

struct ExactOptions {
  explicit ExactOptions(cli::Tool& tool);
  // Throws ConfigError where options do not go together.
  void check(const cli::Tool& tool) const;

  FingerprintOptions fingerprints;
  PassesOptions passes;
};

class ExactRun : public PassesRun {
 public:
  // All must outlive it.
  ExactRun(cli::Tool& tool, cli::DocumentOptions& documents, const ExactOptions& options)
      : PassesRun(tool, documents, options.fingerprints.facts, options.passes, "exact"),
        options_(options) {}

 private:
  void prepare(Fields& fields) override { key_.emplace(options_.fingerprints.key(fields)); }
  std::shared_ptr<pipeline::Rendering> sketch_rendering(const DocumentFacts& facts,
                                                        const std::string& path,
                                                        size_t memory) override;
  void make_clusters(const pipeline::RunOptions& run, const std::string& clusters) override;

  const ExactOptions& options_;
  std::optional<dedup::ExactKey> key_;
};

// `key` and `facts` must outlive it.
std::shared_ptr<pipeline::Rendering> fingerprint_rendering(const dedup::ExactKey& key,
                                                           const FingerprintOptions& options,
                                                           const DocumentFacts& facts,
                                                           const std::string& path, size_t memory);

// Partitions of fingerprints, [first, end) of all.
struct Partitions {
  uint32_t first = 0;
  uint32_t end = 0;
};

// Writes the members of clusters of two and more of these partitions, with their ids.
dedup::ClusterCounts match(const dedup::SketchSet& set, const Partitions& partitions,
                           const Resources& resources, io::OutputFile& out);
// Writes those of all partitions from the files of some each. Throws ConfigError if they are of
// other sketches, or not of all partitions, each once.
void join_matches(const dedup::SketchSet& set, const std::vector<std::string>& files,
                  io::OutputFile& out);

}  // namespace sluice::dedup_tool
