// Deduplication in one go: passes over the inputs with stage files between them, in a folder that
// is gone afterwards.
//
//   class FuzzyRun : public PassesRun { … };
//   FuzzyRun(…).run();
//
// sketch (a pass) -> clusters, which are the derived class's own affair -> apply (a pass that
// writes). The stages are those of the commands of the same names.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/document_options.h"
#include "cli/work_options.h"
#include "document_facts.h"
#include "io/work_folder.h"
#include "pipeline/rendering.h"
#include "stages.h"

namespace sluice::dedup_tool {

struct PassesOptions {
  std::vector<std::string> against;
  std::string keep_clusters;
  cli::WorkOptions* work = nullptr;
};

// --against and --keep-clusters.
void declare(cli::Tool& tool, PassesOptions& options, const std::string& copies);

// The files of --against, which the tool reads from then on. Throws ConfigError of standard input
// and pipes: they are looked at more than once.
std::vector<io::Input> reference_inputs(cli::Tool& tool, const std::vector<std::string>& paths);
// Makes their sizes part of the configuration; returns their sizes and times.
std::string name_references(cli::Tool& tool, const std::vector<io::Input>& references);

class PassesRun {
 public:
  // All must outlive it. `name`: of the last stage, and of its details in stats files.
  PassesRun(cli::Tool& tool, cli::DocumentOptions& documents, const DocumentFactsOptions& facts,
            const PassesOptions& options, std::string name);
  virtual ~PassesRun() = default;
  PassesRun(const PassesRun&) = delete;
  PassesRun& operator=(const PassesRun&) = delete;

  void run();

 protected:
  // Documents to compare with, or stage files of them, in the order named.
  struct Reference {
    std::string sketch;                // a stage file that is there already …
    std::optional<pipeline::Job> job;  // … or what is to be sketched
  };

  // To be called before the first pass: declares the fields that sketching reads.
  virtual void prepare(Fields& /*fields*/) {}
  // What writes a sketch file to this path. Called once a shard.
  virtual std::shared_ptr<pipeline::Rendering> sketch_rendering(const DocumentFacts& facts,
                                                                const std::string& path,
                                                                size_t memory) = 0;
  // Writes the cluster file.
  virtual void make_clusters(const pipeline::RunOptions& run, const std::string& clusters) = 0;

  Resources resources(const pipeline::RunOptions& run) const;
  cli::DocumentOptions& documents() const { return documents_; }
  const std::vector<Reference>& references() const { return references_; }
  const Sketches& sketches() const { return sketches_; }
  std::string work_path(const std::string& file) const { return work_->path(file); }
  stats::Details::Object& details() { return details_; }
  void say(const std::string& line) const { tool_.messages().say(line); }

 private:
  std::vector<Reference> find_references() const;
  void name_contents(pipeline::RunOptions& run);
  void refuse_collisions(const pipeline::RunOptions& run) const;
  bool is_done(const pipeline::RunOptions& run) const;
  void sketch(const pipeline::RunOptions& run);
  void apply(pipeline::RunOptions& run);

  cli::Tool& tool_;
  cli::DocumentOptions& documents_;
  const DocumentFactsOptions& facts_;
  const PassesOptions& options_;
  std::string name_;
  std::optional<io::WorkFolder> work_;
  std::vector<Reference> references_;
  Sketches sketches_;
  stats::Details::Object details_;  // of the run
  bool published_ = false;          // --keep-clusters
};

// Writes one stage file, whole or not at all.
template <class Write>
void write_stage(const std::string& path, Write&& write) {
  io::OutputSet outputs;
  write(outputs.open(path));
  outputs.publish();
}

}  // namespace sluice::dedup_tool
