// The last stage: documents out, copies to the rejects.
//
//   ClusterJudge judge(set, "run.clusters", fields);
//   run.number_lines = true;
//   judge.begin(shard);                          // before a job, of that shard's documents
//   documents.run(run, fields, {judge.stage()});
//   judge.end(details)                           // after it: cluster sizes, for the stats
//
// A removed document is rejected as "near_duplicate", with its partner's id and their similarity,
// or, where clusters are of exact copies, as "duplicate", with its partner's id; a kept one of a
// cluster of two and more is told so by metadata.dedup = {"cluster": id, "size": n}.
#pragma once

#include <cstdint>
#include <string>

#include "base/pool.h"
#include "dedup/cluster_file.h"
#include "dedup/sketch_set.h"
#include "dedup/yield.h"
#include "document_facts.h"
#include "pipeline/document_feed.h"
#include "stats/stats_file.h"

namespace sluice::dedup_tool {

inline constexpr std::string_view kNearDuplicate = "near_duplicate";
inline constexpr std::string_view kDuplicate = "duplicate";

class ClusterJudge {
 public:
  // Declares its fields. `set` must outlive it. Throws ConfigError if the clusters are of other
  // sketches.
  ClusterJudge(const dedup::SketchSet& set, const std::string& clusters, Fields& fields);

  // Valid as long as this.
  pipeline::Stage stage();
  void begin(size_t shard);
  // Adds what details the shard's stats have: kept documents by the size of their cluster. Throws
  // IoError if its documents were not those that were sketched.
  void end(stats::Details::Object& details);

 private:
  // A thread's own.
  struct Worker {
    explicit Worker(const std::string& path) : clusters(path) {}
    dedup::ClusterFile clusters;
    dedup::ClusterSizes sizes;
    uint64_t documents = 0;
  };

  pipeline::Verdict judge(Document& document, Worker& worker) const;
  pipeline::Verdict reject(const dedup::Member& member, const dedup::ClusterFile& clusters) const;
  void label(Document& document, const dedup::Member& member, std::string_view id) const;
  [[noreturn]] void refuse() const;

  const dedup::SketchSet& set_;
  FieldId id_;
  FieldId dedup_;
  FieldId token_count_;
  mutable Pool<Worker> workers_;
  bool exact_ = false;
  size_t shard_ = 0;
  dedup::LineRuns lines_;
};

}  // namespace sluice::dedup_tool
