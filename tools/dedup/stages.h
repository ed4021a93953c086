// The stages of fuzzy deduplication, from stage file to stage file: what each command does, and
// what one run over all does one after the other.
//
//   link(sketches, threshold, resources, out);          // sketches -> pairs
//   cluster(set, edges, mode, resources, out);          // edges -> clusters
//
// What needs texts is in texts.h (verify) and in apply_clusters.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/tool.h"
#include "dedup/cluster.h"
#include "dedup/link.h"
#include "dedup/sketch_set.h"
#include "io/output.h"
#include "stats/stats_file.h"

namespace sluice::dedup_tool {

struct Resources {
  size_t memory = size_t{1} << 30;  // bytes
  std::string folder = ".";
  size_t threads = 1;
};

// The sketch files of a run, those of references first.
struct Sketches {
  std::vector<std::string> paths;
  size_t references = 0;

  // `resident`, `mapped`: of SketchSet::Options.
  dedup::SketchSet open(size_t resident = size_t{64} << 20, size_t mapped = 16384) const {
    return dedup::SketchSet(paths,
                            {.references = references, .mapped = mapped, .resident = resident});
  }
};

// FineWeb's recipe keeps no sketches to verify by.
inline bool is_fineweb(const dedup::SketchConfig& config) { return config.sketch_bytes == 0; }

// Throws ConfigError if the stage files are of the other kind of deduplication: fingerprints for
// `exact`, sketches for `fuzzy`.
enum class Compares { texts, keys };
void require(const dedup::SketchSet& set, Compares what);

// What to say where members of large buckets were left unpaired; empty where none were.
std::string left_unpaired(const dedup::LinkCounts& counts);

dedup::SketchRule rule_of(const dedup::SketchConfig& config, double threshold);

// What a file of edges is made of, noted in its head.
enum class EdgeKind : uint64_t { verified = 0, unverified = 1, fineweb = 2 };

// Writes pairs, ascending, each once. What is left of large buckets depends on the threshold, which
// is noted in the head. By all threads; the same bytes whatever their number.
dedup::LinkCounts link(const Sketches& sketches, double threshold, const Resources& resources,
                       io::OutputFile& out);

enum class ClusterMode { star, components, exact };

// Writes all members of clusters of two and more, with their ids. Edges of FineWeb's recipe are
// united in their order.
dedup::ClusterCounts cluster(const dedup::SketchSet& set, const std::vector<std::string>& edges,
                             ClusterMode mode, const Resources& resources, io::OutputFile& out);

// A line of JSON a cluster: its id, size and members, in the order of their documents. Compressed
// as its name says.
void write_clusters(const std::string& clusters, const Resources& resources, io::OutputFile& out);

stats::Details::Object details_of(const dedup::LinkCounts& counts);
stats::Details::Object details_of(const dedup::ClusterCounts& counts);

}  // namespace sluice::dedup_tool
